// The watched sentence: a text of the reader, segmented by the merges so far, with a field to change it.

import { addArrowKeys } from "../../stage/core/focus.js";
import { versionAt } from "../../stage/core/versions.js";
import { tokenChip } from "../../stage/parts/chips.js";
import { el, icon, setText, signEl, textWidth } from "../../stage/parts/dom.js";
import { followEnd } from "../../stage/parts/scroll_edge.js";

/** @import { TrainingHead, WatchedVersion } from "../../stage/records.d.ts" */

const MAX_LENGTH = 200; // characters; the server rejects a longer sentence
const ONE_LINE = 17.5; // on a projector, in em: twelve characters, each a token
const NARROW_LINE = 7; // the same beside a lesson, on a 4:3 screen, or with larger text

export class WatchedSentence {
  /**
   * @param {TrainingHead} head
   * @param {(sentence: string) => void} [onChange] takes another sentence
   */
  constructor(head, onChange) {
    this.head = head;
    const label = head.labels.watched;
    this.text = el("span", "line", {
      dir: "auto",
      tabindex: 0,
      role: "group",
      "aria-label": label,
    });
    this.end = followEnd(this.text);
    this.count = el("span", "count");
    this.sentence = "";
    this.canChange = Boolean(onChange);
    this.node = el("div", "watched", el("span", "label", label), this.text, this.count);
    if (onChange) this.addField(head.labels.sentence, onChange);
    /** @type {WatchedVersion[]} */
    this.versions = [];
    this.drawn = "";
    addArrowKeys(this.text, ".token");
  }

  /**
   * @param {WatchedVersion[]} versions
   * @param {number} step
   * @param {string} sentence
   */
  set(versions, step, sentence) {
    this.sentence = sentence;
    if (JSON.stringify(versions) === JSON.stringify(this.versions)) return;
    this.versions = versions;
    this.drawn = "";
    this.node.hidden = !versions.length && !this.canChange;
    this.setLength();
    this.text.replaceChildren(this.end);
    setText(this.count, "");
    this.draw(step);
  }

  /**
   * Add the button that replaces the tokens by a field until Enter is pressed or the field is left.
   * @param {string} label
   * @param {(sentence: string) => void} onChange
   */
  addField(label, onChange) {
    const field = el("input", "sentence-field", {
      dir: "auto",
      maxlength: MAX_LENGTH,
      "aria-label": label,
      autocomplete: "off",
    });
    const setOpen = (/** @type {boolean} */ isOpen) => {
      field.hidden = !isOpen;
      this.text.hidden = isOpen;
      button.hidden = isOpen;
    };
    const button = signEl("button edit", icon("edit"), label, () => {
      setOpen(true);
      field.value = this.sentence;
      field.select();
    });
    field.addEventListener("keydown", (event) => {
      if (event.isComposing) return;
      if (event.key === "Escape") field.value = this.sentence;
      if (event.key === "Enter" || event.key === "Escape") field.blur();
    });
    field.addEventListener("blur", () => {
      setOpen(false);
      if (field.value === this.sentence) return;
      this.sentence = field.value;
      onChange(field.value);
    });
    setOpen(false);
    this.node.append(field, button);
  }

  /** Tell the style how long the sentence is at step 0, where it has the most tokens. */
  setLength() {
    const tokens = this.versions[0]?.[1] ?? [];
    const texts = tokens.map((id) => (typeof id === "string" ? id : this.head.tokens[id][0]));
    const length = 0.62 * textWidth(texts.join("")) + 0.8 * tokens.length;
    this.node.classList.toggle("long", length > ONE_LINE);
    this.node.classList.toggle("medium", length > NARROW_LINE && length <= ONE_LINE);
  }

  /** @param {number} step */
  draw(step) {
    if (!this.versions.length) return;
    const [since, tokens, count, starts] = versionAt(this.versions, step);
    const made = since === step ? this.head.merges[step - 1]?.[2] : undefined;
    if (this.drawn === `${since} ${made}`) return;
    this.drawn = `${since} ${made}`;
    const chips = tokens.map((id) =>
      tokenChip(this.head, id, id === made ? "token fresh" : "token"),
    );
    for (const i of starts) chips[i].classList.add("word-start");
    const words = [0, ...starts.filter((i) => i > 0)];
    this.text.replaceChildren(
      ...words.map((start, k) => el("span", "line-word", ...chips.slice(start, words[k + 1]))),
      this.end,
    );
    setText(this.count, count);
  }
}
