// Below the fold: the list of merges, the vocabulary with ids, and how a token was made.
import { tokenChip } from "../../stage/parts/chips.js";
import { buttonEl, el } from "../../stage/parts/dom.js";
import { PAGE_SIZE, PagedList } from "../../stage/parts/paged_list.js";
import { TokenTree } from "./token_tree.js";

/** @import { TrainingHead, TrainingRecord } from "../../stage/records.d.ts" */

export class MergesAndVocabulary {
  /**
   * @param {TrainingHead} head
   * @param {(step: number) => void} go called when the reader clicks a merge
   */
  constructor(head, go) {
    const { labels, merges, tokens } = head;
    this.head = head;
    this.step = 0;
    this.size = 0;
    this.newest = -1;
    /** @type {HTMLElement | undefined} */
    this.currentEntry = undefined;
    this.merges = new PagedList("merges", labels.merges, labels, merges.length, (i) =>
      this.mergeEntry(i, go),
    );
    this.vocab = new PagedList("vocab", labels.vocabulary, labels, tokens.length, (id) =>
      this.tokenEntry(id),
    );
    this.merges.onPage = () => this.markMerge();
    this.vocab.onPage = () => this.markTokens();
    this.tree = new TokenTree(head);
    if (!merges.length) this.merges.body.append(el("p", "nothing", labels.none));
    this.node = el("div", "overview", this.merges.node, this.tree.node, this.vocab.node);
  }

  /**
   * Show how the token that the reader picked was made, and the merge that made it.
   * @param {number} id
   */
  pick(id) {
    this.tree.pick(id);
    const made = this.tree.madeBy.get(id);
    if (made) this.merges.scrollTo(made.rank - 1);
  }

  /**
   * @param {number} i
   * @param {(step: number) => void} go
   */
  mergeEntry(i, go) {
    const { head } = this;
    const [left, right, token, count] = head.merges[i];
    const entry = buttonEl("merge-entry", "", () => go(i + 1));
    entry.append(
      el("span", "rank", i + 1),
      tokenChip(head, left),
      el("span", "sign", "+"),
      tokenChip(head, right),
      el("span", "sign", "→"),
      tokenChip(head, token),
      el("span", "count", count),
    );
    return entry;
  }

  /**
   * The id of the token that a merge in the list made.
   * @param {HTMLButtonElement} entry
   */
  tokenOf(entry) {
    return String(this.head.merges[this.merges.start + this.merges.entries.indexOf(entry)][2]);
  }

  /** @param {number} id */
  tokenEntry(id) {
    return el("span", "entry", el("span", "id", id), tokenChip(this.head, id));
  }

  /** Mark the merge of the step. */
  markMerge() {
    this.currentEntry?.classList.remove("now");
    this.currentEntry?.removeAttribute("aria-current");
    this.currentEntry = this.merges.entry(this.step - 1);
    this.currentEntry?.classList.add("now");
    this.currentEntry?.setAttribute("aria-current", "step");
  }

  /** Mark the tokens that the vocabulary does not contain yet, and the newest one. */
  markTokens() {
    this.vocab.entries.forEach((entry, i) => {
      const id = this.vocab.page * PAGE_SIZE + i;
      entry.classList.toggle("not-yet", id >= this.size);
      entry.classList.toggle("newest", id === this.newest);
    });
  }

  /**
   * @param {TrainingRecord} record
   * @param {number} step
   */
  draw(record, step) {
    const token = record.merge ? record.merge[2] : null;
    this.step = step;
    this.size = record.size;
    this.newest = token ?? -1;
    this.markMerge();
    this.markTokens();
    this.tree.follow(token);
    if (step) {
      this.merges.scrollTo(step - 1); // lays out the page, and so comes last
    } else {
      this.merges.show(0);
      this.merges.body.scrollTop = 0;
    }
    this.vocab.scrollTo(Math.max(0, this.newest));
  }
}
