// A part of the course in the panel: its text, its task, and what follows an answer. A wrong answer
// is explained; after the first one the reader can ask for the worked answer, after the second one
// there is a hint, and after the third one the worked answer.
import { classTexts, shownTexts } from "../../settings/stage/class_status.js";
import { buttonEl, el, sentenceEl, setSentence } from "../../stage/parts/dom.js";
import { isUnequal, numberOf } from "../../stage/questions/expressions.js";
import { SIGNS } from "../../stage/questions/question.js";
import { isRight, isRoundedTooMuch, missedWord, mistakeOf } from "./guide_answers.js";
import { taskControls } from "./guide_tasks.js";

/** @import { QuestionRecord } from "../../stage/records.d.ts" */
/** @import { PartData } from "../../stage/types.d.ts" */

const TYPED = ["number", "tokens", "word", "text"]; // answers that are no choice
const HINT_AFTER = 2; // wrong answers
const MAX_TRIES = 3;
const ASKABLE = ["choice", "number", "tokens", "word", "text"]; // kinds that phones can answer

/**
 * @typedef {object} Given an answer, and what the server said about it if it was a word
 * @property {string} text
 * @property {number} [option] which option was chosen; its text depends on the language
 * @property {{ right: boolean, message: string }} [checked]
 * @property {string} [lang] the language of this message
 */

/**
 * @typedef {object} PartEvents
 * @property {string} lang the language of the part
 * @property {Given[]} given the answers of this visit, in order; new ones are added
 * @property {(how: "solved" | "shown") => void} onFinish called once, when the task is finished
 * @property {() => void} onHint called when the hint is shown
 * @property {() => void} onNext called when the reader goes on from the task
 * @property {() => void} [askClass] asks the task to the class that this tab leads
 * @property {(word: string) => Promise<{ right: boolean, message: string }>} check asks the server
 *   whether a word has the property of the task
 */

export class PartView {
  /**
   * @param {PartData} part
   * @param {Record<string, string>} labels
   * @param {PartEvents} events
   */
  constructor(part, labels, events) {
    const { your_pieces, pieces_example } = labels;
    const ofPieces = { your_tokens: your_pieces, tokens_example: pieces_example };
    const isOfPieces =
      part.page === "unigram" && new URLSearchParams(part.query).get("show") !== "both";
    this.labels = isOfPieces ? { ...labels, ...ofPieces } : labels;
    this.events = events;
    this.tries = 0;
    this.isFinished = false;
    this.isChecking = false;
    this.isRestoring = false;
    this.node = el("div", "part");
    this.title = el("h2", "part-title", { tabindex: -1 }, part.title);
    this.text = el("div", "sentences", ...part.sentences.map((each) => sentenceEl("p", "", each)));
    this.reading = el("div", "reading", this.title, this.text);
    if (part.example) {
      const example = sentenceEl("p", "", part.example);
      this.reading.append(el("div", "example", el("b", "", labels.example), example));
    }
    this.node.append(this.reading);
    if (part.task) this.drawTask(part.task, part.is_for_class);
  }

  /** Show the answers that were given before the reader went to other parts. */
  restore() {
    this.isRestoring = true;
    const { choices } = this.task ?? {};
    for (const given of this.events.given) {
      if (this.isStale(given) && given.checked) given.checked.message = "";
      if (choices) given.text = String(choices[given.option ?? -1]?.[0] ?? given.text);
      this.controls?.show?.(given.text);
      this.judge(given);
    }
    this.isRestoring = false;
    const last = this.events.given.at(-1);
    if (last && this.isStale(last)) this.checkAgain(last);
  }

  /**
   * Whether the server said something about a word in another language.
   * @param {Given} given
   */
  isStale({ checked, lang }) {
    return Boolean(checked) && lang !== this.events.lang;
  }

  /**
   * Say in this language what the server says about the last word.
   * @param {Given} given
   */
  async checkAgain(given) {
    const { lang } = this.events;
    const checked = await this.events.check(given.text).catch(() => null);
    if (!checked) return;
    Object.assign(given, { checked, lang });
    const said = /** @type {HTMLElement | null | undefined} */ (
      this.feedback?.querySelector(".said.wrong > :last-child")
    );
    const isLast = given === this.events.given.at(-1);
    if (said && isLast && checked.message) setSentence(said, checked.message);
  }

  /**
   * @param {QuestionRecord} task
   * @param {boolean} [isForClass] whether a class is asked something else in its place
   */
  drawTask(task, isForClass = false) {
    const { labels } = this;
    this.task = task;
    const box = el("div", "task");
    this.controls = taskControls(task, {
      labels,
      answer: (given) => this.answer(given),
      say: (text) => this.say("note", text),
      next: () => this.events.onNext(),
    });
    this.feedback = el("div", "feedback", { "aria-live": "polite" });
    this.help = el("button", "button help-me", { type: "button" }, labels.hint);
    this.help.hidden = task.kind !== "step";
    this.help.addEventListener("click", () => this.showHint());
    this.showMe = buttonEl("button show-me", labels.show_me, () => this.reveal());
    this.showMe.hidden = true;
    // Before the choices, so that it is in sight.
    box.append(sentenceEl("p", "prompt", task.prompt), ...this.askButton(task, isForClass));
    if (this.controls.node) box.append(this.controls.node);
    box.append(this.feedback, this.help, this.showMe);
    this.node.append(box);
  }

  /**
   * A button that asks the class, if this tab leads one. What is done on the stage cannot be asked.
   * @param {QuestionRecord} task
   * @param {boolean} isForClass
   */
  askButton({ kind }, isForClass) {
    const { askClass } = this.events;
    if (!askClass || !(isForClass || ASKABLE.includes(kind))) return [];
    const button = buttonEl("button ask-class", this.labels.ask_class, askClass);
    const draw = () => {
      button.hidden = !shownTexts().long || this.isFinished;
    };
    this.listening = new AbortController();
    classTexts.addEventListener("change", draw, { signal: this.listening.signal });
    draw();
    return [button];
  }

  /** Move the focus to the title, so that a screen reader reads the part. */
  focus() {
    this.title.focus({ preventScroll: true });
  }

  end() {
    this.listening?.abort();
    this.controls?.end();
  }

  /** @param {string} given */
  async answer(given) {
    const { task, labels } = this;
    if (!task || this.isFinished || this.isChecking) return;
    if (task.kind === "number" && Number.isNaN(numberOf(given))) {
      this.say("note", isUnequal(given) ? labels.unequal : labels.not_a_number);
    } else if (!isRight(task, given) && isRoundedTooMuch(task, given)) {
      this.say("note", labels.rounded_too_much);
    } else if (task.kind === "word") {
      await this.checkWord(given);
    } else {
      this.note({ text: given });
    }
  }

  /** @param {Given} given */
  note(given) {
    const option = this.task?.choices?.findIndex(([text]) => text === given.text);
    this.events.given.push({ ...given, option });
    this.judge(given);
  }

  /**
   * Why an answer is wrong, if that is known.
   * @param {QuestionRecord} task
   * @param {string} text
   */
  reasonOf(task, text) {
    const missed = missedWord(task, text);
    const other = missed && this.labels.other_word.replace("{word}", `\u2068${missed}\u2069`);
    return mistakeOf(task, text) || other;
  }

  /** @param {string} word */
  async checkWord(word) {
    this.isChecking = true;
    try {
      this.note({ text: word, checked: await this.events.check(word), lang: this.events.lang });
    } catch {
      this.say("note", this.labels.failed);
    } finally {
      this.isChecking = false;
    }
  }

  /** @param {Given} given */
  judge({ text: given, checked }) {
    const { task, labels } = this;
    if (!task || this.isFinished) return;
    if (checked?.right ?? isRight(task, given)) {
      const about = checked?.message ?? "";
      const space = about && !about.endsWith("。") ? " " : "";
      const praise = task.kind === "step" ? labels.did : labels.right;
      this.say("right", about + space + (task.done ?? ""), praise);
      this.finish("solved");
      return;
    }
    this.tries += 1;
    if (this.showMe) this.showMe.hidden = false;
    const plain = TYPED.includes(task.kind) ? labels.wrong_typed : labels.wrong;
    this.say("wrong", (checked?.message ?? this.reasonOf(task, given)) || plain);
    if (this.tries >= HINT_AFTER) this.showHint();
    if (this.tries >= MAX_TRIES) this.reveal();
  }

  /** Show the worked answer. */
  reveal() {
    const { task, labels } = this;
    if (!task || this.isFinished) return;
    const worked = el("div", "worked");
    const text = task.worked || (task.answers?.[0] ?? "");
    worked.append(el("b", "", labels.worked), sentenceEl("p", "", text));
    this.feedback?.append(worked);
    this.showFeedback();
    this.finish("shown");
  }

  /** Show the worked answer, which the class has seen. The steps that a task asks for come after it. */
  revealToClass() {
    if (this.task?.kind !== "step") this.reveal();
  }

  /** @param {"solved" | "shown"} how */
  finish(how) {
    this.isFinished = true;
    for (const button of this.node.querySelectorAll(".ask-class")) button.remove();
    if (this.help) this.help.hidden = true;
    if (this.showMe) this.showMe.hidden = true;
    this.controls?.finish();
    this.node.classList.add("finished");
    if (!this.isRestoring) this.events.onFinish(how);
  }

  showHint() {
    if (!this.task?.hint) return;
    if (this.help) this.help.hidden = true;
    if (!this.hint) {
      this.hint = sentenceEl("p", "hint", this.task.hint);
      this.events.onHint();
    }
    this.feedback?.append(this.hint);
    this.showFeedback();
  }

  /** Scroll to what was said, if the panel is too small for all of it. */
  showFeedback() {
    if (this.showMe && !this.showMe.hidden) this.showMe.scrollIntoView({ block: "nearest" });
    this.feedback?.scrollIntoView({ block: "nearest" });
  }

  /**
   * Say something about the last answer, in place of what was said before.
   * @param {"right" | "wrong" | "note"} kind
   * @param {string} text
   * @param {string} [title]
   */
  say(kind, text, title = "") {
    const line = el("p", `said ${kind}`);
    const words = el("span");
    setSentence(words, [title, text].filter(Boolean).join(title.endsWith("。") ? "" : " "));
    line.append(el("span", "sign", { "aria-hidden": "true" }, SIGNS[kind]), words);
    this.feedback?.replaceChildren(line);
    if (this.hint && kind === "note") this.feedback?.append(this.hint);
    this.showFeedback();
  }
}
