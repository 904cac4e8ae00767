// Draws a step of encoding: the merge that is applied, the candidates in the word, the text.
import { StepCode } from "../../stage/parts/code.js";
import { el } from "../../stage/parts/dom.js";
import { Table, tableRows } from "../../stage/parts/table.js";
import { RuleList } from "./rule_list.js";
import { TextStep } from "./text_step.js";

/**
 * @import { EncodingHead, EncodingRecord, TextBlock } from "../../stage/records.d.ts"
 * @import { Renderer, RendererTools } from "../../stage/types.d.ts"
 */

/**
 * @param {HTMLElement} body
 * @param {EncodingHead} head
 * @param {RendererTools} tools
 * @returns {Renderer}
 */
export function encoding(body, head, { source }) {
  const { labels } = head;
  const candidates = new Table("merge-candidates", labels.columns);
  candidates.scroll.append(el("p", "nothing", labels.nothing));
  const rules = new RuleList(head);
  const parts = new TextStep(body, head, rules.node, candidates);
  const code = new StepCode(head, source);
  body.append(code.node);
  return {
    ...parts.renderer,
    /**
     * @param {EncodingRecord} record
     * @param {TextBlock<EncodingRecord>} block
     * @param {number} step
     */
    draw(record, block, step) {
      candidates.drawRows(record.before, tableRows(record.rows), record.more);
      candidates.node.classList.toggle("none", !record.rows.length);
      rules.draw(record);
      parts.draw(record, block, step);
      code.draw(step);
    },
  };
}
