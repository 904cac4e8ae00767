// Encoding: the result below the text. It is shown at the last step, and its place is kept before.
import { chip } from "../../stage/parts/chips.js";
import { el, languageOf, sentenceEl, setLanguage } from "../../stage/parts/dom.js";

/** @import { ResultHead } from "../../stage/types.d.ts" */

export class EncodingResult {
  /** @param {ResultHead} head */
  constructor(head) {
    const { dir, last, result } = head;
    const language = languageOf(head);
    this.last = last;
    this.node = el("section", "result", { "aria-label": result.title });
    const tokens = el("div", "line result-tokens flow", { dir, ...language });
    tokens.append(...result.tokens.map(([data, id]) => this.token(data, id)));
    if (result.more) tokens.append(el("span", "note", result.more));
    const decoded = el("div", "decoded", {}, [
      el("span", "label", result.label),
      el("bdi", "quote decoded-text", language, result.decoded),
      sentenceEl("span", "note", result.note),
    ]);
    const scrolled = { tabindex: 0, role: "region", "aria-label": result.ids };
    const found = el("div", "found", scrolled, [el("h2", "", result.total), tokens, decoded]);
    this.node.append(found, el("p", "later", result.later));
  }

  /**
   * @param {import("../../stage/records.d.ts").ChipData} data
   * @param {string} id
   */
  token(data, id) {
    return el("span", "token-and-id", chip(data), el("span", "id", id));
  }

  /** @param {number} step */
  draw(step) {
    for (const quote of this.node.querySelectorAll("bdi")) setLanguage(quote);
    this.node.classList.toggle("shown", step === this.last);
  }
}
