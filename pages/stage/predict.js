// Predict: before a step, ask what comes next; the answer is followed by the step.
// With "hold" on, a choice is only noted until the teacher reveals the answer.
import { setContent } from "./chips.js";
import { el, setSentence } from "./dom.js";

/** @import { Quiz, QuizChoice, StageLabels } from "./types.d.ts" */
/** @typedef {(explanation: string) => void} OnAnswer */

export class Predict {
  /**
   * @param {StageLabels} labels
   * @param {(isOn: boolean) => void} onToggle called when the reader switches the questions on or off
   */
  constructor(labels, onToggle) {
    this.labels = labels;
    this.on = false;
    const attributes = { type: "button", "aria-pressed": "false" };
    this.switch = el("button", "button predict", attributes, labels.predict);
    this.switch.addEventListener("click", () => {
      this.set(!this.on);
      onToggle(this.on);
    });
    this.panel = el("section", "prediction", { "aria-live": "polite" });
    this.panel.hidden = true;
    this.hold = el("input", "", { type: "checkbox" });
    /** @type {(() => void) | null} reveals the answer to the noted choice */
    this.revealAnswer = null;
  }

  /** @param {boolean} isOn */
  set(isOn) {
    this.on = isOn;
    this.switch.setAttribute("aria-pressed", String(isOn));
    if (!isOn) this.close();
  }

  get isAsking() {
    return !this.panel.hidden;
  }

  close() {
    this.panel.hidden = true;
    this.revealAnswer = null;
  }

  /** Show the answer that is held back. Returns whether there is one. */
  reveal() {
    const { revealAnswer } = this;
    revealAnswer?.();
    return Boolean(revealAnswer);
  }

  /**
   * Ask a question; then pass the explanation of the answer on.
   * @param {Quiz} quiz
   * @param {OnAnswer} onAnswer
   */
  ask(quiz, onAnswer) {
    const top = el("div", "top");
    const hold = el("label", "checkbox");
    hold.append(this.hold, el("span", "", {}, this.labels.hold));
    const reveal = el("button", "button labelled", { type: "button" }, this.labels.reveal);
    reveal.hidden = true;
    top.append(el("h2", "", {}, quiz.ask), reveal, hold);
    const choices = el("div", "choices");
    for (const choice of quiz.choices) {
      const button = el("button", "choice", { type: "button", "aria-pressed": "false" });
      setContent(button, choice[0]);
      button.addEventListener("click", () => {
        this.revealAnswer = () => this.answer(quiz, choice, onAnswer);
        if (!this.hold.checked) {
          this.reveal();
          return;
        }
        for (const each of choices.children) {
          each.setAttribute("aria-pressed", String(each === button));
        }
        reveal.hidden = false;
      });
      choices.append(button);
    }
    reveal.addEventListener("click", () => this.reveal());
    this.panel.replaceChildren(top, choices);
    this.panel.hidden = false;
  }

  /**
   * @param {Quiz} quiz
   * @param {QuizChoice} choice
   * @param {OnAnswer} onAnswer
   */
  answer(quiz, [, right, explanation], onAnswer) {
    if (right && quiz.count) {
      this.askCount(quiz.count, explanation, onAnswer);
    } else {
      this.close();
      onAnswer(explanation);
    }
  }

  /**
   * Ask for the count of the right pair. PageDown and Escape skip this question.
   * @param {NonNullable<Quiz["count"]>} count
   * @param {string} explanation of the right pair
   * @param {OnAnswer} onAnswer
   */
  askCount(count, explanation, onAnswer) {
    this.revealAnswer = null;
    const form = el("form", "choices");
    const label = this.labels.count ?? "";
    const field = el("input", "text-field", {
      type: "text",
      inputmode: "numeric",
      maxlength: 9,
      "aria-label": label,
      placeholder: label,
    });
    form.append(field, el("button", "button labelled", { type: "submit" }, this.labels.check));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.close();
      const typed = field.value.normalize("NFKC").replace(/[\s,.]/g, "");
      onAnswer(typed === count.is ? count.right : count.wrong);
    });
    form.addEventListener("keydown", (event) => {
      if (event.key !== "PageDown" && event.key !== "Escape") return;
      event.preventDefault();
      this.close();
      onAnswer(explanation);
    });
    const title = el("h2", "sentence");
    setSentence(title, count.ask);
    this.panel.replaceChildren(title, form);
    field.focus();
  }
}
