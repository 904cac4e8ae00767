// The question on a follower's phone: large choices, a field, or a word whose gaps are tapped. An
// answer that could not be sent is kept, and sent again when the class is back.

import { isTyping } from "../../stage/core/keys.js";
import { buttonEl, el, fill, sentenceEl, setText, withoutIsolates } from "../../stage/parts/dom.js";
import {
  answerForm,
  choiceButtons,
  choiceOfKey,
  verdictParts,
} from "../../stage/questions/question.js";
import { contentOf, promptOf } from "./class_question.js";
import { drawResult } from "./class_results.js";

/** @import { keptAnswers } from "./class_requests.js" */
/** @import { ClassAnswer, ClassLabels, ClassQuestion, ClassTally } from "../../stage/types.d.ts" */

const MAX_TYPED = 200; // characters

/**
 * Whether an own question of the lecturer has a right answer.
 * @param {ClassQuestion} question that is revealed
 */
function hasRightAnswer({ result }) {
  return Boolean(result?.right.length || result?.answer);
}

/** @typedef {{ right: boolean, reason: string }} Verdict */
/**
 * @typedef {object} VoteOptions
 * @property {ClassLabels} labels
 * @property {ReturnType<typeof keptAnswers>} kept the answers of this phone, for a reload
 * @property {(question: ClassQuestion, answer: ClassAnswer) => Promise<string>} send resolves with why
 *   the answer does not count, or with "" if it does
 * @property {(question: ClassQuestion, answer: ClassAnswer) => Promise<Verdict | null>} verdict asks
 *   the server about this phone's typed answer
 */

export class Vote {
  /** @param {VoteOptions} options */
  constructor(options) {
    this.options = options;
    this.labels = options.labels;
    /** @type {ClassQuestion | null} */
    this.question = null;
    this.drawn = ""; // the question that is drawn: its id and round
    /** @type {Map<string, { answer: ClassAnswer, isSent: boolean, isRepeated?: boolean }>} by question
     * and round */
    this.answers = new Map(options.kept.read());
    /** @type {object | null} the answer that is being sent */
    this.sending = null;
    /** @type {HTMLButtonElement[]} */
    this.choices = [];
    /** @type {number[]} the gaps that are cut */
    this.gaps = [];
    this.node = el("section", "class-vote", { hidden: "" });
    this.form = el("div", "vote-form");
    this.status = el("p", "vote-status", { role: "status" });
    this.count = el("p", "vote-count");
    this.result = el("div", "vote-result");
    this.node.append(this.form, this.status, this.count, this.result);
    window.addEventListener("keydown", (event) => {
      const button = isTyping(event) ? undefined : this.choices[choiceOfKey(event)];
      if (this.question && !event.repeat) button?.click(); // a disabled one does nothing
    });
  }

  get key() {
    const { question } = this;
    return question?.id == null ? "" : `${question.id} ${question.round}`;
  }

  /** @param {ClassQuestion} question */
  take(question) {
    this.question = question.id === null ? null : question;
    this.node.hidden = !this.question;
    if (!this.question) {
      this.drawn = "";
      return;
    }
    if (this.drawn !== this.key) {
      this.drawn = this.key;
      this.drawForm(question);
      setText(this.count, "");
      this.setStatus(question.round > 1 ? this.labels.again_note : "");
    }
    this.node.dataset.state = question.state;
    const isOpen = question.state === "open";
    for (const control of this.form.querySelectorAll("button, input")) {
      /** @type {HTMLButtonElement | HTMLInputElement} */ (control).disabled = !isOpen;
    }
    this.drawAnswer();
    if (!isOpen) this.sayClosed(question);
    this.result.replaceChildren();
    const isNew = this.node.dataset.revealed !== this.key;
    this.node.dataset.revealed = question.state === "revealed" ? this.key : "";
    if (question.state !== "revealed") return;
    this.drawVerdict(question);
    if (isNew) this.result.scrollIntoView({ block: "nearest" }); // the tables can be above it
  }

  /** @param {ClassTally} tally */
  takeTally({ question, answered, here }) {
    if (question !== this.question?.id) return;
    setText(this.count, fill(this.labels.answered, { answered, here: Math.max(answered, here) }));
  }

  /** @param {string} text */
  setStatus(text) {
    setText(this.status, text);
  }

  /**
   * Say that nobody can answer any more, or that this phone's answer did not arrive before.
   * @param {ClassQuestion} question
   */
  sayClosed({ state }) {
    const given = this.answers.get(this.key);
    const isLate = given && !given.isSent && !given.isRepeated && this.sending !== given;
    const text = state === "closed" ? this.labels.closed : "";
    this.setStatus(isLate ? this.labels.too_late : text);
  }

  /** @param {ClassQuestion} question */
  drawForm(question) {
    const { labels } = this;
    this.choices = [];
    this.gaps = [];
    /** @type {HTMLElement[]} */
    const parts = [promptOf(question)];
    if (question.kind === "split") parts.push(this.splitter(question));
    else if (question.choices?.length) parts.push(this.choiceList(question.choices));
    else parts.push(this.textField(question));
    this.form.replaceChildren(...parts);
    this.node.setAttribute("aria-label", withoutIsolates(question.ask || labels.question));
  }

  /** @param {import("../../stage/records.d.ts").Content[]} contents */
  choiceList(contents) {
    const list = el("div", "vote-choices");
    this.choices = choiceButtons(contents.map(contentOf), "vote-choice", (i) => this.answer(i));
    list.append(...this.choices);
    return list;
  }

  /** @param {ClassQuestion} question */
  textField(question) {
    const { labels } = this;
    const isWord = question.kind === "word";
    const label = isWord ? labels.your_word : labels.your_answer;
    const attributes = {
      maxlength: question.max ?? MAX_TYPED,
      "aria-label": label,
      placeholder: label,
    };
    const { form } = answerForm("vote-text flow", labels.send, attributes, (typed) => {
      // In an answer, a space at the beginning can stand for Ġ.
      if (typed.trim()) this.answer(isWord ? typed.trim() : typed);
    });
    // Next to the button, it would be cut off in the field.
    if (question.hint) form.prepend(el("p", "note", question.hint));
    return form;
  }

  /** @param {ClassQuestion} question */
  splitter({ characters = [] }) {
    const { labels } = this;
    const node = el("div", "vote-split");
    const line = el("div", "split-line flow", { role: "group", "aria-label": characters.join("") });
    characters.forEach((character, i) => {
      if (i) line.append(this.gap(characters, i));
      line.append(el("span", "split-letter", character));
    });
    const send = buttonEl("button labelled", labels.send, () => this.answer([...this.gaps]));
    node.append(el("p", "note", labels.tap_gaps), line, send);
    return node;
  }

  /**
   * @param {string[]} characters
   * @param {number} at the gap after so many characters
   */
  gap(characters, at) {
    const name = fill(this.labels.gap, { left: characters[at - 1], right: characters[at] });
    const attributes = { type: "button", "aria-pressed": "false", "aria-label": name };
    const button = el("button", "split-gap", { ...attributes, "data-gap": at });
    button.addEventListener("click", () => {
      const isCut = this.gaps.includes(at);
      this.gaps = isCut ? this.gaps.filter((each) => each !== at) : [...this.gaps, at];
      this.gaps.sort((a, b) => a - b);
      button.setAttribute("aria-pressed", String(!isCut));
    });
    return button;
  }

  /** @param {ClassAnswer} answer */
  answer(answer) {
    this.answers.set(this.key, { answer, isSent: false });
    this.options.kept.write(this.answers);
    this.drawAnswer();
    this.sendPending();
  }

  /**
   * At the next question event, send also the answers that have arrived. A server that was restarted
   * has lost the votes on an open question. Any other server still counts one vote for each voter.
   */
  sendAgain() {
    for (const given of this.answers.values()) {
      given.isRepeated ||= given.isSent;
      given.isSent = false;
    }
  }

  /** Send the answer to the open question, unless the class has it. */
  async sendPending() {
    const { question, key } = this;
    const given = this.answers.get(key);
    if (!question || !given || given.isSent || this.sending === given) return;
    if (question.state !== "open") return;
    this.sending = given;
    this.setStatus(this.labels.sending);
    /** @type {string} */
    let problem;
    try {
      problem = await this.options.send(question, given.answer);
    } catch {
      if (this.key === key) this.setStatus(this.labels.unsent);
      return;
    } finally {
      if (this.sending === given) this.sending = null;
    }
    if (this.answers.get(key) !== given) return; // changed since
    given.isSent = true;
    if (given.isRepeated) problem = ""; // the question was closed after the answer had counted
    if (problem) this.answers.delete(key);
    this.options.kept.write(this.answers);
    if (this.key !== key) return;
    const now = this.question ?? question;
    if (problem || now.state === "open") this.setStatus(problem || this.sentText(question));
    else this.sayClosed(now);
    this.drawAnswer();
    const field = this.form.querySelector("input");
    // Somebody may be typing another word while this one is sent again.
    if (!problem && question.kind === "word" && field?.value.trim() === given.answer)
      field.value = "";
  }

  /** @param {ClassQuestion} question */
  sentText({ kind }) {
    return kind === "word" ? this.labels.word_sent : this.labels.sent;
  }

  /** Mark the answer that this phone gave. */
  drawAnswer() {
    const answer = this.answers.get(this.key)?.answer;
    this.choices.forEach((button, i) => {
      button.setAttribute("aria-pressed", String(i === answer));
    });
    const gaps = Array.isArray(answer) ? answer : this.gaps;
    for (const button of this.form.querySelectorAll(".split-gap")) {
      const at = Number(/** @type {HTMLElement} */ (button).dataset.gap);
      button.setAttribute("aria-pressed", String(gaps.includes(at)));
    }
  }

  /**
   * Say whether this phone's answer is right, and show what the class has answered.
   * @param {ClassQuestion} question
   */
  async drawVerdict(question) {
    const { labels, key } = this;
    const given = this.answers.get(key);
    this.result.replaceChildren(drawResult(question, labels, given?.answer ?? null));
    const hasRight = question.kind !== "own" || hasRightAnswer(question);
    if (question.kind === "word" || !hasRight) return;
    const own = el("p", "own-verdict");
    this.result.prepend(own);
    if (!given) {
      own.textContent = labels.not_answered;
      return;
    }
    const { result } = question;
    const verdict =
      typeof given.answer === "number" && result
        ? { right: result.right.includes(given.answer), reason: result.feedback[given.answer] }
        : await this.options.verdict(question, given.answer).catch(() => null);
    if (!verdict || this.key !== key) return;
    const name = verdict.right ? "right" : "wrong";
    own.className = `own-verdict ${name}`;
    const [sign, text] = verdictParts(name, verdict.right ? labels.you_right : labels.you_wrong);
    own.append(sign, " ", text);
    // The explanation of the right answer is below already.
    if (verdict.reason && verdict.reason !== result?.explanation)
      this.result.insertBefore(sentenceEl("p", "own-reason", verdict.reason), own.nextSibling);
  }
}
