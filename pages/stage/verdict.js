// The verdict on an answer: right or not, how many in a row, and a button for the next question.
import { el } from "./dom.js";

/** @import { StageLabels } from "./records.d.ts" */

const SIGNS = { right: "✓", wrong: "✕" };

let inARow = 0; // right answers, for as long as the page is open

export class Verdict {
  /**
   * @param {StageLabels} labels
   * @param {() => void} onNext called when the reader asks for the next question
   */
  constructor(labels, onNext) {
    this.labels = labels;
    this.outcome = el("span", "outcome");
    this.streak = el("span", "streak");
    const attributes = { type: "button" };
    this.next = el("button", "button labelled next-question", attributes, labels.next_question);
    this.next.addEventListener("click", onNext);
    this.node = el("div", "verdict");
    this.node.append(this.outcome, this.streak, this.next);
  }

  /**
   * Count an answer, and show whether it is right.
   * @param {boolean} isRight
   */
  count(isRight) {
    inARow = isRight ? inARow + 1 : 0;
    const name = isRight ? "right" : "wrong";
    const sign = el("span", "sign", { "aria-hidden": "true" }, SIGNS[name]);
    this.outcome.className = `outcome ${name}`;
    this.outcome.replaceChildren(sign, el("b", "", {}, this.labels[name]));
    const streak = (this.labels.streak ?? "").replace("{count}", String(inARow));
    this.streak.textContent = inARow > 1 ? streak : "";
  }

  /** Show no outcome, because a question is open, or there is none. */
  clear() {
    this.outcome.replaceChildren();
  }

  /** What a screen reader says. */
  get spoken() {
    return [this.outcome.querySelector("b")?.textContent, this.streak.textContent]
      .filter(Boolean)
      .join(" ");
  }
}
