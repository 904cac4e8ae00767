// A short tour: a note that points at one element after the other. It covers no control, is left at
// once, and comes uninvited only once.
import { el } from "./dom.js";

const SEEN = "merge-by-merge-tour";

function seen() {
  try {
    return localStorage.getItem(SEEN) !== null;
  } catch {
    return true; // no storage: better never than at every visit
  }
}

export class Tour {
  /** stops: [[selector, sentence]]; labels: next, done, leave. */
  constructor(frame, stops, labels) {
    Object.assign(this, { frame, stops, labels, at: -1 });
    this.note = el("aside", "tour", { "aria-label": labels.tour, "aria-live": "polite" });
    this.text = el("p");
    this.next = el("button", "act reveal", { type: "button" });
    this.next.addEventListener("click", () => this.on());
    const leave = el(
      "button",
      "act",
      { type: "button", "aria-label": labels.leave, title: labels.leave },
      "×",
    );
    leave.addEventListener("click", () => this.end());
    const row = el("div", "row");
    row.append(this.next, leave);
    this.note.append(this.text, row);
    this.note.hidden = true;
    frame.append(this.note);
    this.place = () => this.point();
    window.addEventListener("resize", this.place);
  }
  /** Begin if the reader has never been here. */
  offer() {
    if (!seen()) this.go(0);
  }

  /** The next stop; from the first, which is about the step, by a step. */
  on() {
    const { target } = this;
    if (this.at === 0 && target && !target.disabled) target.click();
    else this.go(this.at + 1);
  }
  go(at) {
    this.target?.classList.remove("pointed");
    if (at >= this.stops.length) {
      this.end();
      return;
    }
    this.at = at;
    this.text.textContent = this.stops[at][1];
    this.next.textContent = at + 1 < this.stops.length ? this.labels.next : this.labels.done;
    this.note.hidden = false;
    this.target = this.frame.querySelector(this.stops[at][0]);
    this.target?.classList.add("pointed");
    this.show();
    this.point();
  }
  /** Bring what is pointed at onto the screen; the steps are always there. */
  show() {
    if (!this.target || this.target.closest(".moves")) return;
    const { top } = this.target.getBoundingClientRect();
    if (top < 0 || top > window.innerHeight * 0.6) this.target.scrollIntoView({ block: "start" });
  }
  /** Below what is pointed at, or above it where there is no room below. */
  point() {
    if (this.note.hidden || !this.target) return;
    const frame = this.frame.getBoundingClientRect();
    const box = this.target.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = this.note;
    const above = box.height > 160 || box.bottom + height + 10 > window.innerHeight;
    const left = Math.max(0, Math.min(box.left - frame.left, frame.width - width));
    const top = above ? box.top - frame.top - height - 10 : box.bottom - frame.top + 10;
    this.note.style.left = `${left}px`;
    this.note.style.top = `${Math.max(0, top)}px`;
  }
  /** The reader has stepped: the first stop has been understood. */
  stepped() {
    if (this.at === 0 && !this.note.hidden) this.go(1);
  }

  end() {
    this.target?.classList.remove("pointed");
    this.note.hidden = true;
    try {
      localStorage.setItem(SEEN, "1");
    } catch {
      /* it stays away for this visit */
    }
  }
  destroy() {
    window.removeEventListener("resize", this.place);
  }
}
