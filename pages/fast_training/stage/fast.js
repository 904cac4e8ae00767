// Draws a step of the fast training: the heap, the words with the pair, the counts that change.

import { NextSteps } from "../../stage/core/next_steps.js";
import { StepCode } from "../../stage/parts/code.js";
import { el } from "../../stage/parts/dom.js";
import { Explanation, Headline } from "../../stage/parts/headline.js";
import { highlightSameTokens } from "../../stage/parts/pointing.js";
import { Table, tableRows } from "../../stage/parts/table.js";

/**
 * @import { Block, FastHead, FastRecord, TitledRows } from "../../stage/records.d.ts"
 * @import { Renderer, RendererTools } from "../../stage/types.d.ts"
 */

/**
 * @param {HTMLElement} body
 * @param {FastHead} head
 * @param {RendererTools} tools
 * @returns {Renderer}
 */
export function fast(body, head, { source }) {
  const { columns, note } = head.labels;
  const headline = new Headline();
  const explanation = new Explanation();
  const heap = new Table("heap", columns.heap);
  const words = new Table("heap-words", columns.words_0);
  const counts = new Table("heap-counts", columns.counts_0);
  const code = new StepCode(head, source);
  const next = new NextSteps(head, el("p", "note", {}, note));
  const tables = el("div", "halves thirds", {}, [heap.node, words.node, counts.node]);
  body.append(headline.node, explanation.node, next.node, tables, code.node);
  const pointing = highlightSameTokens(body, () => explanation.setDetail(""));
  explanation.pointing = pointing;
  /**
   * @param {Table} table
   * @param {TitledRows} rows
   */
  const fill = (table, { title, rows, note }) => table.drawRows(title, tableRows(rows), note);
  return {
    /**
     * @param {FastRecord} record
     * @param {Block} _block
     * @param {number} step
     */
    draw(record, _block, step) {
      headline.draw(record);
      explanation.drawStep(record.why);
      next.draw(step);
      words.setColumns(step ? columns.words : columns.words_0);
      counts.setColumns(step ? columns.counts : columns.counts_0);
      fill(heap, record.heap);
      fill(words, record.changed_words);
      fill(counts, record.changed_counts);
      heap.node.setAttribute("data-step", String(step));
      code.draw(step);
    },
    pointing,
    replacedByQuestion: headline.node, // above the heap, which the question is about
    explain: (...answer) => explanation.explainAnswer(...answer),
  };
}
