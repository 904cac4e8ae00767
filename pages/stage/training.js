// Draws a step of the training: the merge, its reason, the pair table, the corpus, the lists.
import { Charts } from "./charts.js";
import { StepCode } from "./code.js";
import { CorpusView } from "./corpus.js";
import { el } from "./dom.js";
import { Downloads } from "./downloads.js";
import { Equation, Explanation } from "./headline.js";
import { MergesAndVocabulary } from "./merge_list.js";
import { PairTable } from "./pair_table.js";
import { Pointing } from "./pointing.js";
import { versionAt } from "./versions.js";

/**
 * @import { Renderer, RendererTools, TrainingBlock, TrainingHead, TrainingRecord } from "./types.d.ts"
 * @import { Target } from "./pointing.js"
 */

const FETCH_AFTER = 60; // ms that the reader stays on a pair

/**
 * @param {HTMLElement} body
 * @param {TrainingHead} head
 * @param {RendererTools} tools
 * @returns {Required<Pick<Renderer, "setView" | "watch">> & Renderer}
 */
export function training(body, head, { go, source, onView, onWords, onSentence }) {
  const equation = new Equation(head);
  const explanation = new Explanation();
  const pairs = new PairTable(head);
  const corpus = new CorpusView(head, { onView, onWords, onSentence });
  const lists = new MergesAndVocabulary(head, go);
  const charts = new Charts(head, go, source);
  const downloads = new Downloads(head, "pairs", head.labels.csv);
  downloads.addTable("merges.csv", head.labels.merges_csv);
  downloads.addReport(head.labels.report);
  const code = new StepCode(head, source);
  const columns = el("div", "columns");
  columns.append(pairs.node, corpus.node);
  body.append(equation.node, explanation.node, columns, lists.node, charts.node);
  body.append(downloads.node, code.node);
  /** @type {{ block: TrainingBlock, step: number } | null} */
  let current = null;
  let frameRequest = 0;
  let fetchTimer = 0;

  /**
   * Fetch a pair's sum when the reader stays on the pair. Blocks of large corpora have no sums.
   * @param {string} pair
   * @param {number} step
   */
  const fetchSum = (pair, step) => {
    clearTimeout(fetchTimer);
    const isWanted = () => pointing.current?.pair === pair && current?.step === step;
    const show = (/** @type {string} */ sum) => {
      if (isWanted()) explanation.setDetail(sum);
    };
    fetchTimer = setTimeout(() => {
      if (isWanted()) source(`sum-${step}-${pair.replace(" ", "-")}`).then(show, () => {});
    }, FETCH_AFTER);
  };
  /** @param {Target | null} target */
  const highlight = (target) => {
    for (const chip of body.querySelectorAll(".token.same")) chip.classList.remove("same");
    body.classList.toggle("pointing", Boolean(target));
    pairs.highlight(target?.pair);
    corpus.highlight(target?.pair ?? null);
    if (target?.id !== undefined) {
      for (const chip of body.querySelectorAll(`[data-id="${target.id}"]`)) {
        chip.classList.add("same");
      }
      explanation.setDetail(head.tokens[Number(target.id)][2]);
    } else if (target?.pair && current) {
      const sums = current.block.sums[target.pair];
      explanation.setDetail(sums ? versionAt(sums, current.step)[1] : "");
      if (head.sums_on_request) fetchSum(target.pair, current.step);
    } else {
      explanation.setDetail("");
    }
  };
  const pointing = new Pointing(body, highlight);
  explanation.pointing = pointing;
  body.addEventListener("click", (event) => {
    const [node] = event.composedPath();
    const picked = node instanceof Element ? node.closest(".token[data-id]") : null;
    if (picked instanceof HTMLElement && !picked.closest(".merge-entry")) {
      lists.tree.pick(Number(picked.dataset.id));
    }
  });
  return {
    /**
     * @param {TrainingRecord} record
     * @param {TrainingBlock} block
     * @param {number} step
     */
    draw(record, block, step) {
      current = { block, step };
      equation.draw(record);
      pairs.draw(record);
      corpus.draw(record, block, step);
      cancelAnimationFrame(frameRequest); // below the fold: drawn after this step is painted
      frameRequest = requestAnimationFrame(() => {
        frameRequest = requestAnimationFrame(() => {
          lists.draw(record, step);
          charts.draw(record, step);
          downloads.draw(step);
          code.draw(step);
        });
      });
      explanation.drawStep(record.why);
    },
    explain: (text) => explanation.explainAnswer(text),
    setView: (view) => corpus.setView(view, false),
    watch: (versions, step, sentence) => corpus.watched.set(versions, step, sentence),
  };
}
