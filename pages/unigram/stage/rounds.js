// Draws a round of a Unigram training: its sentence, the pieces, the words that it changed.

import { NextSteps } from "../../stage/core/next_steps.js";
import { Charts } from "../../stage/parts/charts.js";
import { StepCode } from "../../stage/parts/code.js";
import { el } from "../../stage/parts/dom.js";
import { Downloads } from "../../stage/parts/downloads.js";
import { Explanation, Headline } from "../../stage/parts/headline.js";
import { highlightSameTokens } from "../../stage/parts/pointing.js";
import { Table, tableRows } from "../../stage/parts/table.js";
import { pieceLink } from "./lattice_picture.js";
import { Shares } from "./shares.js";

/**
 * @import { Block, RoundRecord, RoundsHead } from "../../stage/records.d.ts"
 * @import { Renderer, RendererTools } from "../../stage/types.d.ts"
 * @import { Target } from "../../stage/parts/pointing.js"
 */

const FETCH_AFTER = 60; // ms that the reader stays on a number
const LOSS = "loss";
const WORD = "word ";

/**
 * The name of the record that says what a number is made of.
 * @param {string} pair what the reader points at: the loss, the bar of a word, or a piece
 * @param {number} step
 */
function termsOf(pair, step) {
  if (pair === LOSS) return `loss-${step}`;
  return pair.startsWith(WORD)
    ? `shares-${step}-${pair.slice(WORD.length)}`
    : `without-${step}-${pair}`;
}

/**
 * Draw what a round computes, written out; nothing if there is nothing to write out.
 * @param {Table} table
 * @param {RoundRecord["example"]} data
 */
function drawExample(table, data) {
  table.node.classList.toggle("none", !data.rows);
  if (!data.rows) return;
  table.setColumns(data.columns);
  table.drawRows(data.title, tableRows(data.rows), data.note);
}

/**
 * @param {HTMLElement} body
 * @param {RoundsHead} head
 * @param {RendererTools} tools
 * @returns {Renderer}
 */
export function rounds(body, head, { go, source }) {
  const { labels } = head;
  const headline = new Headline();
  const explanation = new Explanation();
  const pieces = new Table("pieces", labels.columns[""]);
  const words = new Table("changes", labels.first_columns);
  words.scroll.append(el("p", "nothing", {}, labels.nothing));
  const example = new Table("example", []);
  example.visibleRows = Infinity;
  example.node.classList.add("none"); // until the step is painted
  const charts = new Charts(head, go, source);
  const shares = new Shares();
  const columns = el("div", "halves", pieces.node, words.node, shares.node);
  const download = new Downloads(head, "pieces", labels.csv);
  const code = new StepCode(head, source);
  const next = new NextSteps(head, el("p", "note"));
  body.append(headline.node, explanation.node, next.node, columns, example.node);
  body.append(charts.node, download.node);
  body.append(code.node);
  /** @type {{ record: RoundRecord, step: number } | null} */
  let current = null;
  let frameRequest = 0;
  let fetchTimer = 0;

  /**
   * When the reader stays on a number, fetch what it is made of.
   * @param {string} pair
   * @param {number} step
   */
  const fetchTerms = (pair, step) => {
    clearTimeout(fetchTimer);
    const isWanted = () => pointing.current?.pair === pair && current?.step === step;
    const show = (/** @type {string} */ text) => {
      if (isWanted()) explanation.setDetail(text, explanation.link);
    };
    fetchTimer = setTimeout(() => {
      if (isWanted()) source(termsOf(pair, step)).then(show, () => {});
    }, FETCH_AFTER);
  };
  const pointing = highlightSameTokens(body, (target, isPinned) => {
    explanation.setDetail("", isPinned && target ? linkOf(target) : null);
    if (target?.pair && current?.record.kind) fetchTerms(target.pair, current.step);
  });
  explanation.pointing = pointing;

  /**
   * The link of a piece: of a row of the table, or of a segmentation.
   * @param {Target} target
   */
  const linkOf = ({ id, pair }) => {
    const row = current?.record.rows.find(([piece, [text]]) =>
      pair === undefined ? text === id : String(piece) === pair,
    );
    return pieceLink(head, row?.[4]);
  };
  return {
    /**
     * @param {RoundRecord} record
     * @param {Block} _block
     * @param {number} step
     */
    draw(record, _block, step) {
      current = { record, step };
      headline.draw({ rest: record.title, facts: record.facts });
      const loss = /** @type {HTMLElement | null} */ (headline.facts.querySelector(".loss"));
      if (loss) {
        loss.dataset.pair = LOSS;
        loss.tabIndex = 0;
        loss.setAttribute("role", "button");
      }
      const shown = labels.columns[record.kind];
      pieces.setColumns(shown);
      pieces.node.classList.toggle("pruned", record.kind === "prune");
      pieces.drawRows(
        record.before,
        record.rows.map(([id, chip, cells, mark]) => ({
          cells: [[chip], ...cells, labels.marks[mark] ?? ""].slice(0, shown.length),
          mark,
          key: String(id),
        })),
        record.more,
      );
      const wordColumns = step ? labels.word_columns : labels.first_columns;
      words.setColumns(wordColumns);
      const wordRows = record.words.map((cells) => ({ cells: cells.slice(0, wordColumns.length) }));
      words.drawRows(record.after, wordRows, record.note);
      words.node.classList.toggle("none", !record.words.length);
      words.node.classList.toggle("first", step === 0); // nothing has changed yet
      words.node.hidden = Boolean(record.shares.rows);
      shares.draw(record.shares); // after its place is free, because it measures its bars
      words.node.setAttribute("data-step", String(step));
      cancelAnimationFrame(frameRequest); // below the fold: drawn after this step is painted
      frameRequest = requestAnimationFrame(() => {
        frameRequest = requestAnimationFrame(() => {
          drawExample(example, record.example);
          charts.draw(record, step);
          download.draw(step);
          code.draw(step);
        });
      });
      explanation.drawStep(record.why);
      next.draw(step);
    },
    pointing,
    explain: (...answer) => explanation.explainAnswer(...answer),
    replacedByQuestion: head.question_covers === "words" ? words.node : pieces.node,
    byHand: { title: pieces.title, load: () => import("./by_hand_pieces.js") },
    loadForPrint: () => charts.load(),
  };
}
