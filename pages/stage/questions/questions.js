// When the stage asks what comes next, and what follows an answer.
import { buttonEl, el } from "../parts/dom.js";
import { Predict } from "./predict.js";
import { verdictParts } from "./question.js";

/** @import { Stage } from "../core/core.js" */
/** @import { QuestionRecord } from "../records.d.ts" */

let inARow = 0; // right answers, for as long as the page is open

export class Questions {
  /** @param {Stage} stage */
  constructor(stage) {
    this.stage = stage;
    this.labels = stage.head.labels;
    this.predict = new Predict(this.labels, (isOn) => {
      stage.on.onModeChange("predict", isOn);
      if (isOn) this.askNext();
      else this.end();
    });
    this.outcome = el("span", "outcome");
    this.streak = el("span", "streak");
    const { next_question: text } = this.labels;
    this.next = buttonEl("button labelled next-question", text, () => this.askNext());
    this.verdict = el("div", "verdict flow", this.outcome, this.streak, this.next);
    /** Whether to ask as soon as a step is drawn. */
    this.isDue = true;
  }

  /** Call it when the reader steps forward. Returns whether a question or an answer came instead. */
  forward() {
    const { target, head } = this.stage;
    const isOver = this.predict.on && target === head.last;
    if (isOver && !this.verdict.isConnected) this.note(this.labels.nothing_left);
    return this.predict.reveal() || this.askBefore(target + 1);
  }

  /** Call it after a step was drawn. */
  afterStep() {
    const { isDue } = this;
    this.isDue = false;
    if (isDue && this.predict.on) this.askNext();
  }

  close() {
    this.predict.close();
    this.stage.frame.classList.remove("asking");
  }

  /** Close the question, and show the reason of the step again. */
  end() {
    this.close();
    this.next.hidden = true;
    this.note();
  }

  /**
   * The question before a step, if its records are loaded and it has one.
   * @param {number} step
   */
  quizOf(step) {
    const block = this.stage.blocks.at(step);
    const quiz = block?.steps[step - block.first]?.quiz;
    return quiz?.prompt ? /** @type {QuestionRecord} */ (quiz) : null;
  }

  /**
   * Ask what comes next, if the reader wants that and the step has a question. Returns whether it
   * was asked.
   * @param {number} step
   */
  askBefore(step) {
    const { predict, stage } = this;
    const { renderer } = stage;
    if (!predict.on || predict.isAsking || stage.shown !== stage.target) return false;
    const quiz = this.quizOf(step);
    if (!quiz) return false;
    renderer.pointing?.clear();
    renderer.onQuestion?.();
    predict.ask(quiz, (explanation, isRight) => this.answer(step, explanation, isRight));
    stage.frame.classList.add("asking");
    this.outcome.replaceChildren();
    renderer.explain?.(this.labels.how ?? "", this.verdict, false);
    stage.announce(predict.spoken);
    return true;
  }

  /**
   * Go to the step that was asked about, and say whether the answer is right.
   * @param {number} step
   * @param {string} explanation
   * @param {boolean} isRight
   */
  answer(step, explanation, isRight) {
    const { stage } = this;
    const { hasFocus } = this.predict;
    this.count(isRight);
    stage.go(step, true);
    this.next.hidden = this.stepOfNextQuestion() < 0;
    stage.renderer.explain?.(explanation, this.verdict, true);
    const { next } = this;
    if (hasFocus) (next.hidden ? this.predict.switch : next).focus({ preventScroll: true });
    stage.announce(`${this.spoken} ${explanation}`);
  }

  /**
   * Count an answer, and show whether it is right.
   * @param {boolean} isRight
   */
  count(isRight) {
    inARow = isRight ? inARow + 1 : 0;
    const name = isRight ? "right" : "wrong";
    this.outcome.className = `outcome ${name}`;
    this.outcome.replaceChildren(...verdictParts(name, this.labels[name] ?? ""));
    const streak = (this.labels.streak ?? "").replace("{count}", String(inARow));
    this.streak.textContent = inARow > 1 ? streak : "";
  }

  /** The verdict, as a screen reader says it. */
  get spoken() {
    const { textContent: outcome } = this.outcome.querySelector("b") ?? {};
    return [outcome, this.streak.textContent].filter(Boolean).join(" ");
  }

  /**
   * Ask about the next step now. If it leaves no choice, say so; when the reader asks again, go on
   * to the next step that has a question.
   */
  askNext() {
    const { stage, verdict, next } = this;
    stage.pause();
    if (stage.shown !== stage.target) {
      this.isDue = true;
      return;
    }
    const step = this.stepOfNextQuestion();
    next.hidden = step < 0;
    if (step < 0) this.note(this.labels.nothing_left);
    else if (!stage.blocks.at(step)) this.fetchAndAsk(step);
    else if (step === stage.target + 1) this.askBefore(step);
    else if (verdict.isConnected) this.goAndAsk(step);
    else this.note(this.labels.no_choice);
  }

  /** The next step with a question, or the next one whose records are not loaded; -1 if none. */
  stepOfNextQuestion() {
    const { target, head, blocks } = this.stage;
    for (let step = target + 1; step <= head.last; step++) {
      if (this.quizOf(step) || !blocks.at(step)) return step;
    }
    return -1;
  }

  /**
   * Go to where a question is asked before a step, and ask it.
   * @param {number} step
   */
  goAndAsk(step) {
    this.isDue = true;
    this.stage.go(step - 1);
  }

  /** @param {number} step */
  fetchAndAsk(step) {
    const { stage } = this;
    const { target, blocks } = stage;
    blocks.fetch(blocks.numberOf(step)).then(
      () => stage.target === target && this.askNext(),
      () => stage.on.onLoadError(),
    );
  }

  /**
   * Say why there is no question now.
   * @param {string} [text]
   */
  note(text = "") {
    this.outcome.replaceChildren();
    this.stage.renderer.explain?.(text, this.verdict, false);
    this.stage.announce(text);
  }
}
