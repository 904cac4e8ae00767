// The lattice of a word as a picture: characters between positions, pieces as arcs.
import { colorOf } from "./colors.js";
import { el, sentenceEl, setLanguage, textWidth, withoutIsolates } from "./dom.js";
import { svgEl } from "./svg.js";

/** @import { ArcData, PictureHead, PictureRecord } from "./types.d.ts" */

const MIN_UNIT = 92; // the least width of a character, in the picture's own units
const LOWEST_ARC = 46; // the height of the lowest arcs
const LEVEL_HEIGHT = 42;
const FRACTION_HEIGHT = 16; // of the line with the fraction in a label
const MARGIN = 40;
const FOOT = 62; // space for the characters and positions below the arcs
const MAX_LOW = 230; // the height of a picture that has space above its tables on a projector

/**
 * The width of an arc's label: its piece, and its probability as a number and as a fraction.
 * @param {ArcData} arc
 */
const labelWidth = ([, , , text, , , , , fraction]) =>
  Math.max(84, textWidth(text) * 11 + 18, fraction.length * 7.6 + 14);

/**
 * Whether two arcs have the same level and start at adjacent positions, so that labels can overlap.
 * @param {ArcData} arc
 * @param {ArcData} other
 */
const isAdjacent = ([start, , level], [otherStart, , otherLevel]) =>
  otherLevel === level && otherStart === start + 1;

/**
 * The part that an arc has in a step, as CSS names it.
 * @param {number} i
 * @param {PictureRecord} record
 * @param {Set<number>} tied
 */
function stateOf(i, { now, chosen, candidates, won, path }, tied) {
  if (path.includes(i)) return "path";
  if (i === chosen) return "chosen";
  if (tied.has(i)) return "tied";
  if (now !== undefined && candidates.includes(i)) return "candidate";
  return won.includes(i) ? "won" : "";
}

export class LatticePicture {
  /** @param {PictureHead} head */
  constructor(head) {
    const { text, arcs, levels, labels } = head;
    const adjacent = arcs.filter((arc) => arcs.some((other) => isAdjacent(arc, other)));
    this.unit = Math.max(MIN_UNIT, ...adjacent.map((arc) => labelWidth(arc) + 8));
    this.width = text.length * this.unit + 2 * MARGIN;
    this.isRtl = head.dir === "rtl";
    this.extra = arcs.some((arc) => arc[8]) ? FRACTION_HEIGHT : 0;
    this.base = LOWEST_ARC + levels * (LEVEL_HEIGHT + this.extra) - 12;
    const label = labels.lattice;
    this.node = el("div", "picture", {
      tabindex: 0,
      role: "region",
      "aria-label": label,
      dir: "ltr",
    });
    this.svg = svgEl("svg", {
      viewBox: `0 0 ${this.width} ${this.base + FOOT}`,
      role: "img",
      "aria-label": label,
      class: "lattice",
    });
    this.svg.style.setProperty("--width", `${this.width}px`);
    this.svg.style.setProperty("--units", String(this.width));
    this.svg.style.setProperty("--ratio", String(this.width / (this.base + FOOT)));
    if (head.text_lang) this.svg.setAttribute("lang", head.text_lang);
    this.arcs = arcs.map((arc) => this.arc(arc));
    this.second = new Set(head.second);
    for (const i of this.second) this.addOutline(this.arcs[i]);
    this.svg.append(...this.arcs);
    this.points = Array.from({ length: text.length + 1 }, (_, i) => this.point(i));
    this.svg.append(...this.points);
    text.forEach((character, i) => {
      const attributes = { x: this.x(i + 0.5), y: this.base + 31, class: "letter" };
      this.svg.append(svgEl("text", attributes, character));
    });
    // A list of the arcs for screen readers. Its tables say what a step does with them.
    const list = el("ul", "visually-hidden");
    list.append(...arcs.map((arc) => sentenceEl("li", "", arc[7])));
    this.node.append(this.svg, list);
  }

  /** Whether the picture needs so much height that tables fit beside it, but not below it. */
  get isTall() {
    return this.base + FOOT > MAX_LOW || this.width < 3.3 * (this.base + FOOT);
  }

  /** After the picture was added to the page: set the language of the words in its sentences. */
  setLanguages() {
    const quotes = /** @type {NodeListOf<HTMLElement>} */ (this.node.querySelectorAll(".quote"));
    for (const quote of quotes) setLanguage(quote);
  }

  /**
   * The x coordinate of a position.
   * @param {number} i
   */
  x(i) {
    return this.isRtl ? this.width - MARGIN - i * this.unit : MARGIN + i * this.unit;
  }

  /** @param {number} i */
  point(i) {
    const group = svgEl("g", { class: "point" });
    const x = this.x(i);
    group.append(
      svgEl("circle", { cx: x, cy: this.base, r: 7 }),
      svgEl("text", { x, y: this.base + 52, class: "position" }, String(i)),
    );
    return group;
  }

  /** @param {ArcData} arc */
  arc(arc) {
    const [start, end, level, text, number, value, isKnown, sentence, fraction] = arc;
    const className = `arc ${colorOf(number)} ${isKnown ? "" : "unknown"}`;
    const group = svgEl("g", { class: className, "data-id": text });
    const [from, to] = [this.x(start), this.x(end)].sort((a, b) => a - b);
    const top = this.base - LOWEST_ARC - level * (LEVEL_HEIGHT + this.extra) - this.extra / 2;
    const bend = Math.min(this.unit * 0.45, (to - from) * 0.3);
    const middle = (from + to) / 2;
    const width = labelWidth(arc);
    const height = 37 + (fraction ? this.extra : 0);
    const upper = top - height / 2;
    const low = upper + height - 2.5;
    const rise = `C${from + bend * 0.4} ${top} ${from + bend} ${top} ${middle} ${top}`;
    const fall = `S${to - bend * 0.4} ${top} ${to} ${this.base}`;
    group.append(
      svgEl("title", {}, withoutIsolates(sentence)),
      svgEl("path", { d: `M${from} ${this.base} ${rise} ${fall}` }),
      svgEl("rect", { x: middle - width / 2, y: upper - 0.5, width, height, rx: 7 }),
      svgEl("line", { x1: middle - width / 2 + 3, x2: middle + width / 2 - 3, y1: low, y2: low }),
      svgEl("text", { x: middle, y: upper + 15.5, class: "piece" }, text),
      svgEl("text", { x: middle, y: upper + height - 5.5, class: "value" }, value),
    );
    if (fraction) {
      const attributes = { x: middle, y: upper + 31.5, class: "value fraction" };
      group.append(svgEl("text", attributes, fraction));
    }
    return group;
  }

  /**
   * Give an arc of the second path a second frame around its label.
   * @param {SVGElement} group
   */
  addOutline(group) {
    const rect = group.querySelector("rect");
    const at = (/** @type {string} */ name) => Number(rect?.getAttribute(name));
    const corner = { x: at("x") - 4, y: at("y") - 4, rx: 10, class: "outline" };
    group.append(svgEl("rect", { ...corner, width: at("width") + 8, height: at("height") + 8 }));
  }

  /**
   * Show the part of each arc and position in a step.
   * @param {PictureRecord} record
   * @param {number} step
   */
  draw(record, step) {
    const { now, candidates, rows, path } = record;
    /** @type {Set<number>} */
    const tied = new Set();
    if (now !== undefined) {
      rows.forEach(([, mark], i) => {
        if (mark === "tied") tied.add(candidates[i]);
      });
    }
    this.arcs.forEach((group, i) => {
      group.classList.toggle("second", Boolean(record.second) && this.second.has(i));
      const state = stateOf(i, record, tied);
      if (group.dataset.state === state) return;
      group.dataset.state = state;
      if (state) this.svg.insertBefore(group, this.points[0]); // in front of the other arcs
    });
    this.points.forEach((group, i) => {
      group.classList.toggle("now", i === now);
      group.classList.toggle("seen", step > 0 && (now === undefined || i < now));
    });
    this.svg.classList.toggle("started", now !== undefined || path.length > 0);
    this.svg.classList.toggle("back", path.length > 0);
    this.node.setAttribute("data-step", String(step));
    if (now !== undefined) this.scrollTo(now);
  }

  /** @param {number} i a position */
  scrollTo(i) {
    if (this.node.scrollWidth <= this.node.clientWidth) return;
    const at = (this.x(i) / this.width) * this.svg.clientWidth;
    this.node.scrollLeft = at - this.node.clientWidth * 0.6;
  }
}
