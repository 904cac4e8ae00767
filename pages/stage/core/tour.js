// A short tour: a note that points at one element after another. It covers neither that element nor a
// control, and can be left at any time. It starts by itself only on the first visit, and only once the
// reader steps instead of starting the course.
import { buttonEl, el, signEl } from "../parts/dom.js";
import { onProgress, progress } from "./guide_progress.js";
import { isPresented } from "./present.js";
import { ofBrowser } from "./storage.js";

/** @import { TourLabels, TourStop } from "../records.d.ts" */

const SEEN = "merge-by-merge-tour";
const PHONE = "(max-width: 50rem), (hover: none)"; // no keys, and nothing to point with

export class Tour {
  /**
   * @param {HTMLElement} frame the stage
   * @param {TourStop[]} stops
   * @param {Partial<TourLabels>} labels
   * @param {{ text: string, open: () => void }} [course] what the last stop offers: its link at step 0
   *   is out of sight
   */
  constructor(frame, stops, labels, course) {
    this.frame = frame;
    this.stops = stops;
    this.labels = labels;
    /** The current stop, or -1. */
    this.at = -1;
    /** @type {HTMLElement | null} */
    this.target = null;
    const { tour = "", leave = "" } = labels;
    this.text = el("p");
    this.next = buttonEl("button labelled", "", () => this.advance());
    const close = signEl("button", "×", leave, () => this.end());
    this.course = buttonEl("button course", course?.text, () => {
      this.end();
      course?.open();
    });
    this.course.hidden = true;
    this.hasCourse = Boolean(course);
    /** Whether the tour starts at the first step forward. */
    this.isOffered = false;
    /** Ends the wait for the start of the course. */
    this.unlisten = () => {};
    const row = el("div", "row", this.next, this.course, close);
    this.note = el("aside", "tour", { "aria-label": tour, "aria-live": "polite" }, this.text, row);
    this.note.hidden = true;
    frame.append(this.note);
  }

  get isOpen() {
    return !this.note.hidden;
  }

  /** Start at the first step forward, if the reader has never seen the tour nor the course. */
  offer() {
    // Without storage, it would start at every visit.
    this.isOffered = Boolean(ofBrowser.storage) && !ofBrowser.text(SEEN) && !progress().place;
  }

  /** Go to the next stop. At the first stop, which is about stepping, press its button. */
  advance() {
    const { target } = this;
    const isEnabled = target instanceof HTMLButtonElement && !target.disabled;
    if (this.at === 0 && isEnabled) target.click();
    else this.go(this.at + 1);
  }

  /** Start when the reader asks for it. Enter goes on: the focus would be at what opened the keys. */
  start() {
    this.go(0);
    this.next.focus({ preventScroll: true });
  }

  /** @param {number} at */
  go(at) {
    this.target?.classList.remove("pointed");
    if (at >= this.stops.length) {
      this.end();
      return;
    }
    const [selector, sentence, onPhone] = this.stops[at];
    const { next = "", done = "" } = this.labels;
    this.at = at;
    this.text.textContent = matchMedia(PHONE).matches ? onPhone : sentence;
    const isLast = at + 1 === this.stops.length;
    this.next.textContent = isLast ? done : next;
    this.course.hidden = !isLast || !this.hasCourse;
    this.isOffered = false;
    this.unlisten();
    this.unlisten = onProgress(() => this.end()); // the course tells more
    this.note.hidden = false;
    this.target = this.frame.querySelector(selector);
    this.target?.classList.add("pointed");
    this.scrollToTarget();
  }

  /** Scroll to the target if the note covers it. The main controls are always visible. */
  scrollToTarget() {
    if (!this.target || this.target.closest(".main-controls")) return;
    const target = this.target.getBoundingClientRect();
    const note = this.note.getBoundingClientRect();
    const isBeside = target.right < note.left || target.left > note.right;
    if (target.top < 0 || (target.bottom > note.top && !isBeside)) {
      this.target.scrollIntoView({ block: "start" });
    }
  }

  /** Call it when the reader steps forward: the first stop is done, or not needed. */
  afterStep() {
    const isWanted = this.isOffered && !progress().place && !isPresented();
    if (this.isOpen ? this.at === 0 : isWanted) this.go(1);
  }

  end() {
    this.unlisten();
    this.target?.classList.remove("pointed");
    this.note.hidden = true;
    ofBrowser.setText(SEEN, "1");
  }
}
