// Draws a step of WordPiece: the attempt at the start of the rest of a word, the attempts before it,
// the tokens of the vocabulary that occur in the text, and the text.
import { chip } from "../../stage/parts/chips.js";
import { StepCode } from "../../stage/parts/code.js";
import { el, languageOf, setCurrent } from "../../stage/parts/dom.js";
import { Headline } from "../../stage/parts/headline.js";
import { PagedList } from "../../stage/parts/paged_list.js";
import { Table, tableRows } from "../../stage/parts/table.js";
import { TextStep } from "./text_step.js";

/**
 * @import { MatchingHead, MatchingRecord, TextBlock } from "../../stage/records.d.ts"
 * @import { Renderer, RendererTools } from "../../stage/types.d.ts"
 */

/** The tokens that occur in the text, with the token of the step marked and scrolled into view. */
class VocabularyList {
  /** @param {MatchingHead} head */
  constructor(head) {
    const { labels, vocabulary } = head;
    const language = languageOf(head);
    this.found = -1;
    const entry = (/** @type {number} */ i) => {
      const [token, id] = vocabulary[i];
      return el("div", "merge-entry", language, el("span", "rank", id), chip(token));
    };
    this.list = new PagedList("rules", labels.vocabulary, labels, vocabulary.length, entry);
    this.list.setDigits(vocabulary.map(([, id]) => id));
    this.list.onPage = () => this.mark();
    this.node = this.list.node;
    this.node.append(el("p", "note", head.vocabulary_note));
  }

  mark() {
    this.list.entries.forEach((node, i) => {
      const isFound = this.list.start + i === this.found;
      node.classList.toggle("now", isFound);
      setCurrent(node, isFound);
    });
  }

  /** @param {MatchingRecord} record */
  draw({ found }) {
    this.found = found;
    this.list.scrollTo(found);
    this.mark();
  }
}

/**
 * @param {HTMLElement} body
 * @param {MatchingHead} head
 * @param {RendererTools} tools
 * @returns {Renderer}
 */
export function matching(body, head, { source }) {
  const headline = new Headline("merge headline matched");
  const attempts = new Table("merge-candidates attempts", head.labels.columns);
  attempts.visibleRows = Infinity;
  const vocabulary = new VocabularyList(head);
  const parts = new TextStep(body, head, vocabulary.node, attempts, headline);
  const code = new StepCode(head, source);
  body.append(code.node);
  return {
    ...parts.renderer,
    /**
     * @param {MatchingRecord} record
     * @param {TextBlock<MatchingRecord>} block
     * @param {number} step
     */
    draw(record, block, step) {
      attempts.drawRows(record.before, tableRows(record.rows));
      attempts.scrollToMark("tried");
      attempts.scrollToMark("chosen");
      vocabulary.draw(record);
      parts.draw(record, block, step);
      code.draw(step);
    },
  };
}
