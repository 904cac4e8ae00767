// The words of the corpus at one step. Words stay where they are at every step; only the borders
// between tokens disappear.

import { versionAt } from "../../stage/core/versions.js";
import { tokenChip } from "../../stage/parts/chips.js";
import { el } from "../../stage/parts/dom.js";

/** @import { TrainingHead, WordData, WordVersion } from "../../stage/records.d.ts" */

/** @typedef {[...WordData, newTokens?: number[]]} DrawnWord */

/**
 * A word on the page.
 * @typedef {object} WordBox
 * @property {HTMLElement} word
 * @property {HTMLElement} text
 * @property {string} key what is drawn
 * @property {number[] | null} cells the widths of its characters in em, if they are measured
 * @property {number} gap the width of the gap between two characters in em
 */

export class CorpusLayer {
  /**
   * @param {TrainingHead} head
   * @param {string} className "before" or "after"
   */
  constructor(head, className) {
    this.head = head;
    this.node = el("div", `layer ${className}`, { dir: head.dir });
    /** @type {DrawnWord[]} */
    this.words = [];
    /** @type {WordBox[]} */
    this.boxes = [];
    this.setWords(head.words);
  }

  /** @param {DrawnWord[]} words */
  setWords(words) {
    this.words = words;
    this.boxes = words.map(([tokens, times, className, newTokens = []]) => {
      const word = el("span", `word ${className}`, { dir: "auto" });
      word.dataset.word = tokens.map((id) => this.head.tokens[id][0]).join("");
      const text = el("span", "tokens");
      text.append(...tokens.map((id, i) => this.chip(id, newTokens.includes(i))));
      word.append(text, el("span", "times", { dir: "ltr" }, times));
      return { word, text, key: "", cells: null, gap: 0 };
    });
    this.node.replaceChildren(...this.boxes.map(({ word }) => word));
  }

  /**
   * @param {number} id
   * @param {boolean} isNew whether the token is new in this step
   */
  chip(id, isNew) {
    return tokenChip(this.head, id, isNew ? "token fresh" : "token");
  }

  /**
   * Measure, once, the characters of words whose letters join, or have ## before them: tokens get the
   * width of theirs.
   */
  measure() {
    for (const box of this.boxes) {
      if (!box.word.classList.contains("joins") || box.cells) continue;
      const size = parseFloat(getComputedStyle(box.text).fontSize);
      const cells = [...box.text.children].map((cell) => cell.getBoundingClientRect());
      if (!cells.length || !cells[0].width) return;
      const [first, second] = cells;
      const gap = second
        ? Math.abs(second.left - first.left) -
          (second.left > first.left ? first.width : second.width)
        : 0;
      box.gap = gap / size;
      box.cells = cells.map(({ width }) => width / size);
      if (box.word.classList.contains("long")) continue; // it may need several lines
      box.text.style.width = `${box.text.getBoundingClientRect().width / size + 0.001}em`;
    }
  }

  /**
   * Draw the words at a step.
   * @param {WordVersion[][]} words
   * @param {number} step
   * @param {boolean} [marksNew] whether tokens that are new in this step are marked
   */
  draw(words, step, marksNew = false) {
    if (this.words !== this.head.words) this.setWords(this.head.words);
    this.measure();
    words.forEach((versions, i) => {
      const version = versionAt(versions, step);
      this.drawWord(this.boxes[i], version, marksNew && version[0] === step);
    });
  }

  /**
   * @param {WordBox} box
   * @param {WordVersion} version
   * @param {boolean} isNew
   */
  drawWord(box, [since, tokens, newTokens = [], lengths], isNew) {
    const key = `${since} ${isNew}`;
    if (box.key === key) return;
    box.key = key;
    const chips = tokens.map((id, index) => this.chip(id, isNew && newTokens.includes(index)));
    if (box.cells && lengths) {
      let from = 0;
      for (const [index, chip] of chips.entries()) {
        const cells = box.cells.slice(from, from + lengths[index]);
        const width = cells.reduce((a, b) => a + b, 0) + box.gap * (cells.length - 1);
        chip.style.width = `${Math.floor(width * 1000) / 1000}em`;
        from += lengths[index];
      }
    }
    box.text.replaceChildren(...chips);
  }

  /**
   * Mark the words that a step changed. Returns whether there are any.
   * @param {WordVersion[][]} words
   * @param {number} step
   */
  markChanged(words, step) {
    let any = false;
    words.forEach((versions, i) => {
      const changed = step > 0 && versionAt(versions, step)[0] === step;
      this.boxes[i].word.classList.toggle("changed", changed);
      any ||= changed;
    });
    return any;
  }

  /** Mark all words as changed. */
  markAllChanged() {
    for (const { word } of this.boxes) word.classList.add("changed");
  }

  /**
   * Mark the occurrences of a pair, and the tokens that it was merged into, and nothing else.
   * @param {string | null | undefined} pair "left right", two ids
   * @param {"highlighted" | "merges-next"} [className]
   * @param {number} [made] the id of the token that the pair was merged into
   */
  highlight(pair, className = "highlighted", made = -1) {
    const [left, right] = pair?.split(" ") ?? [];
    for (const { text } of this.boxes) {
      const chips = /** @type {HTMLElement[]} */ ([...text.children]);
      for (const chip of chips) chip.classList.remove(className);
      if (!pair) continue;
      chips.forEach((chip, i) => {
        if (chip.dataset.id === String(made)) chip.classList.add(className);
        if (chip.dataset.id === left && chips[i + 1]?.dataset.id === right) {
          chip.classList.add(className);
          chips[i + 1].classList.add(className);
        }
      });
    }
  }
}
