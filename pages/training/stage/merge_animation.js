// What a forward step looks like: in each visible word, the two tokens slide together into the new
// one, the changed counts appear, and the merge enters the list. It only moves and fades what is
// drawn already, so a step is complete at once, and the next one just cancels this.

import { versionAt } from "../../stage/core/versions.js";
import { el } from "../../stage/parts/dom.js";

/** @import { TrainingBlock } from "../../stage/records.d.ts" */
/** @import { CorpusLayer } from "./corpus_layer.js" */

const LENGTH = 500; // ms
const MOST_WORDS = 40; // in large corpora
const TOUCH = 0.72; // when the two tokens touch, from 0 to 1
const APART = 0.2; // em
const CLOSER = 0.1; // em

/**
 * @typedef {object} Join two tokens that a step merges
 * @property {HTMLElement} word
 * @property {HTMLElement} text
 * @property {number} index of the new token in the word
 * @property {HTMLElement[]} halves the two tokens
 * @property {DOMRect[]} places where the two tokens are
 */

/**
 * The pairs of the visible words that a step merges. Call it before the step is drawn.
 * @param {CorpusLayer} layer at the previous step
 * @param {TrainingBlock} block
 * @param {number} step
 */
export function visibleJoins(layer, block, step) {
  const region = layer.node.parentElement?.getBoundingClientRect() ?? new DOMRect();
  const top = Math.max(0, region.top);
  const bottom = Math.min(innerHeight, region.bottom);
  /** @type {Join[]} */
  const joins = [];
  let words = 0;
  for (const [i, versions] of block.words.entries()) {
    const [since, , newTokens = []] = versionAt(versions, step);
    if (since !== step || !newTokens.length) continue;
    const { word, text } = layer.boxes[i];
    const place = word.getBoundingClientRect();
    if (place.bottom < top || place.top > bottom) continue;
    const chips = /** @type {HTMLElement[]} */ ([...text.children]);
    newTokens.forEach((index, n) => {
      const halves = chips.slice(index + n, index + n + 2);
      if (halves.length < 2) return;
      const places = halves.map((half) => half.getBoundingClientRect());
      joins.push({ word, text, index, halves, places });
    });
    words += 1;
    if (words === MOST_WORDS) break;
  }
  return { joins, origin: layer.node.getBoundingClientRect() };
}

/** The animations of one step. They end together. */
export class StepAnimation {
  constructor() {
    /** @type {Animation[]} */
    this.running = [];
    /** @type {HTMLElement | null} the tokens that move */
    this.overlay = null;
  }

  /** Show the end of the step at once. */
  stop() {
    for (const animation of this.running) animation.cancel();
    this.running = [];
    this.overlay?.remove();
  }

  /**
   * @param {Element | null | undefined} element
   * @param {Keyframe[]} keyframes
   * @param {KeyframeAnimationOptions} [options]
   */
  run(element, keyframes, options) {
    if (!element) return;
    const timing = { duration: LENGTH, easing: "ease-in-out", ...options };
    this.running.push(element.animate(keyframes, timing));
  }

  /**
   * Slide the pairs together. Call it when the step is drawn: the two tokens are then no longer in
   * the corpus, and this moves them, above it, from where they were.
   * @param {ReturnType<typeof visibleJoins>} pairs
   */
  join({ joins, origin }) {
    if (!joins.length) return;
    const overlay = el("div", "joining", { "aria-hidden": "true" });
    for (const { word, text, index, halves, places } of joins) {
      const [left, right] = places;
      const isOneLine = Math.abs(left.top - right.top) < left.height / 2;
      const direction = isOneLine ? Math.sign(right.left - left.left) : 0;
      halves.forEach((half, side) => {
        const holder = el("span", word.classList.contains("joins") ? "tokens joins" : "tokens");
        holder.style.left = `${places[side].left - origin.left}px`;
        holder.style.top = `${places[side].top - origin.top}px`;
        delete half.dataset.id;
        holder.append(half);
        overlay.append(holder);
        this.run(half, slide(side ? -direction : direction));
      });
      this.run(text.children[index], APPEAR);
    }
    joins[0].text.closest(".words")?.append(overlay);
    this.overlay = overlay;
    this.running[this.running.length - 1].onfinish = () => overlay.remove();
  }

  /**
   * Emphasize what a step changed in a table: a number that is new, and what it changed by.
   * @param {{ count: Element, change: Element }[]} cells
   */
  showChanges(cells) {
    const timing = { duration: LENGTH / 2, easing: "ease-out" };
    for (const { count, change } of cells) {
      this.run(count, [{ transform: "scale(1.3)" }, { transform: "none" }], timing);
      this.run(change, [{ opacity: 0, transform: "translateY(0.5em)" }, {}], timing);
    }
  }

  /**
   * Add an entry to a list.
   * @param {Element | undefined} entry
   */
  enter(entry) {
    const timing = {
      duration: LENGTH / 2,
      delay: LENGTH / 2,
      fill: /** @type {const} */ ("backwards"),
    };
    this.run(entry, [{ opacity: 0, transform: "translateY(-0.8em)" }, {}], timing);
  }

  /**
   * Emphasize the new token, where it is not joined from its two tokens.
   * @param {Element | null} token
   */
  made(token) {
    this.run(token, APPEAR);
  }
}

/** The new token, once the two tokens touch. */
const APPEAR = [
  { opacity: 0, offset: 0 },
  { opacity: 0, offset: TOUCH - 0.06, transform: "none" },
  { opacity: 1, offset: TOUCH + 0.1, transform: "scale(1.12)" },
  { opacity: 1, offset: 1, transform: "none" },
];

/**
 * A token that moves away from the other, and then toward it.
 * @param {number} toward 1 if the other is to the right, -1 if it is to the left, else 0
 * @returns {Keyframe[]}
 */
function slide(toward) {
  const by = (/** @type {number} */ em) => `translateX(${em * toward}em)`;
  return [
    { transform: "none", offset: 0 },
    { transform: by(-APART), offset: 0.4 },
    { transform: by(CLOSER), opacity: 1, offset: TOUCH },
    { transform: by(CLOSER), opacity: 0, offset: TOUCH + 0.12 },
    { transform: by(CLOSER), opacity: 0, offset: 1 },
  ];
}
