// How a step of EM shares the counts of words over their segmentations, or adds the shares up: bars
// with parts, and below each bar a thin one with Viterbi's hard choice.

import { addArrowKeys } from "../../stage/core/focus.js";
import { setContent } from "../../stage/parts/chips.js";
import { el } from "../../stage/parts/dom.js";

/** @import { RoundRecord, ShareRow } from "../../stage/records.d.ts" */

/**
 * A part of a bar. Its width is no attribute: the page of a phone in a class allows no inline styles.
 * @param {string} className
 * @param {number} share of the width
 */
function partEl(className, share) {
  const part = el("span", className);
  part.style.width = `${(100 * share).toFixed(2)}%`;
  return part;
}

/** @param {ShareRow} row */
function bar([name, parts, total, hard, hardTotal, key]) {
  const pieces = parts.map(([content, share, amount, isBest]) => {
    const part = partEl(isBest ? "part best-part" : "part", share);
    part.append(setContent(el("span", "content"), content), el("span", "amount", amount));
    return part;
  });
  const soft = el("div", "soft", pieces);
  const thin = el("div", "hard", partEl("part", hard));
  const totals = el("span", "totals", el("b", "", total), el("span", "", hardTotal));
  const bars = el("div", "share-bars", soft, thin);
  return el("li", "", { "data-pair": key }, setContent(el("span", "name"), name), bars, totals);
}

export class Shares {
  constructor() {
    this.title = el("h2");
    this.about = el("p", "note");
    this.list = el("ul");
    this.scroll = el("div", "scroll", { tabindex: 0, role: "region" });
    this.scroll.append(this.about, this.list);
    addArrowKeys(this.scroll, "li");
    this.node = el("section", "shares tabular", this.title, this.scroll);
    this.node.hidden = true; // until a step has shares
  }

  /** @param {RoundRecord["shares"]} data */
  draw(data) {
    this.node.hidden = !data.rows;
    if (!data.rows) return;
    this.title.textContent = data.title;
    this.scroll.setAttribute("aria-label", data.title);
    this.about.replaceChildren(data.about, " ", data.hard);
    this.list.replaceChildren(...data.rows.map(bar));
  }
}
