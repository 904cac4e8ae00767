// How a step of EM shares the counts of words over their segmentations, or adds the shares up: bars
// with parts, and below each bar a thin one with Viterbi's hard choice, and the parts that are too narrow
// for their text.

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
  const label = (/** @type {ShareRow[1][0]} */ [content, , amount]) => [
    setContent(el("span", "content"), content),
    el("span", "amount", amount),
  ];
  const drawn = parts.map((each) => {
    const part = partEl(each[3] ? "part best-part" : "part", each[1]);
    part.append(...label(each));
    return part;
  });
  const soft = el("div", "soft", drawn);
  const narrow = parts.map((part) => el("span", "", label(part)));
  const thin = el("div", "hard", partEl("part", hard));
  const totals = el("span", "totals", el("b", "", total), el("span", "", hardTotal));
  const bars = el("div", "share-bars", soft, thin, el("div", "narrow", narrow));
  return el("li", "", { "data-pair": key }, setContent(el("span", "name"), name), bars, totals);
}

/**
 * Move the texts that do not fit their part below the bar.
 * @param {Element} soft
 */
function fit(soft) {
  const parts = [...soft.children];
  const isNarrow = parts.map((part) => part.scrollWidth > part.clientWidth);
  const texts = /** @type {NodeListOf<HTMLElement>} */ (
    soft.parentElement?.querySelectorAll(".narrow > *")
  );
  parts.forEach((part, i) => {
    part.classList.toggle("too-narrow", isNarrow[i]);
    texts[i].hidden = !isNarrow[i];
  });
}

export class Shares {
  constructor() {
    this.sizes = new ResizeObserver((entries) => {
      for (const { target } of entries) fit(target);
    });
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
    this.sizes.disconnect();
    for (const soft of this.list.querySelectorAll(".soft")) {
      fit(soft); // before the rows are painted; the observer is later
      this.sizes.observe(soft);
    }
  }
}
