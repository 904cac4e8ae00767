// Draws a step of WordPiece: the attempt at the start of the rest of a word, the attempts before it,
// the tokens of the vocabulary that occur in the text, and the text.
import { chip } from "./chips.js";
import { el, languageOf } from "./dom.js";
import { EncodingResult } from "./encoding_result.js";
import { Explanation, Headline } from "./headline.js";
import { NextSteps } from "./next_steps.js";
import { PagedList } from "./paged_list.js";
import { highlightSameTokens } from "./pointing.js";
import { Table, tableRows } from "./table.js";
import { TextView } from "./text_view.js";

/** @import { MatchingBlock, MatchingHead, MatchingRecord, Renderer, RendererTools } from "./types.d.ts" */

/** The tokens that occur in the text, with the token of the step marked and scrolled into view. */
class VocabularyList {
  /** @param {MatchingHead} head */
  constructor(head) {
    const { labels, vocabulary } = head;
    const language = languageOf(head);
    this.found = -1;
    const entry = (/** @type {number} */ i) => {
      const [token, id] = vocabulary[i];
      const node = el("div", "merge-entry", language);
      node.append(el("span", "rank", {}, id), chip(token));
      return node;
    };
    this.list = new PagedList("rules", labels.vocabulary, labels, vocabulary.length, entry);
    this.list.setDigits(vocabulary.map(([, id]) => id));
    this.list.onPage = () => this.mark();
    this.node = this.list.node;
    this.node.append(el("p", "note", {}, head.vocabulary_note));
  }

  mark() {
    this.list.entries.forEach((node, i) => {
      const isFound = this.list.start + i === this.found;
      node.classList.toggle("now", isFound);
      if (isFound) node.setAttribute("aria-current", "step");
      else node.removeAttribute("aria-current");
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
 * @param {RendererTools} _tools
 * @returns {Renderer}
 */
export function longestMatch(body, head, _tools) {
  const { labels } = head;
  const headline = new Headline("merge headline matched");
  const explanation = new Explanation();
  const attempts = new Table("merge-candidates attempts", labels.columns);
  attempts.visibleRows = Infinity;
  attempts.node.append(el("p", "note", {}, labels.positions));
  const vocabulary = new VocabularyList(head);
  const result = new EncodingResult(head);
  const text = new TextView(head);
  const columns = el("div", "halves text-columns");
  text.node.append(result.node);
  columns.append(vocabulary.node, attempts.node, text.node);
  const next = new NextSteps(head, el("p", "note"));
  body.append(headline.node, explanation.node, columns, next.node);
  const pointing = highlightSameTokens(body, (target) => {
    explanation.setDetail(target ? text.describe(pointing.currentElement, target.id) : "");
  });
  explanation.pointing = pointing;
  return {
    /**
     * @param {MatchingRecord} record
     * @param {MatchingBlock} block
     * @param {number} step
     */
    draw(record, block, step) {
      headline.draw(record);
      attempts.drawRows(record.before, tableRows(record.rows));
      attempts.scrollToMark("tried");
      attempts.scrollToMark("chosen");
      vocabulary.draw(record);
      text.draw(record, block.words, step);
      result.draw(step);
      explanation.drawStep(record.why);
      next.draw(step);
    },
    pointing,
    explain: (...answer) => explanation.explainAnswer(...answer),
    replacedByQuestion: attempts.node,
  };
}
