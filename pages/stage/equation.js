// The merge as one large equation, and the facts beside it.
import { chip } from "./chips.js";
import { el } from "./dom.js";

export class Equation {
  constructor(head) {
    this.head = head;
    this.node = el("div", "merge");
    this.sum = el("div", "equation", { dir: "ltr" });
    this.facts = el("div", "facts");
    this.node.append(this.sum, this.facts);
  }
  draw(record) {
    const parts = record.merge
      ? [chip(this.head, record.merge[0]), el("span", "sign", {}, "+"),
        chip(this.head, record.merge[1]), el("span", "sign", {}, "→"),
        chip(this.head, record.merge[2], "token made")]
      : [el("span", "rest", {}, record.rest)];
    this.sum.replaceChildren(...parts);
    this.facts.replaceChildren(...record.facts.map(([text, kind]) =>
      el("span", `fact ${kind}`, {}, text)));
    this.fit(record);
  }
  /** A long token is written smaller rather than cut off. */
  fit({ merge }) {
    const length = merge
      ? merge.reduce((sum, id) => sum + [...this.head.tokens[id][0]].length, 0) : 0;
    this.sum.style.fontSize = length > 16 ? `max(1.1rem, calc(2.6rem * 16 / ${length}))` : "";
  }
}
