// Predict: before a step, ask what comes next; the answer is followed by the step.
// With "hold" on, a choice is only noted until the teacher reveals the answer.
import { el, sentenceEl, withoutIsolates } from "../parts/dom.js";
import { numberOf } from "./expressions.js";
import { answerForm, choiceButtons, choiceOfKey, plainContent } from "./question.js";

/**
 * @import { QuestionRecord, StageLabels } from "../records.d.ts"
 */
/**
 * @callback OnAnswer called when a question is answered
 * @param {string} explanation
 * @param {boolean} isRight
 */

const MAX_TYPED = 60; // characters of a count, or of a sum

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
    this.panel = el("section", "prediction", { hidden: true });
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
   * @param {QuestionRecord} quiz
   * @param {OnAnswer} onAnswer
   */
  ask(quiz, onAnswer) {
    const hold = el("label", "checkbox", this.hold, el("span", "", this.labels.hold));
    const reveal = el("button", "button labelled", { type: "button" }, this.labels.reveal);
    reveal.hidden = true;
    reveal.addEventListener("click", () => this.reveal());
    const held = el("div", "held flow", hold, reveal);
    const { choices = [], prompt, then } = quiz;
    const list = el("div", "choices");
    const contents = choices.map(([content]) => plainContent(content));
    const onChoose = (/** @type {number} */ chosen) => {
      const [, isRight, why] = choices[chosen];
      this.revealAnswer = () =>
        isRight && then ? this.askCount(then, why, onAnswer) : onAnswer(why, isRight);
      if (!this.hold.checked) {
        this.reveal();
        return;
      }
      this.buttons.forEach((button, i) => {
        button.setAttribute("aria-pressed", String(i === chosen));
      });
      reveal.hidden = false;
    };
    this.buttons = choiceButtons(contents, "choice", onChoose, { "aria-pressed": "false" });
    list.append(...this.buttons);
    this.show(prompt, list, held);
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
   * Ask for the count of the right pair. A step forward and Escape skip this question.
   * @param {QuestionRecord} question
   * @param {string} explanation of the right pair
   * @param {OnAnswer} onAnswer
   */
  askCount({ prompt, answers = [], done = "", worked = "" }, explanation, onAnswer) {
    this.buttons = [];
    const skip = () => onAnswer(explanation, true);
    this.revealAnswer = skip;
    const attributes = {
      inputmode: "numeric",
      maxlength: MAX_TYPED,
      "aria-label": withoutIsolates(prompt),
      placeholder: this.labels.count ?? "",
    };
    const { form, field } = answerForm(
      "count-form flow",
      this.labels.check ?? "",
      attributes,
      (typed) => {
        const isRight = numberOf(typed) === Number(answers[0]);
        onAnswer(isRight ? done : worked, isRight);
      },
    );
    form.addEventListener("keydown", (event) => {
      if (event.key !== "PageDown" && event.key !== "Escape") return;
      event.preventDefault();
      skip();
    });
    this.show(prompt, form);
    field.focus();
  }
}
