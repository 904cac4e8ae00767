// Where the tree of a picked token is: in view, so that nobody scrolls from the token to its tree.

/** @import { MergesAndVocabulary } from "./merge_list.js" */

const WIDE = matchMedia("(min-width: 75.01rem)"); // the lists and the tree are side by side
const REGIONS = ".scroll, .words, .watched, .list, .merge"; // what a token is picked in

export class TreePlace {
  /**
   * @param {HTMLElement} body
   * @param {MergesAndVocabulary} lists
   */
  constructor(body, lists) {
    this.body = body;
    this.lists = lists;
    this.tree = lists.tree.node;
  }

  /**
   * Show the tree. On a wide screen, the tables above the lists make room; on a narrow one, the tree
   * is right below the region.
   * @param {Element} picked what the reader clicked
   */
  show(picked) {
    const { tree, lists } = this;
    if (tree.contains(picked)) return;
    const isBelow = lists.node.contains(picked);
    if (!WIDE.matches) picked.closest(REGIONS)?.after(tree);
    else if (!isBelow && !this.isInView) this.body.classList.add("shows-tree");
    if (isBelow || !WIDE.matches) tree.scrollIntoView({ block: "nearest" });
    picked.scrollIntoView({ block: "nearest" });
  }

  get isInView() {
    const { top, bottom } = this.tree.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  }

  reset() {
    this.body.classList.remove("shows-tree");
    if (this.tree.parentNode !== this.lists.node) this.lists.merges.node.after(this.tree);
  }
}
