// The watched sentence: a text of the reader, segmented by the merges so far.
import { tokenChip } from "./chips.js";
import { el, setText } from "./dom.js";
import { addArrowKeys } from "./focus.js";
import { versionAt } from "./versions.js";

/** @import { TrainingHead, WatchedVersion } from "./types.d.ts" */

export class WatchedSentence {
  /** @param {TrainingHead} head */
  constructor(head) {
    this.head = head;
    this.node = el("div", "watched");
    const label = head.labels.watched;
    this.text = el("span", "line", {
      dir: "auto",
      tabindex: 0,
      role: "group",
      "aria-label": label,
    });
    this.count = el("span", "count");
    this.node.append(el("span", "label", {}, label), this.text, this.count);
    /** @type {WatchedVersion[]} */
    this.versions = [];
    this.since = -1;
    addArrowKeys(this.text, ".token");
  }

  /**
   * @param {WatchedVersion[]} versions
   * @param {number} step
   */
  set(versions, step) {
    if (JSON.stringify(versions) === JSON.stringify(this.versions)) return;
    this.versions = versions;
    this.since = -1;
    this.node.hidden = !versions.length;
    this.draw(step);
  }

  /** @param {number} step */
  draw(step) {
    if (!this.versions.length) return;
    const [since, tokens, count] = versionAt(this.versions, step);
    if (since === this.since) return;
    this.since = since;
    this.text.replaceChildren(...tokens.map((id) => tokenChip(this.head, id)));
    setText(this.count, count);
  }
}
