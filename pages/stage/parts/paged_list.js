// A long list of which one page is drawn at a time.
import { el, setText, signEl } from "./dom.js";

export const PAGE_SIZE = 200; // entries

/** @typedef {{ page: string, earlier: string, later: string }} PageLabels */

/** @template {HTMLElement} Entry */
export class PagedList {
  /**
   * @param {string} className
   * @param {string} title
   * @param {PageLabels} labels
   * @param {number} count how many entries there are
   * @param {(i: number) => Entry} makeEntry
   */
  constructor(className, title, labels, count, makeEntry) {
    this.labels = labels;
    this.count = count;
    this.makeEntry = makeEntry;
    this.page = -1;
    /** @type {Entry[]} the entries of the page */
    this.entries = [];
    /** Called when another page is drawn. */
    this.onPage = () => {};
    this.body = el("div", "list", { tabindex: 0, role: "region", "aria-label": title });
    this.range = el("span", "range");
    this.earlier = signEl("toggle", "‹", labels.earlier, () => this.show(this.page - 1));
    this.later = signEl("toggle", "›", labels.later, () => this.show(this.page + 1));
    const top = el("div", "top", el("h2", "", title));
    if (count > PAGE_SIZE) {
      top.append(this.range, el("span", "toggles", this.earlier, this.later));
    }
    this.node = el("section", className, top, this.body);
    this.show(0);
  }

  /**
   * Tell the style how long the longest number in front of an entry is.
   * @param {(string | number)[]} numbers
   */
  setDigits(numbers) {
    const digits = Math.max(...numbers.map((each) => String(each).length));
    this.node.style.setProperty("--digits", String(digits));
  }

  /** @param {number} page */
  show(page) {
    if (page === this.page) return;
    this.page = page;
    const from = page * PAGE_SIZE;
    const to = Math.min(from + PAGE_SIZE, this.count);
    this.entries = Array.from({ length: to - from }, (_, i) => this.makeEntry(from + i));
    this.body.replaceChildren(...this.entries);
    this.body.scrollTop = 0;
    if (this.count > PAGE_SIZE) {
      /** @type {Record<string, number>} */
      const values = { from: from + 1, to, all: this.count };
      const number = (/** @type {string} */ _, /** @type {string} */ name) =>
        values[name].toLocaleString("en");
      setText(this.range, this.labels.page.replace(/\{(\w+)\}/g, number));
      this.earlier.disabled = page === 0;
      this.later.disabled = to === this.count;
    }
    this.onPage();
  }

  /** The index of the first entry that is drawn. */
  get start() {
    return Math.max(0, this.page) * PAGE_SIZE;
  }

  /**
   * Entry i, if its page is drawn.
   * @param {number} i
   * @returns {Entry | undefined}
   */
  entry(i) {
    return this.entries[i - this.page * PAGE_SIZE];
  }

  /**
   * Turn to the page of an entry, and scroll the list, but not the page, to it.
   * @param {number} i
   */
  scrollTo(i) {
    if (i < 0 || i >= this.count) return;
    this.show(Math.floor(i / PAGE_SIZE));
    const entry = this.entry(i);
    if (!entry) return;
    const { body } = this;
    const top = entry.offsetTop;
    const bottom = top + entry.offsetHeight;
    if (top < body.scrollTop || bottom > body.scrollTop + body.clientHeight) {
      body.scrollTop = top - body.clientHeight / 2;
    }
  }
}
