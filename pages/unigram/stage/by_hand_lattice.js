// The lattice of a by-hand mode: at each position, the reader chooses the piece that ends the best
// segmentation up to there.

import { makeOneTabStop } from "../../stage/core/focus.js";
import { setContent } from "../../stage/parts/chips.js";
import { buttonEl, el, setText } from "../../stage/parts/dom.js";
import { LatticePicture } from "./lattice_picture.js";

/**
 * @import { ByHandRecord, Head, LatticeBoardData } from "../../stage/records.d.ts"
 * @import { PictureHead } from "../../stage/types.d.ts"
 */

class LatticeBoard {
  /**
   * @param {PictureHead} head
   * @param {(choice: string) => void} choose
   */
  constructor(head, choose) {
    this.head = head;
    this.choose = choose;
    this.picture = new LatticePicture(head);
    this.title = el("h2");
    this.candidates = el("div", "path-candidates");
    this.node = el("section", "by-hand-lattice");
    this.node.append(this.picture.node, this.title, this.candidates);
    /** @type {number[]} the arcs that can be chosen */
    this.open = [];
    this.picture.arcs.forEach((arc, i) => {
      arc.addEventListener("click", () => {
        if (this.open.includes(i)) choose(String(head.arcs[i][0]));
      });
    });
  }

  /** @param {ByHandRecord<LatticeBoardData>} record */
  draw({ board, chosen }) {
    const hadFocus = this.candidates.querySelector(":focus") !== null;
    this.open = board.picture.candidates;
    this.picture.setLanguages();
    this.picture.draw(board.picture, chosen + 1);
    this.picture.node.removeAttribute("data-step"); // no step of the stage
    setText(this.title, board.title);
    this.title.hidden = this.candidates.hidden = !board.candidates.length;
    const box = el("div", "choices", { role: "group", "aria-label": board.title });
    for (const [start, chips, product] of board.candidates) {
      const button = buttonEl("choice", "", () => this.choose(String(start)));
      button.append(setContent(el("span", "content"), chips), el("span", "sum", {}, product));
      box.append(button);
    }
    makeOneTabStop(box, this.head.dir);
    this.candidates.replaceChildren(box);
    if (hadFocus) box.querySelector("button")?.focus();
  }
}

/**
 * @param {Head} head
 * @param {(choice: string) => void} choose
 */
export function board(head, choose) {
  return new LatticeBoard(/** @type {Head & PictureHead} */ (head), choose);
}
