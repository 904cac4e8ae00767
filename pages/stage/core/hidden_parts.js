// What does not fit while presenting: below each table or list, how many of its rows are out of sight.
import { el, setText } from "../parts/dom.js";

/** @import { PresentLabels } from "../records.d.ts" */

const REGIONS =
  ".scroll, .words, .columns .list, .halves .list, .piece-list, .corpus .watched .line";
const PARTS =
  "tbody > tr:not([hidden]), .layer:not(.before) > .word, .merge-entry, .piece-list .choice, " +
  ".watched .line .token, .shares li";
/** @type {Record<string, "more_words" | "more_pieces" | "more_tokens">} else rows */
const KINDS = {
  words: "more_words",
  "piece-list": "more_pieces",
  line: "more_tokens",
};

/**
 * A cell of the head of a table: it stays in place, the row around it scrolls. Null for a head that is
 * there for screen readers only.
 * @param {Element} region
 */
function headOf(region) {
  const head = region.querySelector("thead");
  const isShown = head && getComputedStyle(head).position !== "absolute";
  return isShown ? head.querySelector("th") : null;
}

export class HiddenParts {
  /**
   * @param {HTMLElement} frame the stage
   * @param {() => PresentLabels | null} labels
   */
  constructor(frame, labels) {
    this.frame = frame;
    this.labels = labels;
    this.timer = 0;
    this.changes = new MutationObserver((records) => {
      const isOwn = (/** @type {MutationRecord} */ { target }) =>
        target instanceof Element && target.matches(".hidden-parts");
      if (!records.every(isOwn)) this.countSoon();
    });
    this.sizes = new ResizeObserver(() => this.countSoon());
    this.onScroll = () => this.countSoon();
  }

  /** @param {boolean} isOn */
  watch(isOn) {
    clearTimeout(this.timer);
    this.changes.disconnect();
    this.sizes.disconnect();
    this.frame.removeEventListener("scroll", this.onScroll, true);
    for (const note of this.frame.querySelectorAll(".hidden-parts")) note.remove();
    if (!isOn) return;
    this.changes.observe(this.frame, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: ["class", "hidden"],
    });
    this.sizes.observe(this.frame);
    this.frame.addEventListener("scroll", this.onScroll, true);
    this.count();
  }

  /** Counting needs the layout, so it waits until the step is painted. */
  countSoon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.count(), 50);
  }

  count() {
    const labels = this.labels();
    for (const region of this.frame.querySelectorAll(REGIONS)) {
      const { top, bottom, left, right, height } = region.getBoundingClientRect();
      if (!height) continue; // not shown
      const start = headOf(region)?.getBoundingClientRect().bottom ?? top;
      const isLine = region.matches(".line"); // the others don't hide what is at their sides
      let [out, above] = [0, 0];
      for (const part of region.querySelectorAll(PARTS)) {
        const box = part.getBoundingClientRect();
        const isAbove = box.top < start - 2;
        const isBeside = isLine && (box.right > right + 2 || box.left < left - 2);
        if (!box.height || !(isAbove || box.bottom > bottom + 2 || isBeside)) continue;
        if (getComputedStyle(part).visibility === "hidden") continue; // a later step shows it
        out += 1;
        above += Number(isAbove);
      }
      const [one, many] = labels?.[KINDS[region.classList[0]] ?? "more_rows"] ?? [];
      const text = (out === 1 ? one : many)?.replace("{n}", String(out)) ?? "";
      const isOnlyAbove = above === out;
      setText(this.noteOf(region), out ? `${isOnlyAbove ? "↑ " : ""}${text}` : "");
    }
  }

  /**
   * The note below a region.
   * @param {Element} region
   */
  noteOf(region) {
    const known = region.nextElementSibling;
    if (known?.matches(".hidden-parts")) return known;
    const note = el("p", "hidden-parts");
    region.after(note);
    for (const each of [region, ...region.children]) this.sizes.observe(each);
    return note;
  }
}
