// The lattice of a word as a picture: characters between positions, pieces as arcs.

import { isLarge } from "../../stage/core/present.js";
import { tokenLink } from "../../stage/core/token_link.js";
import { colorOf } from "../../stage/parts/colors.js";
import { el, sentenceEl, setLanguage, withoutIsolates } from "../../stage/parts/dom.js";
import { highlightSameTokens } from "../../stage/parts/pointing.js";
import { setAttributes, svgEl } from "../../stage/parts/svg.js";
import { INSET, LARGE, layoutOf, SMALL, TALLEST, UNITS_PER_REM } from "./lattice_layout.js";

/**
 * @import { ArcData, Head, PictureRecord } from "../../stage/records.d.ts"
 * @import { PictureHead } from "../../stage/types.d.ts"
 */
/** @import { Explanation } from "../../stage/parts/headline.js" */
/** @import { Target } from "../../stage/parts/pointing.js" */
/** @import { Box, Layout } from "./lattice_layout.js" */

const NARROW = "(max-width: 50rem)"; // a phone
const SMALLEST = 0.62; // how small a picture is drawn there (`lattice.css`)
const CLOSE = 26; // the width of a character below which only some positions have a number
const DENSE = 18; // below which the letters are smaller

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

/**
 * What the lines of the arcs mean, as the picture draws them.
 * @param {Record<string, string>} lines
 */
export function linesLegend(lines) {
  const parts = Object.entries(lines).map(([state, text]) => {
    const path = svgEl("path", { d: "M0 5H28" });
    const line = svgEl("g", { class: "arc-line", "data-state": state }, path);
    const svg = svgEl("svg", { width: 28, height: 10, "aria-hidden": "true" }, line);
    return el("span", `part of-${state}`, {}, svg, el("span", "", {}, text));
  });
  return el("p", "legend", parts);
}

export class LatticePicture {
  /** @param {PictureHead} head */
  constructor(head) {
    const { text, arcs, labels } = head;
    this.head = head;
    this.isRtl = head.dir === "rtl";
    const label = labels.lattice;
    this.node = el("div", "picture", {
      tabindex: 0,
      role: "region",
      "aria-label": label,
      dir: "ltr",
    });
    this.svg = svgEl("svg", { role: "img", "aria-label": label, class: "lattice" });
    if (head.text_lang) this.svg.setAttribute("lang", head.text_lang);
    this.second = new Set(head.second);
    this.lines = arcs.map((arc) => {
      const className = arc[5] ? "arc-line" : "arc-line unknown";
      const line = svgEl("g", { class: className, "data-piece": arc[2] });
      line.append(svgEl("path"));
      return line;
    });
    this.arcs = arcs.map((arc, i) => this.arc(arc, this.second.has(i)));
    this.uprights = Array.from({ length: text.length + 1 }, () =>
      svgEl("line", { class: "upright" }),
    );
    this.svg.append(...this.uprights, ...this.lines, ...this.arcs);
    this.points = this.uprights.map((_, i) => this.point(i));
    this.svg.append(...this.points);
    this.letters = text.map((character) => svgEl("text", { class: "letter" }, character));
    this.svg.append(...this.letters);
    // A list of the arcs for screen readers. Its tables say what a step does with them.
    const list = el("ul", "visually-hidden");
    list.append(...arcs.map((arc) => sentenceEl("li", "", arc[6])));
    this.node.append(this.svg, list);
    this.now = 0; // the position that is in sight
    this.layout = layoutOf(head, SMALL);
    this.arrange(this.layout);
    new ResizeObserver(() => this.fit()).observe(this.node);
  }

  /**
   * In a place of a fixed size, on a projector or beside tables, the text has a fixed size too. On a
   * phone, all arcs fit the screen if they can.
   */
  fit() {
    const { clientWidth, clientHeight } = this.node;
    if (!clientWidth) return; // hidden
    const style = getComputedStyle(this.node);
    const isPlaced = isLarge() || style.getPropertyValue("--placed") === "1";
    const isNarrow = !isPlaced && matchMedia(NARROW).matches;
    this.node.classList.toggle("placed", isPlaced);
    this.node.classList.toggle("narrow", isNarrow);
    const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    const units = isPlaced ? UNITS_PER_REM / rem : 1 / SMALLEST;
    const hasHeight = isPlaced || style.getPropertyValue("--lattice-height");
    const height = hasHeight ? clientHeight * units : TALLEST;
    const place = { width: clientWidth * units, height };
    if (isPlaced) this.arrange(layoutOf(this.head, LARGE, place), place.width);
    else if (isNarrow) this.arrange(layoutOf(this.head, LARGE, place));
    else this.arrange(layoutOf(this.head, SMALL));
    this.showNow();
  }

  /**
   * Put everything where a layout says.
   * @param {Layout} layout
   * @param {number} [room] the width of the place; the picture of a long word is wider, and scrolls
   */
  arrange(layout, room = layout.width) {
    const { width, height, base, boxes, unit, lines } = layout;
    this.layout = layout;
    setAttributes(this.svg, { viewBox: `0 0 ${width} ${height}`, "data-lines": lines });
    this.svg.style.setProperty("--width", `${width}px`);
    this.svg.style.setProperty("--ratio", String(width / height));
    this.svg.style.setProperty("--times", String(Math.max(1, width / room)));
    this.node.classList.toggle("dense", unit < DENSE);
    this.arcs.forEach((group, i) => {
      this.arrangeArc(group, this.lines[i].children[0], this.head.arcs[i], boxes[i]);
    });
    const top = Math.min(...boxes.map((box) => box.top));
    this.points.forEach((group, i) => {
      const [circle, number] = group.children;
      setAttributes(circle, { cx: this.x(i), cy: base });
      setAttributes(number, { x: this.x(i), y: base + 52 });
      setAttributes(this.uprights[i], { x1: this.x(i), x2: this.x(i), y1: base, y2: top });
      group.classList.toggle("unnumbered", unit < CLOSE && i % 5 > 0);
    });
    this.letters.forEach((letter, i) => {
      setAttributes(letter, { x: this.x(i + 0.5), y: base + 31 });
    });
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
    const { margin, unit, width } = this.layout;
    return this.isRtl ? width - margin - i * unit : margin + i * unit;
  }

  /** @param {number} i */
  point(i) {
    const group = svgEl("g", { class: "point" });
    group.append(svgEl("circle", { r: 7 }), svgEl("text", { class: "position" }, String(i)));
    return group;
  }

  /**
   * @param {ArcData} arc
   * @param {boolean} isSecond whether its label gets a second frame, as an arc of the second path
   */
  arc([, , text, number, value, isKnown, sentence, fraction], isSecond) {
    const className = `arc ${colorOf(number)} ${isKnown ? "" : "unknown"}`;
    const group = svgEl("g", { class: className, "data-id": text });
    group.append(
      svgEl("title", {}, withoutIsolates(sentence)),
      svgEl("rect", { rx: 7 }),
      svgEl("line"),
      svgEl("text", { class: "piece" }, text),
      svgEl("text", { class: "value" }, value),
    );
    if (fraction) group.append(svgEl("text", { class: "value fraction" }, fraction));
    if (isSecond) group.append(svgEl("rect", { rx: 10, class: "outline" }));
    return group;
  }

  /**
   * Put an arc and its label into its box.
   * @param {SVGElement} group
   * @param {Element} line
   * @param {ArcData} arc
   * @param {Box} box
   */
  arrangeArc(group, line, [start, end], { top, width, height, foot, ...box }) {
    const { text } = this.layout;
    const left = this.isRtl ? this.layout.width - box.left - width : box.left;
    const [from, to] = [this.x(start), this.x(end)].sort((a, b) => a - b);
    const bend = Math.min(foot - top, (to - from) / 4);
    const middle = top + height / 2;
    const rise = `M${from + INSET} ${foot}Q${from + INSET} ${middle} ${from + bend} ${middle}`;
    const fall = `H${to - bend}Q${to - INSET} ${middle} ${to - INSET} ${foot}`;
    setAttributes(line, { d: rise + fall });
    group.classList.toggle("unlabeled", !height);
    const x = left + width / 2;
    const low = top + height - 2.5;
    const attributes = {
      rect: { x: left, y: top - 0.5, width, height },
      line: { x1: left + 3, x2: left + width - 3, y1: low, y2: low },
      ".piece": { x, y: top + text.piece },
      ".fraction": { x, y: top + text.fraction },
      ".value:not(.fraction)": { x, y: top + height - text.value },
      ".outline": { x: left - 4, y: top - 4.5, width: width + 8, height: height + 8 },
    };
    for (const [css, values] of Object.entries(attributes)) {
      const part = group.querySelector(css);
      if (part) setAttributes(part, values);
    }
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
      const state = stateOf(i, record, tied);
      for (const each of [group, this.lines[i]]) {
        each.classList.toggle("second", Boolean(record.second) && this.second.has(i));
        if (each.dataset.state !== state) each.dataset.state = state;
      }
    });
    this.points.forEach((group, i) => {
      group.classList.toggle("now", i === now);
      this.uprights[i].classList.toggle("now", i === now);
      group.classList.toggle("seen", step > 0 && (now === undefined || i < now));
    });
    this.svg.classList.toggle("started", now !== undefined || path.length > 0);
    this.svg.classList.toggle("back", path.length > 0);
    this.node.setAttribute("data-step", String(step));
    const last = path.at(-1); // back from the end, the piece that was taken
    this.now = now ?? (last === undefined ? 0 : this.head.arcs[last][0]);
    this.showNow();
  }

  /** Scroll the picture of a long word to the position of the step. */
  showNow() {
    this.node.scrollTop = this.node.scrollHeight; // the letters stay in sight
    if (this.node.scrollWidth <= this.node.clientWidth) return;
    const at = (this.x(this.now) / this.layout.width) * this.svg.clientWidth;
    this.node.scrollLeft = at - this.node.clientWidth * 0.6;
  }
}

/**
 * The link of a piece that is pinned: it opens the piece in the inspector, if training keeps it.
 * @param {Head} head
 * @param {number | null | undefined} id
 * @param {boolean} [isFromFile] whether the tokenizer is the one of a file that the URL names
 */
export const pieceLink = (head, id, isFromFile) =>
  tokenLink(head.next_steps?.inspect, id, isFromFile ? {} : { tokenizer: "", decoder: "unigram" });

/**
 * A picture without steps, as a question shows it.
 * @param {PictureHead} head
 */
export function drawLattice(head) {
  const { node } = new LatticePicture(head);
  node.setAttribute("role", "group"); // several questions can have a picture with the same name
  return node;
}

/**
 * Explain the piece that the reader points at, in the picture or in a table.
 * @param {HTMLElement} body
 * @param {Head & PictureHead} head
 * @param {Explanation} explanation
 * @param {(target: Target) => HTMLElement | null} [linkOf] the link of a token of BPE that is pinned
 */
export function explainArcs(body, head, explanation, linkOf = () => null) {
  const pointing = highlightSameTokens(body, (target, isPinned) => {
    const arc = head.arcs.find(([, , text]) => text === target?.id);
    const link =
      isPinned && target ? (linkOf(target) ?? pieceLink(head, arc?.[8], head.from_file)) : null;
    explanation.setDetail(arc ? arc[6] : "", link);
  });
  explanation.pointing = pointing;
  return pointing;
}
