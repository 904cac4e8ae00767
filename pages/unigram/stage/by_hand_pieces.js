// The vocabulary of a by-hand mode, from which the reader removes pieces, and the words under it.

import { makeOneTabStop } from "../../stage/core/focus.js";
import { setContent } from "../../stage/parts/chips.js";
import { el, setText } from "../../stage/parts/dom.js";
import { Table, tableRows } from "../../stage/parts/table.js";

/** @import { ByHandRecord, Head, PiecesBoardData } from "../../stage/records.d.ts" */

class PiecesBoard {
  /** @param {(choice: string) => void} choose */
  constructor(choose) {
    this.choose = choose;
    this.title = el("h2");
    this.pieces = el("div", "piece-list");
    this.words = new Table("own-words", []);
    this.words.visibleRows = Infinity;
    this.node = el("section", "by-hand-pieces", {}, this.title, this.pieces);
    this.beside = this.words.node;
  }

  /** @param {ByHandRecord<PiecesBoardData>} record */
  draw({ board }) {
    const buttons = [...this.pieces.querySelectorAll("button")];
    const focused = buttons.findIndex((button) => button.matches(":focus"));
    setText(this.title, board.title);
    const box = el("div", "choices", { role: "group", "aria-label": board.title });
    for (const [id, chip, share, isOpen] of board.pieces) {
      const item = isOpen
        ? el("button", "choice", { type: "button" })
        : el("span", "choice fixed", {});
      item.append(setContent(el("span", "content"), [chip]), el("span", "share", {}, share));
      if (isOpen) item.addEventListener("click", () => this.choose(String(id)));
      box.append(item);
    }
    makeOneTabStop(box, "ltr");
    this.pieces.replaceChildren(box);
    if (focused >= 0) this.focus(focused);
    if (!this.words.columns.length) this.words.setColumns(board.words.columns);
    this.words.drawRows(board.words.title, tableRows(board.words.rows), board.words.note);
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
 */
export function board(_head, choose) {
  return new PiecesBoard(choose);
}
