// The text of an encoding stage, word by word, with the tokens of each word at the step.

import { versionAt } from "../../stage/core/versions.js";
import { chip } from "../../stage/parts/chips.js";
import { el, languageOf, setText } from "../../stage/parts/dom.js";

/** @import { DescribedChip, TextHead, TextRecord, TextVersion } from "../../stage/records.d.ts" */

const LINE_BREAK = "Ċ"; // as GPT-2 writes its byte

/**
 * A word as it looks at some step, invisible: it reserves the space that the word needs then.
 * @param {string[]} tokens
 */
function reserveSpace(tokens) {
  const node = el("span", "reserved", { "aria-hidden": "true" });
  node.append(...tokens.map((text) => el("span", "chip", text)));
  return node;
}

/**
 * What is above the tokens of a line: its text, and at the last step how many tokens it has.
 * @param {string} text
 * @param {string} total
 */
function lineTitle(text, total) {
  return el("div", "line-title", el("bdi", "", text), el("span", "count", total));
}

/** The text, word by word. A word is drawn again only if its tokens change. */
export class TextView {
  /** @param {TextHead} head */
  constructor(head) {
    this.title = el("h2");
    this.layer = el("div", "layer", { dir: head.dir, ...languageOf(head) });
    this.reserved = head.reserved_texts;
    this.lines = new Map(head.lines.map(([word, text, total]) => [word, lineTitle(text, total)]));
    this.last = head.last;
    this.box = el("div", `words ${head.scale}`, { tabindex: 0, role: "region" }, this.layer);
    this.node = el("section", "corpus", this.title, this.box);
    /** @type {{ node: HTMLElement, now: HTMLElement, key: string, chips: DescribedChip[] | null }[]} */
    this.words = [];
    /** @type {WeakMap<HTMLElement, string>} what each chip stands for */
    this.descriptions = new WeakMap();
  }

  /**
   * @param {TextRecord} record
   * @param {TextVersion[][]} words
   * @param {number} step
   */
  draw(record, words, step) {
    setText(this.title, record.after);
    this.box.setAttribute("aria-label", record.after);
    words.forEach((versions, i) => {
      this.drawWord(i, versionAt(versions, step), step);
    });
    this.words.forEach(({ node }, i) => {
      node.classList.toggle("current", record.current.includes(i));
    });
    for (const title of this.lines.values()) title.classList.toggle("ended", step === this.last);
    const first = this.words[record.current[0]]?.node;
    if (first) this.scrollTo(first);
    this.layer.setAttribute("data-step", String(step));
  }

  /** @param {HTMLElement} word */
  scrollTo(word) {
    const { box } = this;
    const top = word.offsetTop - box.offsetTop;
    if (top < box.scrollTop || top + word.offsetHeight > box.scrollTop + box.clientHeight) {
      box.scrollTop = top - box.clientHeight / 2;
    }
  }

  /**
   * @param {number} i
   * @param {TextVersion} version
   * @param {number} step
   */
  drawWord(i, [since, chips], step) {
    while (this.words.length <= i) this.addWord();
    const key = `${since} ${since === step}`;
    const word = this.words[i];
    if (word.key === key && word.chips === chips) return;
    word.key = key;
    word.chips = chips;
    word.now.replaceChildren(
      ...chips.map(([text, number, className, description]) => {
        const isOld = className === "fresh" && since !== step;
        const node = chip([text, number, isOld ? "" : className]);
        this.descriptions.set(node, description);
        return node;
      }),
    );
  }

  addWord() {
    const now = el("span", "now");
    const texts = this.reserved[this.words.length];
    const isBreak = texts.flat().every((text) => text === LINE_BREAK);
    const node = el("span", isBreak ? "word line-break" : "word", ...texts.map(reserveSpace), now);
    this.layer.append(this.lines.get(this.words.length) ?? "", node);
    this.words.push({ node, now, key: "", chips: null });
  }

  /**
   * What the token stands for that the reader points at.
   * @param {HTMLElement | null} element the chip, if it is in the text
   * @param {string | undefined} id its token
   */
  describe(element, id) {
    const own = element && this.descriptions.get(element);
    if (own !== null && own !== undefined) return own;
    const chips = /** @type {NodeListOf<HTMLElement>} */ (this.layer.querySelectorAll("[data-id]"));
    const same = [...chips].find((node) => node.dataset.id === id);
    return (same && this.descriptions.get(same)) ?? "";
  }
}
