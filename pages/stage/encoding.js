// Draws a step of encoding: the merge that is applied, the candidates in the word, the text.
import { StepCode } from "./code.js";
import { el } from "./dom.js";
import { EncodingResult } from "./encoding_result.js";
import { Explanation, Headline } from "./headline.js";
import { NextSteps } from "./next_steps.js";
import { highlightSameTokens } from "./pointing.js";
import { RuleList } from "./rule_list.js";
import { Table, tableRows } from "./table.js";
import { TextView } from "./text_view.js";

/** @import { EncodingBlock, EncodingHead, EncodingRecord, Renderer, RendererTools } from "./types.d.ts" */

/**
 * @param {HTMLElement} body
 * @param {EncodingHead} head
 * @param {RendererTools} tools
 * @returns {Renderer}
 */
export function encoding(body, head, { source }) {
  const { labels } = head;
  const headline = new Headline();
  const explanation = new Explanation();
  const candidates = new Table("merge-candidates", labels.columns);
  candidates.scroll.append(el("p", "nothing", {}, labels.nothing));
  candidates.node.append(el("p", "note", {}, labels.positions));
  const rules = new RuleList(head);
  const result = new EncodingResult(head);
  const text = new TextView(head);
  const columns = el("div", "halves text-columns");
  text.node.append(result.node);
  columns.append(rules.node, candidates.node, text.node);
  const next = new NextSteps(head, el("p", "note"));
  const code = new StepCode(head, source);
  body.append(headline.node, explanation.node, columns, next.node, code.node);
  const pointing = highlightSameTokens(body, (target) => {
    explanation.setDetail(target ? text.describe(pointing.currentElement, target.id) : "");
  });
  explanation.pointing = pointing;
  return {
    /**
     * @param {EncodingRecord} record
     * @param {EncodingBlock} block
     * @param {number} step
     */
    draw(record, block, step) {
      headline.draw(record);
      candidates.drawRows(record.before, tableRows(record.rows), record.more);
      candidates.node.classList.toggle("none", !record.rows.length);
      rules.draw(record);
      text.draw(record, block.words, step);
      result.draw(step);
      explanation.drawStep(record.why);
      next.draw(step);
      code.draw(step);
    },
    pointing,
    explain: (...answer) => explanation.explainAnswer(...answer),
    replacedByQuestion: candidates.node,
  };
}
