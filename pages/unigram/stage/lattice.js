// Draws a step of Viterbi on one word: the lattice, the pieces that end at a position, the best
// segmentation up to each position.

import { NextSteps } from "../../stage/core/next_steps.js";
import { StepCode } from "../../stage/parts/code.js";
import { el } from "../../stage/parts/dom.js";
import { Explanation, Headline } from "../../stage/parts/headline.js";
import { Table, tableRows } from "../../stage/parts/table.js";
import { explainArcs, LatticePicture, linesLegend } from "./lattice_picture.js";

/**
 * @import { Block, LatticeHead, LatticeRecord } from "../../stage/records.d.ts"
 * @import { Renderer, RendererTools } from "../../stage/types.d.ts"
 */

const LONG = 8; // characters of a word whose candidates need wide rows

/**
 * @param {HTMLElement} body
 * @param {LatticeHead} head
 * @param {RendererTools} tools
 * @returns {Renderer}
 */
export function lattice(body, head, { source }) {
  const { labels } = head;
  const headline = new Headline();
  const explanation = new Explanation();
  const picture = new LatticePicture(head);
  const candidates = new Table("candidates", labels.candidate_columns);
  const segmentations = new Table("segmentations", labels.candidate_columns);
  const best = new Table("best", labels.best_columns);
  const all = new Table("every", labels.all_columns);
  const code = new StepCode(head, source);
  const next = new NextSteps(head, el("p", "note", {}, head.note));
  // The first steps list whole segmentations in the place of what is shown at each position.
  const listed = el("div", "listed", candidates.node, segmentations.node);
  const viterbi = el("div", "viterbi", picture.node, linesLegend(labels.lines), listed, best.node);
  viterbi.style.setProperty("--positions", String(head.text.length));
  viterbi.classList.toggle("long", head.text.length > LONG);
  body.append(
    headline.node,
    explanation.node,
    viterbi,
    next.node,
    el("p", "note logs", {}, labels.why_logs),
    all.node,
    el("p", "note sampling", {}, labels.sampling),
    code.node,
  );
  picture.setLanguages();
  for (const table of [all, best, candidates, segmentations]) table.visibleRows = Infinity;
  const { title, rows, note } = head.segmentations;
  all.drawRows(title, tableRows(rows), note);
  const pointing = explainArcs(body, head, explanation);
  return {
    /**
     * @param {LatticeRecord} record
     * @param {Block} _block
     * @param {number} step
     */
    draw(record, _block, step) {
      headline.draw(record);
      picture.draw(record, step);
      viterbi.classList.toggle("paths", record.are_paths === true);
      viterbi.classList.toggle("before", !record.heading);
      const table = record.are_paths ? segmentations : candidates;
      table.drawRows(record.heading ?? record.title, tableRows(record.rows));
      table.scrollToMark("chosen");
      best.drawRows(labels.best, tableRows(record.best));
      best.scrollToMark("chosen");
      explanation.drawStep(record.why);
      next.draw(step);
      code.draw(step);
    },
    pointing,
    explain: (...answer) => explanation.explainAnswer(...answer),
    byHand: { title: candidates.title, load: () => import("./by_hand_lattice.js") },
    replacedByQuestion: headline.node, // next to the picture, which the question is about
  };
}
