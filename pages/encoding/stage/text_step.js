// What a step of BPE and of WordPiece on a text have in common: the headline and the explanation, the
// three columns, and the next steps.

import { NextSteps } from "../../stage/core/next_steps.js";
import { tokenLink } from "../../stage/core/token_link.js";
import { el } from "../../stage/parts/dom.js";
import { Explanation, Headline } from "../../stage/parts/headline.js";
import { highlightSameTokens } from "../../stage/parts/pointing.js";
import { EncodingResult } from "./encoding_result.js";
import { TextView } from "./text_view.js";

/**
 * @import { EncodingHead, EncodingRecord } from "../../stage/records.d.ts"
 * @import { MatchingHead, MatchingRecord, TextBlock } from "../../stage/records.d.ts"
 * @import { Renderer } from "../../stage/types.d.ts"
 * @import { Table } from "../../stage/parts/table.js"
 */

export class TextStep {
  /**
   * @param {HTMLElement} body
   * @param {EncodingHead | MatchingHead} head
   * @param {HTMLElement} list the merges, or the tokens of the vocabulary
   * @param {Table} table the candidates, or the attempts
   * @param {Headline} [headline]
   */
  constructor(body, head, list, table, headline = new Headline()) {
    this.headline = headline;
    this.explanation = new Explanation();
    this.result = new EncodingResult(head);
    this.text = new TextView(head);
    this.next = new NextSteps(head, el("p", "note"));
    const { explanation, text } = this;
    table.node.append(el("p", "note", head.labels.positions));
    text.node.append(this.result.node);
    const columns = el("div", "halves text-columns", list, table.node, text.node);
    body.append(headline.node, explanation.node, columns, this.next.node);
    const pointing = highlightSameTokens(body, (target) => {
      const about = target ? text.describe(pointing.currentElement, target.id) : "";
      const isPinned = target !== null && target === pointing.pinned;
      const id = isPinned ? head.result.token_ids[target.id ?? ""] : null;
      explanation.setDetail(about, tokenLink(head.next_steps?.inspect, id, { decoder: "bpe" }));
    });
    explanation.pointing = pointing;
    /** @type {Omit<Renderer, "draw">} */
    this.renderer = {
      pointing,
      explain: (...answer) => explanation.explainAnswer(...answer),
      replacedByQuestion: table.node,
    };
  }

  /**
   * @param {EncodingRecord | MatchingRecord} record
   * @param {TextBlock<EncodingRecord> | TextBlock<MatchingRecord>} block
   * @param {number} step
   */
  draw(record, block, step) {
    this.headline.draw(record);
    this.text.draw(record, block.words, step);
    this.result.draw(step);
    this.explanation.drawStep(record.why);
    this.next.draw(step);
  }
}
