// Predict: before a step, ask what comes next; the answer is followed by the step.
// With "hold" on, a choice is only noted until the teacher reveals the answer.
import { setContent } from "./chips.js";
import { el, sentenceEl, withoutIsolates } from "./dom.js";
import { numberOf } from "./expressions.js";

/** @import { Quiz, QuizChoice, StageLabels } from "./types.d.ts" */
/**
 * @callback OnAnswer called when a question is answered
 * @param {string} explanation
 * @param {boolean} isRight
 */

const LETTERS = "ABCDEF";
const MAX_TYPED = 60; // characters of a count, or of a sum

/**
 * The number of the choice that a key stands for: A or 1 for the first. -1 if it stands for none.
 * @param {KeyboardEvent} event
 */
export function choiceOfKey({ key, code, altKey, ctrlKey, metaKey }) {
  if (altKey || ctrlKey || metaKey) return -1;
  const isLatin = /^[a-z0-9]$/i.test(key); // else an input method is on: then the key's place counts
  const name = isLatin ? key.toUpperCase() : code.replace(/^(Key|Digit|Numpad)/, "");
  if (name.length !== 1) return -1;
  return Math.max(LETTERS.indexOf(name), "123456".indexOf(name));
}

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
    this.panel = el("section", "prediction");
    this.panel.hidden = true;
    this.hold = el("input", "", { type: "checkbox" });
    /** @type {HTMLButtonElement[]} the choices of the question */
    this.buttons = [];
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

  /** Whether the keyboard focus is in the question. */
  get hasFocus() {
    return this.panel.querySelector(":focus") !== null;
  }

  close() {
    this.panel.hidden = true;
    this.buttons = [];
    this.revealAnswer = null;
  }

  /** Show the answer that is held back. Returns whether there is one. */
  reveal() {
    const { revealAnswer } = this;
    revealAnswer?.();
    return Boolean(revealAnswer);
  }

  /**
   * Choose as a key says. Returns whether the question has this choice.
   * @param {KeyboardEvent} event
   */
  chooseByKey(event) {
    const button = this.buttons[choiceOfKey(event)];
    if (button && !event.repeat) button.click();
    return Boolean(button);
  }

  /**
   * Ask a question; then pass the explanation of the answer on.
   * @param {Quiz} quiz
   * @param {OnAnswer} onAnswer
   */
  ask(quiz, onAnswer) {
    const hold = el("label", "checkbox");
    hold.append(this.hold, el("span", "", {}, this.labels.hold));
    const reveal = el("button", "button labelled", { type: "button" }, this.labels.reveal);
    reveal.hidden = true;
    reveal.addEventListener("click", () => this.reveal());
    const held = el("div", "held flow");
    held.append(hold, reveal);
    const choices = el("div", "choices");
    this.buttons = quiz.choices.map((choice, i) => {
      const button = el("button", "choice", { type: "button", "aria-pressed": "false" });
      const content = setContent(el("span", "content"), choice[0]);
      for (const chip of content.querySelectorAll("[data-id]")) chip.removeAttribute("data-id");
      button.append(el("span", "letter", {}, LETTERS[i]), content);
      button.addEventListener("click", () => {
        this.revealAnswer = () => this.answer(quiz, choice, onAnswer);
        if (!this.hold.checked) {
          this.reveal();
          return;
        }
        for (const each of this.buttons) {
          each.setAttribute("aria-pressed", String(each === button));
        }
        reveal.hidden = false;
      });
      return button;
    });
    choices.append(...this.buttons);
    this.show(quiz.ask, choices, held);
  }

  /**
   * @param {string} question
   * @param {...HTMLElement} parts
   */
  show(question, ...parts) {
    this.panel.setAttribute("aria-label", withoutIsolates(question));
    this.panel.replaceChildren(sentenceEl("h2", "", question), ...parts);
    this.panel.hidden = false;
  }

  /** The question and its choices, as a screen reader says them. */
  get spoken() {
    const choices = this.buttons.map((button) =>
      [...button.children].map((part) => part.textContent).join(": "),
    );
    return [this.panel.getAttribute("aria-label"), ...choices].join(" ");
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
      onAnswer(explanation, right);
    }
  }

  /**
   * Ask for the count of the right pair. A step forward and Escape skip this question.
   * @param {NonNullable<Quiz["count"]>} count
   * @param {string} explanation of the right pair
   * @param {OnAnswer} onAnswer
   */
  askCount(count, explanation, onAnswer) {
    this.buttons = [];
    const skip = () => onAnswer(explanation, true);
    this.revealAnswer = skip;
    const form = el("form", "count-form flow");
    const label = this.labels.count ?? "";
    const field = el("input", "text-field", {
      type: "text",
      inputmode: "numeric",
      maxlength: MAX_TYPED,
      "aria-label": withoutIsolates(count.ask),
      placeholder: label,
    });
    form.append(field, el("button", "button labelled", { type: "submit" }, this.labels.check));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const isRight = numberOf(field.value) === Number(count.is);
      onAnswer(isRight ? count.right : count.wrong, isRight);
    });
    form.addEventListener("keydown", (event) => {
      if (event.key !== "PageDown" && event.key !== "Escape") return;
      event.preventDefault();
      skip();
    });
    this.show(count.ask, form);
    field.focus();
  }
}
