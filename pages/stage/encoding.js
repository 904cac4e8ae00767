// Draws a step of encoding: the merge that is applied, the candidates in the word, the text.
import { chip } from "./chips.js";
import { StepCode } from "./code.js";
import { el, languageOf, setText } from "./dom.js";
import { EncodingResult } from "./encoding_result.js";
import { Explanation, Headline } from "./headline.js";
import { NextSteps } from "./next_steps.js";
import { highlightSameTokens } from "./pointing.js";
import { RuleList } from "./rule_list.js";
import { Table, tableRows } from "./table.js";
import { versionAt } from "./versions.js";

/**
 * @import { EncodingBlock, EncodingHead, EncodingRecord, Renderer, RendererTools, TextChip, TextVersion } from "./types.d.ts"
 */

/**
 * A word as it looks at some step, invisible: it reserves the space that the word needs then.
 * @param {string[]} tokens
 */
function reserveSpace(tokens) {
  const node = el("span", "reserved", { "aria-hidden": "true" });
  node.append(...tokens.map((text) => el("span", "chip", {}, text)));
  return node;
}

/** The text, word by word. A word is drawn again only if its tokens change. */
class TextView {
  /** @param {EncodingHead} head */
  constructor(head) {
    this.node = el("section", "corpus");
    this.title = el("h2");
    this.box = el("div", `words ${head.scale}`, { tabindex: 0, role: "region" });
    const attributes = { dir: head.dir, ...languageOf(head) };
    this.layer = el("div", "layer", attributes);
    this.reserved = head.reserved_texts;
    this.box.append(this.layer);
    this.node.append(this.title, this.box);
    /** @type {{ node: HTMLElement, now: HTMLElement, key: string, chips: TextChip[] | null }[]} */
    this.words = [];
    /** @type {WeakMap<HTMLElement, string>} what each chip stands for */
    this.descriptions = new WeakMap();
  }

  /**
   * @param {EncodingRecord} record
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
    const node = el("span", "word");
    const now = el("span", "now");
    node.append(...this.reserved[this.words.length].map(reserveSpace), now);
    this.layer.append(node);
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

/**
 * @param {HTMLElement} body
 * @param {EncodingHead} head
 * @param {RendererTools} tools
 * @returns {Renderer}
 */
export function encoding(body, head, { source }) {
  const { labels } = head;
  const headline = new Headline();
  const explanation = new Explanation();
  const candidates = new Table("merge-candidates", labels.columns);
  candidates.scroll.append(el("p", "nothing", {}, labels.nothing));
  candidates.node.append(el("p", "note", {}, labels.positions));
  const rules = new RuleList(head);
  const result = new EncodingResult(head);
  const text = new TextView(head);
  const columns = el("div", "halves text-columns");
  text.node.append(result.node);
  columns.append(rules.node, candidates.node, text.node);
  const next = new NextSteps(head, el("p", "note"));
  const code = new StepCode(head, source);
  body.append(headline.node, explanation.node, columns, next.node, code.node);
  const pointing = highlightSameTokens(body, (target) => {
    explanation.setDetail(target ? text.describe(pointing.currentElement, target.id) : "");
  });
  explanation.pointing = pointing;
  return {
    /**
     * @param {EncodingRecord} record
     * @param {EncodingBlock} block
     * @param {number} step
     */
    draw(record, block, step) {
      headline.draw(record);
      candidates.drawRows(record.before, tableRows(record.rows), record.more);
      candidates.node.classList.toggle("none", !record.rows.length);
      rules.draw(record);
      text.draw(record, block.words, step);
      result.draw(step);
      explanation.drawStep(record.why);
      next.draw(step);
      code.draw(step);
    },
    pointing,
    explain: (...answer) => explanation.explainAnswer(...answer),
    replacedByQuestion: candidates.node,
  };
}
