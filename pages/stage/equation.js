// The merge as one large equation, and the facts beside it.
import { chip } from "./chips.js";
import { el } from "./dom.js";
import { Headline } from "./headline.js";

export class Equation extends Headline {
  constructor(head) {
    super("merge");
    this.head = head;
  }
  draw({ merge, rest, facts }) {
    const { head } = this;
    this.line.replaceChildren(
      ...(merge
        ? [
            chip(head, merge[0]),
            el("span", "sign", {}, "+"),
            chip(head, merge[1]),
            el("span", "sign", {}, "→"),
            chip(head, merge[2], "token made"),
          ]
        : [el("span", "rest", {}, rest)]),
    );
    this.fit((merge ?? []).map((id) => head.tokens[id][0]).join(""), facts);
  }
}
