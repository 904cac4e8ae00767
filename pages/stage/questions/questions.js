// When the stage asks what comes next, and what follows an answer.
import { Predict } from "./predict.js";
import { Verdict } from "./verdict.js";

/** @import { Stage } from "../core/core.js" */
/** @import { Quiz } from "../types.d.ts" */

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
    this.verdict = new Verdict(this.labels, () => this.askNext());
    /** Whether to ask as soon as a step is drawn. */
    this.isDue = true;
  }

  /** Call it when the reader steps forward. Returns whether a question or an answer came instead. */
  forward() {
    const { target, head } = this.stage;
    const isOver = this.predict.on && target === head.last;
    if (isOver && !this.verdict.node.isConnected) this.note(this.labels.nothing_left);
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
    this.verdict.next.hidden = true;
    this.note();
  }

  /**
   * The question before a step, if its records are loaded and it has one.
   * @param {number} step
   */
  quizOf(step) {
    const block = this.stage.blocks.at(step);
    const quiz = block?.steps[step - block.first]?.quiz;
    return quiz?.ask ? /** @type {Quiz} */ (quiz) : null;
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
    this.verdict.clear();
    renderer.explain?.(this.labels.how ?? "", this.verdict.node, false);
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
    this.verdict.count(isRight);
    stage.go(step, true);
    this.verdict.next.hidden = this.stepOfNextQuestion() < 0;
    stage.renderer.explain?.(explanation, this.verdict.node, true);
    const { next } = this.verdict;
    if (hasFocus) (next.hidden ? this.predict.switch : next).focus({ preventScroll: true });
    stage.announce(`${this.verdict.spoken} ${explanation}`);
  }

  /**
   * Ask about the next step now. If it leaves no choice, say so; when the reader asks again, go on
   * to the next step that has a question.
   */
  askNext() {
    const { stage, verdict } = this;
    stage.pause();
    if (stage.shown !== stage.target) {
      this.isDue = true;
      return;
    }
    const step = this.stepOfNextQuestion();
    verdict.next.hidden = step < 0;
    if (step < 0) this.note(this.labels.nothing_left);
    else if (!stage.blocks.at(step)) this.fetchAndAsk(step);
    else if (step === stage.target + 1) this.askBefore(step);
    else if (verdict.node.isConnected) this.goAndAsk(step);
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
    this.verdict.clear();
    this.stage.renderer.explain?.(text, this.verdict.node, false);
    this.stage.announce(text);
  }
}
