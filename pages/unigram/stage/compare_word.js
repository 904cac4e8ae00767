// Draws a step of one word under both methods: BPE's merges, the lattice with Viterbi's path and
// BPE's choice as a second path, and between them what the lattice says about BPE's choice.

import { NextSteps } from "../../stage/core/next_steps.js";
import { tokenLink } from "../../stage/core/token_link.js";
import { el, sentenceEl } from "../../stage/parts/dom.js";
import { Explanation, Headline } from "../../stage/parts/headline.js";
import { Table, tableRows } from "../../stage/parts/table.js";
import { explainArcs, LatticePicture, linesLegend } from "./lattice_picture.js";

/**
 * @import { Block, ComparedHead, ComparedRecord } from "../../stage/records.d.ts"
 * @import { Renderer } from "../../stage/types.d.ts"
 */

/**
 * What the lattice says about BPE's choice. Its place is kept before the last step.
 * @param {ComparedHead} head
 */
function verdictOf({ labels, verdict }) {
  const node = el("section", "both-verdict", { "aria-label": labels.verdict });
  const results = new Table("results", labels.result_columns);
  results.visibleRows = Infinity;
  results.drawRows(verdict.rank, tableRows(verdict.rows));
  const found = el("div", "found", { role: "group", "aria-label": labels.verdict });
  found.append(sentenceEl("p", "reason", verdict.why), results.node);
  node.append(found, el("p", "later", {}, labels.later));
  return node;
}

/**
 * What the lines of the picture mean. Only those of the step are visible.
 * @param {ComparedHead} head
 */
function legendOf({ labels }) {
  const node = linesLegend(labels.lines);
  const second = el("span", "second-path", { "aria-hidden": "true" });
  node.append(
    el("span", "part of-second-path", {}, second, el("span", "", {}, labels.second_path)),
  );
  return node;
}

/**
 * @param {HTMLElement} body
 * @param {ComparedHead} head
 * @returns {Renderer}
 */
export function comparison(body, head) {
  const { labels } = head;
  const headline = new Headline();
  const explanation = new Explanation();
  const merges = new Table("word-merges", labels.merge_columns);
  merges.visibleRows = Infinity;
  const verdict = verdictOf(head);
  const picture = new LatticePicture(head);
  const unigram = el("div", "unigram-side");
  unigram.append(el("h2", "", {}, labels.picture), picture.node, legendOf(head));
  const columns = el("div", "halves methods");
  columns.append(el("div", "bpe-side", {}, merges.node, verdict), unigram);
  const next = new NextSteps(head, el("p", "note"));
  body.append(headline.node, explanation.node, columns, next.node);
  picture.setLanguages();
  const pointing = explainArcs(body, head, explanation, ({ id = "" }) => {
    const isOfBpe = columns.firstElementChild?.contains(pointing.pinnedElement);
    return isOfBpe ? tokenLink(head.next_steps?.inspect, head.ids[id], head.inspected) : null;
  });
  return {
    /**
     * @param {ComparedRecord} record
     * @param {Block} _block
     * @param {number} step
     */
    draw(record, _block, step) {
      const { joins } = record;
      headline.draw(record);
      merges.drawRows(
        labels.merges,
        tableRows(
          head.merges.map(([cells], i) => [cells, i > joins ? "yet" : i === joins ? "chosen" : ""]),
        ),
      );
      merges.scrollToMark("chosen");
      picture.draw(record, step);
      columns.toggleAttribute("data-searching", record.second);
      columns.toggleAttribute("data-second", record.second && head.second?.length > 0);
      verdict.classList.toggle("shown", step === head.last);
      explanation.drawStep(record.why);
      next.draw(step);
    },
    pointing,
    explain: (...answer) => explanation.explainAnswer(...answer),
    replacedByQuestion: headline.node,
  };
}
