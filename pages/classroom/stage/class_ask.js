// The question to a class on the projector: how many have answered and nothing else, until the
// lecturer reveals the result. Page Down alone can ask, reveal and go on.

import { findPart } from "../../stage/core/guide_data.js";
import { wantsKey } from "../../stage/core/keys.js";
import { isLarge, onPresent } from "../../stage/core/present.js";
import { setRemote } from "../../stage/core/remote.js";
import * as steps from "../../stage/core/steps.js";
import { buttonEl, el, fill, sentenceEl, setText } from "../../stage/parts/dom.js";
import { plainContent } from "../../stage/questions/question.js";
import { countText, nextOf, questionParts } from "./class_question.js";
import { drawResult } from "./class_results.js";
import { COVERS } from "./class_screen.js";

/** @import { LedClass } from "./class_lead.js" */
/** @import { ClassQuestion } from "../../stage/types.d.ts" */

const ROOT = document.documentElement;
const ASKED = "data-asked"; // on the root: "beside" what the question is about, "below", or "words"
const SIMILAR = ["predict", "practice", "split"]; // kinds of which the server makes similar ones

/**
 * Mark the pieces that can be chosen, so that a table shows only these on a projector: it has no
 * space for all.
 * @param {Element | undefined} frame of the stage
 * @param {ClassQuestion | null} question
 */
function markChosenFrom(frame, question) {
  const names = (question?.choices ?? []).map((each) => plainContent(each).textContent);
  for (const row of frame?.querySelectorAll(".pieces tr.row") ?? []) {
    row.classList.toggle("asked", names.includes(row.firstElementChild?.textContent ?? ""));
  }
}

/**
 * The text of the open part, whose panel makes room for the question about it.
 * @param {ClassQuestion} question
 */
function textOfPart({ kind }) {
  const part = kind === "own" || kind === "part" ? findPart(steps.openPart())?.part : null;
  return (part?.sentences ?? []).map((each) => sentenceEl("p", "about", each));
}

export class AskPanel {
  /** @param {LedClass} led */
  constructor(led) {
    this.led = led;
    this.drawn = ""; // the question that is drawn, with its state
    this.isBusy = false;
    this.isWaiting = false; // for the page
    this.node = el("section", "class-question", { hidden: "", "aria-label": led.labels.question });
    this.shown = el("div", "shown");
    this.count = el("p", "class-count", { role: "status" });
    this.closed = el("p", "class-closed", { role: "status" });
    this.buttons = el("div", "class-row flow");
    this.problem = el("p", "class-problem", { role: "status" });
    this.node.append(this.shown, this.closed, this.problem, this.buttons);
    this.problemStep = 0; // where it was said
    this.stopTaking = setRemote((event) => this.takeKey(event), true);
    this.stopPresenting = onPresent(() => this.draw());
    this.stopFollowing = steps.onChange(() => {
      if (steps.openStep() !== this.problemStep) this.sayProblem("");
      if (this.led.question) requestAnimationFrame(() => this.draw()); // once the step is drawn
    });
  }

  close() {
    this.stopTaking();
    this.stopFollowing();
    this.stopPresenting();
    steps
      .openStage()
      ?.frame.classList.remove("asking", "class-asked", "class-beside", "best-covered");
    ROOT.removeAttribute(ASKED);
  }

  draw() {
    const { question, tally, here, labels, isOther } = this.led;
    const isAsking = Boolean(question && question.kind !== "word" && question.state !== "revealed");
    this.node.hidden = !question && !isOther && !this.problem.textContent;
    for (const name of ["asking", "class-asked"]) {
      steps.openStage()?.frame.classList.toggle(name, isAsking);
    }
    // Beside what it is about; a question of Practice has what it is about in it.
    const isShown = question && !isOther && isLarge();
    const kind = question?.kind;
    const place = kind === "word" ? "words" : kind === "practice" ? "below" : "beside";
    const isSplit = Boolean(isShown && place === "beside");
    if (isShown) ROOT.setAttribute(ASKED, place);
    else ROOT.removeAttribute(ASKED);
    this.node.toggleAttribute("data-beside", isSplit);
    steps.openStage()?.frame.classList.toggle("class-beside", isSplit);
    const isCovered = (ROOT.getAttribute(COVERS) ?? "").split(" ").includes("best");
    steps.openStage()?.frame.classList.toggle("best-covered", isAsking && isCovered);
    markChosenFrom(steps.openStage()?.frame, question);
    const isClosed = !isOther && question?.state === "closed";
    setText(this.closed, isClosed ? labels.closed : "");
    if (isOther) {
      this.drawOther();
      return;
    }
    if (!question) {
      this.drawNoQuestion();
      return;
    }
    const key = JSON.stringify(question);
    if (key !== this.drawn) {
      this.drawn = key;
      this.isBusy = false; // what was asked for is here, even if it came before the answer
      setText(this.problem, "");
      this.node.dataset.state = question.state;
      this.node.dataset.kind = question.kind;
      const isRevealed = question.state === "revealed";
      this.shown.replaceChildren(
        ...(isRevealed ? [] : textOfPart(question)),
        ...questionParts(question, labels),
        ...(isRevealed ? [drawResult(question, labels)] : []),
      );
      this.drawButtons(question);
    }
    setText(this.count, countText(question, tally, here, labels));
  }

  /** Leave only why a question could not be asked, and a button that closes the panel. */
  drawNoQuestion() {
    if (this.drawn === "none") return;
    this.drawn = "none";
    delete this.node.dataset.state;
    delete this.node.dataset.kind;
    const close = buttonEl("button labelled", this.led.labels.close, () => this.sayProblem(""));
    this.shown.replaceChildren();
    this.buttons.replaceChildren(close);
    setText(this.count, "");
  }

  /** @param {string} problem why something is not possible; empty if it was possible */
  sayProblem(problem) {
    if (!problem && !this.problem.textContent) return;
    setText(this.problem, problem);
    this.problemStep = steps.openStep();
    this.draw();
  }

  /** Say that another window leads, and offer to lead from this one. */
  drawOther() {
    const { labels } = this.led;
    this.drawn = "";
    delete this.node.dataset.state;
    delete this.node.dataset.kind;
    const here = buttonEl("button labelled", labels.lead_window, () => this.led.leadHere());
    this.shown.replaceChildren(el("h2", "prompt", labels.other_window));
    this.buttons.replaceChildren(here);
    for (const text of [this.count, this.problem]) setText(text, "");
  }

  /** @param {ClassQuestion} question */
  drawButtons({ kind, state, round }) {
    const { labels } = this.led;
    const buttons = [];
    if (kind === "word") {
      const own = () => this.led.dialog.openPrivate();
      buttons.push(buttonEl("button", labels.words_private ?? "", own));
    }
    if (kind !== "word" && state !== "revealed") {
      if (state === "open") buttons.push(this.button(labels.stop_votes, { close: true }));
      buttons.push(this.button(labels.reveal, { reveal: true }, "labelled"));
    }
    if (kind !== "word" && state !== "open" && round === 1) {
      buttons.push(this.button(labels.again, { again: true }));
    }
    if (state === "revealed" && SIMILAR.includes(kind)) {
      buttons.push(this.button(labels.similar, { similar: true }));
    }
    if (kind === "word" || state === "revealed") {
      buttons.push(buttonEl("button labelled", labels.go_on, () => this.goOn()));
    } else {
      buttons.push(this.button(labels.drop, { end: true }));
    }
    this.buttons.replaceChildren(...buttons, this.count);
  }

  /**
   * @param {string} text
   * @param {object} body
   * @param {string} className
   */
  button(text, body, className = "") {
    return buttonEl(`button ${className}`, text, () => this.change(body));
  }

  /** @param {object} body */
  async change(body) {
    if (this.isBusy) return;
    this.isBusy = true;
    const problem = await this.led.change(body);
    this.isBusy = false;
    this.sayProblem(problem);
  }

  /** Reveal the result; then go on to the step that the question was about. */
  async goOn() {
    const { question } = this.led;
    if (!question) {
      this.askNext();
      return;
    }
    const isRevealed = question.state === "revealed";
    await this.change(nextOf(question));
    if (isRevealed && question.kind === "predict" && question.step) steps.goTo(question.step);
  }

  /** Ask what comes next on the page that is on its way, or, if nothing can be asked, go there. */
  async askNext() {
    if (this.isWaiting) return;
    this.isWaiting = true;
    await this.led.whenPosted();
    this.isWaiting = false;
    const step = steps.openStep() + 1;
    if (!steps.openStage()?.hasQuestion?.(step)) steps.goTo(step);
    else await this.change({ question: { kind: "predict", step } });
  }

  /**
   * Take a key of a presenter remote. Returns whether it was for the question.
   * @param {KeyboardEvent} event
   */
  takeKey(event) {
    const { led } = this;
    if (led.isOther) return false;
    if (event.key !== "PageDown" || event.altKey || event.ctrlKey || event.metaKey) return false;
    if (led.dialog.node.open || led.codeScreen.node.open || wantsKey(event, null)) return false;
    if (!this.isNext()) return false;
    event.preventDefault();
    event.stopPropagation();
    if (!event.repeat) this.takeNext();
    return true;
  }

  /** Go on with the question. One for words stays until it is ended: the class may send more. */
  takeNext() {
    const { words_stay: stays, go_on: button } = this.led.labels;
    if (this.led.question?.kind === "word") this.sayProblem(fill(stays, { button }));
    else this.goOn();
  }

  /** Whether going on is about a question: the one that is shown, or one before the next step. */
  isNext() {
    const { led } = this;
    const next = steps.openStep() + 1;
    const isShown = led.question?.kind === "word" && led.isEncoding; // a word of the class
    if (isShown && next <= (steps.openStage()?.last ?? 0)) return false;
    const { isOfPlace, hasQuestion } = steps.openStage() ?? {};
    const asksNext = led.asksEachStep && (isOfPlace?.() === false || hasQuestion?.(next));
    return Boolean(led.question || asksNext);
  }

  /** Go on with the question. Returns whether there was something to do about one. */
  forward() {
    if (!this.isNext()) return false;
    this.takeNext();
    return true;
  }
}
