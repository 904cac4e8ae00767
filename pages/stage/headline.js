// The large line of a step with the facts beside it, and the sentence below.
import { el, letters, setSentence } from "./dom.js";
import { fillWith } from "./table.js";

export class Headline {
  constructor(className = "merge headline") {
    this.node = el("div", className);
    this.line = el("div", "equation", { dir: "ltr" });
    this.facts = el("div", "facts");
    const room = el("div", "room");
    room.append(this.line);
    this.node.append(room, this.facts);
  }
  /** record: {parts: texts and chips} or {rest: a sentence}; {facts: [[text, kind]]}. */
  draw({ parts, rest, facts }) {
    if (parts) {
      fillWith(this.line, parts);
    } else {
      this.line.content = "";
      this.line.replaceChildren(el("span", "rest", {}, rest));
    }
    this.fit(
      (parts ?? [])
        .map((part) => (typeof part === "string" ? ` ${part} ` : `${part[0]} `))
        .join(""),
      facts,
    );
  }
  /** A long line is written smaller rather than cut off: the style needs to know how long. */
  fit(text, facts) {
    this.line.style.setProperty("--letters", letters(text));
    this.facts.replaceChildren(
      ...facts.map(([text, kind]) => el("span", `fact ${kind}`, {}, text)),
    );
  }
}

/** One line: why this step, an answer explained, or what the reader points at. Its height stays. */
export class Saying {
  constructor() {
    this.node = el("div", "saying");
    this.why = el("p", "why", { dir: "ltr" });
    this.told = el("p", "told", { dir: "ltr" });
    this.node.append(this.why, this.told);
  }
  /** Tell `pointing` of each step and each answer, because they decide what counts. */
  follow(pointing) {
    this.pointing = pointing;
  }
  /** What the reader points at; else the answer to what was predicted, until the next step. */
  tell(text) {
    const told = text || this.answer || "";
    setSentence(this.told, told);
    this.node.classList.toggle("telling", Boolean(told));
  }
  /** After a step was drawn: its reason is said, unless the reader still points at something. */
  stepped() {
    this.answer = "";
    this.tell("");
    this.pointing.stepped();
  }
  /** Explain an answer. */
  answered(text) {
    this.pointing.answered();
    this.answer = text;
    this.tell("");
  }
}
