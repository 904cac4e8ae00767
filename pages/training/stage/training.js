// Draws a step of the training: the merge, its reason, the pair table, the corpus, the lists.

import { tokenLink } from "../../stage/core/token_link.js";
import { Charts } from "../../stage/parts/charts.js";
import { StepCode } from "../../stage/parts/code.js";
import { el } from "../../stage/parts/dom.js";
import { Downloads } from "../../stage/parts/downloads.js";
import { Equation, Explanation } from "../../stage/parts/headline.js";
import { Pointing } from "../../stage/parts/pointing.js";
import { CorpusView } from "./corpus.js";
import { MergesAndVocabulary } from "./merge_list.js";
import { PairExplanation } from "./pair_explanation.js";
import { PairTable } from "./pair_table.js";
import { TreePlace } from "./tree_place.js";

/**
 * @import { TrainingBlock, TrainingHead, TrainingRecord } from "../../stage/records.d.ts"
 * @import { Renderer, RendererTools } from "../../stage/types.d.ts"
 * @import { DrawnStep } from "./pair_explanation.js"
 * @import { Target } from "../../stage/parts/pointing.js"
 */

const TRAINED = { tokenizer: "", decoder: "bpe" }; // settings of the inspector

/**
 * @param {HTMLElement} body
 * @param {TrainingHead} head
 * @param {RendererTools} tools
 * @returns {Required<Pick<Renderer, "setView" | "watch">> & Renderer}
 */
export function training(body, head, { go, source, onView, onWords, onSentence, onCourse }) {
  const equation = new Equation(head, onCourse);
  const explanation = new Explanation();
  const pairs = new PairTable(head);
  const chooseView = (/** @type {string[]} */ view) => {
    onView(view);
    pointing.update(); // the sentence is about the corpus that is shown
  };
  const corpus = new CorpusView(head, { onView: chooseView, onWords, onSentence });
  const lists = new MergesAndVocabulary(head, go);
  const place = new TreePlace(body, lists);
  const charts = new Charts(head, go, source);
  const downloads = new Downloads(head, "pairs", head.labels.csv);
  downloads.addTable("merges.csv", head.labels.merges_csv);
  downloads.addReport(head.labels.report);
  const code = new StepCode(head, source);
  const columns = el("div", "columns", pairs.node, corpus.node);
  // For the styles. If they asked with :has(), each change in a row would style all rows again.
  columns.classList.toggle("scored", "score" in pairs.column);
  columns.classList.toggle("few", corpus.words.classList.contains("few"));
  body.append(equation.node, explanation.node, columns, lists.node, charts.node);
  body.append(downloads.node, code.node);
  const { animation } = corpus;
  const aboutPair = new PairExplanation(head, source, (text) => explanation.setDetail(text));
  /** @type {DrawnStep | null} */
  let current = null;
  let frameRequest = 0;

  /**
   * @param {Target | null} target
   * @param {boolean} isPinned
   */
  const highlight = (target, isPinned) => {
    aboutPair.end();
    if (lists.tree.isPicked && pointing.pinned?.id === undefined) {
      lists.tree.release();
      place.reset();
    }
    for (const chip of body.querySelectorAll(".token.same")) chip.classList.remove("same");
    pairs.highlight(target?.pair, isPinned);
    corpus.highlight(target?.pair ?? null, isPinned);
    if (target?.id !== undefined) {
      for (const chip of body.querySelectorAll(`[data-id="${target.id}"]`)) {
        chip.classList.add("same");
      }
      const link = isPinned ? tokenLink(head.next_steps?.inspect, target.id, TRAINED) : null;
      explanation.setDetail(head.tokens[Number(target.id)][2], link);
    } else if (target?.pair && current) {
      aboutPair.explain(target.pair, current, corpus.showsBefore);
    } else {
      explanation.setDetail("");
    }
    const isShown = target !== null && body.querySelector(".same, .highlighted") !== null;
    body.classList.toggle("pointing", isShown);
    body.classList.toggle("pinned", isShown && isPinned);
  };
  const pointing = new Pointing(body, highlight);
  explanation.pointing = pointing;
  body.addEventListener("click", (event) => {
    const [node] = event.composedPath();
    if (!(node instanceof Element)) return;
    const entry = /** @type {HTMLButtonElement | null} */ (node.closest(".merge-entry"));
    if (entry && pointing.pinned) pointing.pinToken(lists.tokenOf(entry));
    const id = pointing.pinned?.id;
    if (!entry && !(id && node.closest(".token"))) return;
    if (id && !lists.tree.node.contains(node)) lists.pick(Number(id));
    place.show(node);
    pointing.update(); // the tokens that were drawn now are highlighted, too
  });
  return {
    /**
     * @param {TrainingRecord} record
     * @param {TrainingBlock} block
     * @param {number} step
     * @param {boolean} isAnimated
     */
    draw(record, block, step, isAnimated) {
      animation.stop();
      const joins = isAnimated ? corpus.joinsAt(block, step) : null;
      current = { record, block, step };
      equation.draw(record);
      pairs.draw(record);
      corpus.draw(record, block, step);
      if (isAnimated) {
        if (joins) animation.join(joins);
        animation.made(equation.line.querySelector(".made"));
        animation.showChanges(pairs.changedCells());
      }
      cancelAnimationFrame(frameRequest); // below the fold: drawn after this step is painted
      frameRequest = requestAnimationFrame(() => {
        frameRequest = requestAnimationFrame(() => {
          charts.draw(record, step);
          downloads.draw(step);
          code.draw(step);
          lists.draw(record, step);
          if (isAnimated) animation.enter(lists.currentEntry);
        });
      });
      explanation.drawStep(record.why);
    },
    explain: (...answer) => explanation.explainAnswer(...answer),
    replacedByQuestion: pairs.node,
    byHand: { title: pairs.title, load: () => import("./by_hand_corpus.js") },
    onQuestion: () => corpus.showAfter(),
    pointing,
    loadForPrint: () => charts.load(),
    setView: (view) => corpus.setView(view, false),
    watch: (versions, step, sentence) => corpus.watched.set(versions, step, sentence),
  };
}
