// How a token was made: the tree of its merges.
import { tokenChip } from "../../stage/parts/chips.js";
import { el, textWidth } from "../../stage/parts/dom.js";

/** @import { MergeData, TrainingHead } from "../../stage/records.d.ts" */

export class TokenTree {
  /** @param {TrainingHead} head */
  constructor(head) {
    this.head = head;
    /** @type {Map<number, { rank: number, merge: MergeData }>} by token: the merge that made it */
    this.madeBy = new Map();
    head.merges.forEach((merge, i) => {
      if (!this.madeBy.has(merge[2])) this.madeBy.set(merge[2], { rank: i + 1, merge });
    });
    const title = head.labels.tree;
    this.body = el("div", "roots", { tabindex: 0, role: "region", "aria-label": title });
    this.node = el("section", "tree", el("h2", "", title), this.body);
    /** @type {number | null} what is shown */
    this.token = null;
    /** @type {number | null} the new token of the step */
    this.newest = null;
    /** Whether the reader picked the token: it stays when the step changes. */
    this.isPicked = false;
  }

  /**
   * Show the token that the reader picked.
   * @param {number} id
   */
  pick(id) {
    this.isPicked = true;
    this.draw(id);
  }

  /** Show the new token of the step again. */
  release() {
    this.isPicked = false;
    this.draw(this.newest);
  }

  /**
   * Show the new token of a step, unless the reader picked another.
   * @param {number | null} id
   */
  follow(id) {
    this.newest = id;
    if (!this.isPicked) this.draw(id);
  }

  /** @param {number | null} id */
  draw(id) {
    if (id === this.token) return;
    this.token = id;
    if (id === null) {
      this.body.replaceChildren(el("p", "nothing", this.head.labels.pick));
      return;
    }
    const root = this.branch(id);
    root.style.setProperty("--levels", String(this.levels(id)));
    root.style.setProperty("--leaves", String(root.querySelectorAll(".node").length / 2));
    root.style.setProperty(
      "--letters",
      String(textWidth(root.querySelector(".glyphs")?.textContent ?? "")),
    );
    this.body.replaceChildren(root);
  }

  /**
   * How many levels the tree of a token has.
   * @param {number} id
   * @returns {number}
   */
  levels(id) {
    const [left, right] = this.madeBy.get(id)?.merge ?? [];
    if (left === undefined || right === undefined) return 1;
    return 1 + Math.max(this.levels(left), this.levels(right));
  }

  /**
   * @param {number} id
   * @returns {HTMLElement}
   */
  branch(id) {
    const top = el("div", "node", tokenChip(this.head, id));
    const branch = el("div", "branch", top);
    const made = this.madeBy.get(id);
    if (made) {
      top.append(el("span", "by", this.head.labels.by.replace("{rank}", String(made.rank))));
      branch.append(el("div", "parts", this.branch(made.merge[0]), this.branch(made.merge[1])));
    }
    return branch;
  }
}
