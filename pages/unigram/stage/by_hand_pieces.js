// The vocabulary of a by-hand mode, from which the reader removes pieces, and the words under it.

import { makeOneTabStop } from "../../stage/core/focus.js";
import { setContent } from "../../stage/parts/chips.js";
import { el, sentenceEl, setSentence, setText, withoutIsolates } from "../../stage/parts/dom.js";
import { Table, tableRows } from "../../stage/parts/table.js";

/** @import { ByHandRecord, Head, PiecesBoardData } from "../../stage/records.d.ts" */

class PiecesBoard {
  /**
   * @param {(choice: string) => void} choose
   * @param {(sentence: string) => void} announce
   */
  constructor(choose, announce) {
    this.choose = choose;
    this.announce = announce;
    this.title = el("h2");
    this.pieces = el("div", "piece-list");
    this.words = new Table("own-words", []);
    this.words.visibleRows = Infinity;
    this.note = sentenceEl("p", "note", "");
    this.node = el("section", "by-hand-pieces", {}, this.title, this.note, this.pieces);
    this.beside = this.words.node;
  }

  /** @param {ByHandRecord<PiecesBoardData>} record */
  draw({ board }) {
    const buttons = [...this.pieces.querySelectorAll("button")];
    const focused = buttons.findIndex((button) => button.matches(":focus"));
    setText(this.title, board.title);
    const box = el("div", "choices", { role: "group", "aria-label": board.title });
    setText(this.note, "");
    for (const [id, chip, share, state] of board.pieces) {
      const isOpen = state === "open";
      // A removed piece keeps its place, so that a second press does not remove the next one.
      const item = isOpen
        ? el("button", "choice", { type: "button" })
        : el("span", `choice ${state}`, {});
      item.append(setContent(el("span", "content"), [chip]), el("span", "share", {}, share));
      item.addEventListener("click", () => {
        if (isOpen) this.choose(String(id));
        else if (state === "fixed")
          this.refuse(board.fixed.replace("{piece}", `\u2068${chip[0]}\u2069`));
      });
      box.append(item);
    }
    makeOneTabStop(box, "ltr");
    this.pieces.replaceChildren(box);
    if (focused >= 0) this.focus(focused);
    if (!this.words.columns.length) this.words.setColumns(board.words.columns);
    this.words.drawRows(board.words.title, tableRows(board.words.rows), board.words.note);
  }

  /**
   * Say why a piece stays.
   * @param {string} sentence
   */
  refuse(sentence) {
    setSentence(this.note, sentence);
    this.announce(withoutIsolates(sentence));
  }

  /** @param {number} place of a button that is gone: the next one gets the focus */
  focus(place) {
    const buttons = [...this.pieces.querySelectorAll("button")];
    const wanted = buttons[Math.min(place, buttons.length - 1)];
    for (const button of buttons) button.tabIndex = button === wanted ? 0 : -1;
    wanted?.focus();
  }
}

/**
 * @param {Head} _head
 * @param {(choice: string) => void} choose
 * @param {(sentence: string) => void} announce
 */
export function board(_head, choose, announce) {
  return new PiecesBoard(choose, announce);
}
