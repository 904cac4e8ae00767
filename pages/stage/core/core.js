// The stage: it holds the current step, gets its records and has the renderer draw them.
// It computes nothing. It does not know what a record looks like (see the renderers), where records
// come from (`source`) or who needs the step (`onStep`).

import { el, setSentence } from "../parts/dom.js";
import { Questions } from "../questions/questions.js";
import { BlockCache } from "./blocks.js";
import { isEmbedded } from "./embedded.js";
import { isTyping, STEP_KEYS, wantsKey, watchModality } from "./keys.js";
import { followPresenting, isPhone, presentButton, setLabels } from "./present.js";
import { isTaken } from "./remote.js";
import { Shortcuts } from "./shortcuts.js";
import { Tour } from "./tour.js";
import { Transport } from "./transport.js";

/**
 * @import { Head, StageLabels, TourLabels } from "../records.d.ts"
 * @import { RendererFactory, Source, WordChoice } from "../types.d.ts"
 */
/** @import { Action } from "./transport.js" */

const REDUCED_MOTION = "(prefers-reduced-motion: reduce)";
const ANNOUNCE_AFTER = 400; // ms without another step
const REPEATED = 300; // ms; presses that follow each other faster are not animated
const SLOW_PLAY = 1; // seconds between two steps; if they are fewer, play is not animated
const PRINT_AFTER = 5000; // ms; then it is printed without what is still loading

/**
 * @typedef {object} StageOptions
 * @property {Node} root the element or shadow root to draw in
 * @property {Head} head what holds for every step
 * @property {Source} source fetches blocks of records, and details for the renderer
 * @property {RendererFactory} renderer draws the steps
 * @property {(step: number) => void} onStep called at once when the step changes
 * @property {(action: Action) => boolean} [keeps] whether what is pressed is kept for another place,
 *   which is on its way
 * @property {() => boolean} [mayStep] whether the reader may go to another step now
 * @property {(view: string[]) => void} onView called when the reader uses the renderer's switches
 * @property {(mode: "predict", isOn: boolean) => void} onModeChange called when the reader wants to
 *   be asked before a step
 * @property {(choice: WordChoice) => void} [onWords] called when the reader chooses other words
 * @property {(sentence: string) => void} [onSentence] called when the reader changes the sentence
 *   to watch
 * @property {() => void} [onCourse] called when the reader opens the course
 * @property {boolean} [offersTour] whether the tour starts by itself for readers who never saw it
 * @property {() => void} onLoadError called when the records of the current step cannot be loaded
 */

export class Stage {
  /** @param {StageOptions} options */
  constructor({ root, head, source, renderer, offersTour = false, ...on }) {
    this.head = head;
    this.on = on;
    this.blocks = new BlockCache((block) => source(block), head.size);
    /** The step that the reader is at, whose records may still be loading. */
    this.target = -1;
    /** The step that is drawn. */
    this.shown = -1;
    this.playTimer = 0;
    this.announceTimer = 0;
    this.lastPress = Number.NEGATIVE_INFINITY;
    this.frame = el("section", "stage", { "aria-label": head.labels.stage });
    this.frame.classList.toggle("embedded", isEmbedded);
    if (head.text_lang) this.frame.dataset.textLang = head.text_lang;
    this.transport = new Transport(head, {
      action: (action) => this.act(action),
      go: (step) => this.readerGoes(step),
      stop: () => this.readerGoes(head.stops.find((step) => step > this.target) ?? this.target),
      speed: () => this.isPlaying && this.play(),
    });
    this.questions = new Questions(this);
    this.predict = this.questions.predict;
    this.predict.switch.hidden = !head.labels.predict;
    this.shortcuts = new Shortcuts(head.labels, () => this.tour?.start());
    this.transport.more.append(
      this.predict.switch,
      presentButton(head.labels.present.present),
      this.shortcuts.button,
    );
    this.body = el("div", "body");
    const { body } = this;
    /** Whether something else is shown in place of the steps. */
    this.isCovered = false;
    this.announcer = el("div", "visually-hidden", { "aria-live": "polite", role: "status" });
    // A part can hide the controls; a dialog in them would keep the page from clicks, unseen.
    this.frame.append(this.transport.node, body, this.shortcuts.dialog, this.announcer);
    root.appendChild(this.frame);
    this.renderer = renderer(body, head, {
      go: (step) => this.readerGoes(step),
      source,
      onView: on.onView,
      onWords: on.onWords,
      onSentence: on.onSentence,
      onCourse: on.onCourse,
    });
    const { replacedByQuestion } = this.renderer;
    if (replacedByQuestion) replacedByQuestion.before(this.predict.panel);
    else body.append(this.predict.panel);
    /** @type {StageLabels & Partial<TourLabels>} */
    const labels = head.labels;
    this.offersTour = offersTour;
    const { onCourse: open } = on;
    const course = head.course && open ? { text: head.course.start, open } : undefined;
    this.tour = labels.stops_of_tour
      ? new Tour(this.frame, labels.stops_of_tour, labels, course)
      : null;
    this.listening = new AbortController();
    const { signal } = this.listening;
    window.addEventListener("keydown", (event) => this.handleKey(event), { capture: true, signal });
    window.addEventListener("beforeprint", () => this.renderer.loadForPrint?.(), { signal });
    watchModality(signal);
    setLabels(head.labels.present);
    this.stopFollowing = followPresenting(this.frame);
  }

  destroy() {
    this.stopFollowing();
    this.pause();
    clearTimeout(this.announceTimer);
    this.listening.abort();
    this.frame.remove();
  }

  /** @param {KeyboardEvent} event */
  handleKey(event) {
    if (isTaken(event)) return;
    if (this.isCovered) return;
    if (this.shortcuts.isOpen || !this.frame.checkVisibility()) return; // a part can hide the stage
    if (event.key === "Escape" && this.tour?.isOpen) {
      this.tour.end();
      event.preventDefault();
    } else if (event.key === "Escape" && this.renderer.pointing?.pinned && !isTyping(event)) {
      this.renderer.pointing.clear();
      event.preventDefault();
      return;
    }
    if (event.key === "?" && !event.ctrlKey && !event.metaKey && !isTyping(event)) {
      this.shortcuts.open();
      return;
    }
    if (event.key === "p" && (event.ctrlKey || event.metaKey) && this.renderer.loadForPrint) {
      event.preventDefault();
      this.print();
      return;
    }
    if (this.predict.isAsking && !isTyping(event) && !wantsKey(event, this.transport.scrubber)) {
      if (this.predict.chooseByKey(event)) {
        event.preventDefault();
        event.stopPropagation();
        return;
      }
    }
    const action = STEP_KEYS[event.key];
    if (!action || event.altKey || event.ctrlKey || event.metaKey) return;
    if (wantsKey(event, this.transport.scrubber)) return;
    event.preventDefault();
    event.stopPropagation();
    if (action !== "play" || !event.repeat) this.act(action, event.repeat);
  }

  /** Print once everything is loaded. The browser's menu does not wait for that. */
  async print() {
    const timeout = new Promise((resolve) => setTimeout(resolve, PRINT_AFTER));
    await Promise.race([this.renderer.loadForPrint?.(), timeout]);
    window.print();
  }

  /**
   * @param {Action} action
   * @param {boolean} [isRepeat] whether a key is held down
   */
  act(action, isRepeat = false) {
    if (this.on.keeps?.(action) || !this.mayStep()) return;
    this.bringIntoSight();
    const now = performance.now();
    const isAnimated = !isRepeat && now - this.lastPress > REPEATED;
    this.lastPress = now;
    if (action === "play") {
      if (this.isPlaying) this.pause();
      else this.play();
      return;
    }
    this.pause();
    if (action === "forward") {
      if (this.questions.forward()) return;
      this.tour?.afterStep();
    }
    const { target } = this;
    const step = { first: 0, back: target - 1, forward: target + 1, last: this.head.last }[action];
    this.go(step, isAnimated && action === "forward");
  }

  /** On a phone the buttons are always in sight. What they change is then in sight, too. */
  bringIntoSight() {
    const { body } = this;
    const isLow = body.getBoundingClientRect().top > innerHeight / 2;
    if (isLow && isPhone()) body.scrollIntoView({ block: "start" });
  }

  /**
   * Have a screen reader say this instead of the step.
   * @param {string} sentence
   */
  announce(sentence) {
    clearTimeout(this.announceTimer);
    setSentence(this.announcer, sentence);
  }

  /**
   * Show something else in place of the steps, or the steps again.
   * @param {boolean} isCovered
   */
  cover(isCovered) {
    this.pause();
    this.questions.close();
    this.isCovered = isCovered;
    for (const node of [this.transport.node, this.body, this.tour?.note]) {
      if (node) node.style.display = isCovered ? "none" : "";
    }
  }

  get isPlaying() {
    return this.playTimer !== 0;
  }

  play() {
    this.pause();
    if (this.target >= this.head.last) this.go(0);
    this.transport.showPlaying(true);
    this.playTimer = setInterval(() => {
      if (this.shown !== this.target) return; // the records are still loading
      this.go(this.target + 1, this.transport.interval >= SLOW_PLAY);
      if (this.target >= this.head.last) this.pause();
    }, this.transport.interval * 1000);
  }

  pause() {
    clearInterval(this.playTimer);
    this.playTimer = 0;
    this.transport.showPlaying(false);
  }

  mayStep() {
    return this.on.mayStep?.() ?? true;
  }

  /** @param {number} step that the reader has chosen */
  readerGoes(step) {
    if (this.mayStep()) this.pauseAndGo(step);
    else this.transport.showStep(this.target);
  }

  /** @param {number} step */
  pauseAndGo(step) {
    this.pause();
    this.go(step);
  }

  /**
   * Go to a step. The transport shows it at once, the rest as soon as its records are loaded.
   * @param {number} wanted
   * @param {boolean} [isAnimated] whether it is one step forward that may move for a moment
   */
  go(wanted, isAnimated = false) {
    const { last, size } = this.head;
    const step = Math.max(0, Math.min(last, wanted));
    if (step === this.target) return;
    this.questions.close();
    const direction = step >= this.target ? 1 : -1;
    this.target = step;
    this.transport.showStep(step);
    this.on.onStep(step);
    this.show(isAnimated && !matchMedia(REDUCED_MOTION).matches);
    const next = this.blocks.numberOf(step + (direction * size) / 2);
    if (next >= 0 && next * size <= last) this.blocks.fetch(next).catch(() => {});
  }

  /** Draw the target, or load its records first: then the step is not animated. */
  show(isAnimated = false) {
    const step = this.target;
    const block = this.blocks.at(step);
    this.frame.classList.toggle("waiting", !block);
    if (!block) {
      this.blocks.fetch(this.blocks.numberOf(step)).then(
        () => this.target === step && this.shown !== step && this.show(),
        () => this.target === step && this.on.onLoadError(),
      );
      return;
    }
    const record = block.steps[step - block.first];
    this.renderer.draw(record, block, step, isAnimated && step === this.shown + 1);
    if (this.shown < 0 && this.offersTour) this.tour?.offer();
    this.shown = step;
    clearTimeout(this.announceTimer);
    const announce = () => setSentence(this.announcer, record.announce);
    this.announceTimer = setTimeout(announce, ANNOUNCE_AFTER);
    this.questions.afterStep();
  }
}
