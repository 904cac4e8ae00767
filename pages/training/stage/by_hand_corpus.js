// The corpus of a by-hand mode: the reader clicks two neighboring tokens, which are then merged
// everywhere.

import { makeOneTabStop } from "../../stage/core/focus.js";
import { chip } from "../../stage/parts/chips.js";
import { el, languageOf, setText } from "../../stage/parts/dom.js";
import { adjacentPair } from "./token_neighbors.js";

/** @import { ByHandRecord, CorpusBoardData, Head } from "../../stage/records.d.ts" */

class CorpusBoard {
  /**
   * @param {Head} head
   * @param {(choice: string) => void} choose
   * @param {(sentence: string) => void} announce
   */
  constructor(head, choose, announce) {
    this.lang = head.text_lang;
    this.choose = choose;
    this.announce = announce;
    this.title = el("h2");
    this.words = el("div", "words");
    this.hint = el("p", "note");
    this.node = el("section", "corpus by-hand-corpus", this.title, this.words, this.hint);
    /** @type {HTMLElement | null} the first of two tokens */
    this.picked = null;
    this.pickedText = "";
    this.node.addEventListener("click", (event) => {
      const target = /** @type {Element} */ (event.target);
      const token = /** @type {HTMLElement | null} */ (target.closest("button.token"));
      if (token) this.pick(token);
    });
    this.node.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !this.picked) return;
      this.setPicked(null);
      event.preventDefault();
    });
  }

  /** @param {HTMLElement} token */
  pick(token) {
    const pair = this.picked && adjacentPair(this.picked, token);
    if (pair) {
      this.choose(pair.replace(" ", "-"));
      this.setPicked(null);
    } else {
      this.setPicked(token === this.picked ? null : token);
    }
  }

  /** @param {HTMLElement | null} token */
  setPicked(token) {
    this.picked?.setAttribute("aria-pressed", "false");
    this.picked = token;
    token?.setAttribute("aria-pressed", "true");
    const said = token ? this.pickedText.replace("{token}", token.textContent ?? "") : "";
    setText(this.hint, said);
    if (said) this.announce(said);
  }

  /** @param {ByHandRecord<CorpusBoardData>} record */
  draw({ board, is_done: isDone }) {
    const focused = this.focusedPlace();
    this.setPicked(null);
    this.pickedText = board.picked;
    setText(this.title, board.title);
    const token = (/** @type {number} */ id, /** @type {boolean} */ isFresh) => {
      const [text, number] = board.tokens[id];
      return tokenButton(id, [text, number, isFresh ? "fresh" : ""], isDone, this.lang);
    };
    const layer = el("div", "layer", { dir: board.dir });
    for (const [tokens, times, fresh] of board.words) {
      const text = el("span", "tokens", ...tokens.map((id, i) => token(id, fresh.includes(i))));
      const word = el("span", "word", { dir: "auto" });
      word.append(text, el("span", "times", { dir: "ltr" }, times));
      layer.append(word);
    }
    makeOneTabStop(layer, board.dir);
    this.words.className = `words ${board.scale}`;
    this.words.replaceChildren(layer);
    if (focused) this.focusPlace(focused);
  }

  /** The word and the token that has the keyboard focus, by number; null if none has. */
  focusedPlace() {
    const token = this.words.querySelector("button.token:focus");
    const word = token?.closest(".word");
    if (!token || !word) return null;
    const words = [...this.words.querySelectorAll(".word")];
    return [words.indexOf(word), [...word.querySelectorAll(".token")].indexOf(token)];
  }

  /** @param {number[]} place a token after it was merged may be one place to the left */
  focusPlace([word, place]) {
    const words = this.words.querySelectorAll(".word");
    const tokens = /** @type {NodeListOf<HTMLElement>} */ (words[word].querySelectorAll(".token"));
    const wanted = tokens[Math.min(place, tokens.length - 1)];
    for (const each of this.words.querySelectorAll("button")) each.tabIndex = -1;
    wanted.tabIndex = 0;
    wanted.focus();
  }
}

/**
 * @param {number} id
 * @param {import("../../stage/records.d.ts").ChipData} data
 * @param {boolean} isDone whether nothing can be merged anymore
 * @param {string | undefined} lang the language of the corpus
 */
function tokenButton(id, data, isDone, lang) {
  const node = chip(data);
  const button = el("button", node.className, {
    type: "button",
    "data-id": id,
    "aria-pressed": "false",
    ...languageOf({ text_lang: lang }),
  });
  button.disabled = isDone;
  button.append(...node.childNodes);
  return button;
}

/**
 * @param {Head} head
 * @param {(choice: string) => void} choose
 * @param {(sentence: string) => void} announce
 */
export function board(head, choose, announce) {
  return new CorpusBoard(head, choose, announce);
}
