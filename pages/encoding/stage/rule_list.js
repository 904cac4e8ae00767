// Encoding: the list of merges by rank, with the merge of the step marked and scrolled into view.
import { chip } from "../../stage/parts/chips.js";
import { el, languageOf, setCurrent } from "../../stage/parts/dom.js";
import { PagedList } from "../../stage/parts/paged_list.js";

/** @import { EncodingHead, EncodingRecord } from "../../stage/records.d.ts" */

export class RuleList {
  /** @param {EncodingHead} head */
  constructor(head) {
    const { labels, merges, merges_note: note } = head;
    this.merges = merges;
    this.language = languageOf(head);
    /** @type {Map<number, number>} the places of the merges in the list, by rank */
    this.places = new Map(merges.map(([rank], i) => [rank, i]));
    /** @type {Set<number>} the ranks that other candidates have */
    this.waiting = new Set();
    this.rank = 0;
    this.list = new PagedList("rules", labels.merges, labels, merges.length, (i) => this.entry(i));
    this.list.setDigits(merges.map(([rank]) => rank));
    this.list.onPage = () => this.mark();
    this.node = this.list.node;
    this.legend = el("span", "waits", labels.waiting);
    this.node.firstElementChild?.append(this.legend);
    this.node.append(el("p", "note", note));
    this.place = -1;
    new ResizeObserver(() => this.list.scrollTo(this.place)).observe(this.list.body);
  }

  /** @param {number} i */
  entry(i) {
    const [rank, left, right, token] = this.merges[i];
    const node = el("div", "merge-entry", this.language);
    const sign = (/** @type {string} */ text) => el("span", "sign", text);
    node.append(el("span", "rank", rank), chip(left), sign("+"), chip(right));
    node.append(sign("→"), chip(token));
    return node;
  }

  mark() {
    this.list.entries.forEach((node, i) => {
      const [rank] = this.merges[this.list.start + i];
      node.classList.toggle("now", rank === this.rank);
      node.classList.toggle("waiting", this.waiting.has(rank));
      setCurrent(node, rank === this.rank);
    });
  }

  /** @param {EncodingRecord} record */
  draw({ rank, waiting }) {
    this.rank = rank;
    this.waiting = new Set(waiting);
    this.legend.hidden = !waiting.length;
    this.place = this.places.get(rank || waiting[0]) ?? -1;
    this.list.scrollTo(this.place);
    this.mark();
  }
}
