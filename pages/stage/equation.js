// The merge as one large equation, and the facts beside it.
import { chip } from "./chips.js";
import { el } from "./dom.js";

export class Equation {
  constructor(head) {
    this.head = head;
    this.node = el("div", "merge");
    this.sum = el("div", "equation", { dir: "ltr" });
    this.facts = el("div", "facts");
    const room = el("div", "room");
    room.append(this.sum);
    this.node.append(room, this.facts);
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
  /** A long token is written smaller rather than cut off: the style needs to know how long. */
  fit({ merge }) {
    const text = (merge ?? []).map((id) => this.head.tokens[id][0]).join("");
    const letters = [...text].reduce((sum, letter) => sum + (letter > "\u2e80" ? 2 : 1), 0);
    this.sum.style.setProperty("--letters", letters);
  }
}
