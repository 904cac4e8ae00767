// The corpus, in two layers on top of each other: after the merge (with data-step), and before it.
import { CorpusLayer, seamOf } from "./corpus_layer.js";
import { el, setText } from "./dom.js";
import { addArrowKeys } from "./focus.js";
import { WatchedSentence } from "./watched.js";

/** @import { RendererTools, TrainingBlock, TrainingHead, TrainingRecord, WordChoice } from "./types.d.ts" */

const LAYERS = /** @type {const} */ (["before", "after"]);

export class CorpusView {
  /**
   * @param {TrainingHead} head
   * @param {Pick<RendererTools, "onView" | "onWords" | "onSentence">} on
   */
  constructor(head, { onView, onWords = () => {}, onSentence }) {
    const { labels } = head;
    this.head = head;
    this.onView = onView;
    this.node = el("section", "corpus");
    this.title = el("h2");
    this.words = el("div", `words ${head.scale}`, { tabindex: 0, role: "region" });
    this.after = new CorpusLayer(head, "after");
    this.before = new CorpusLayer(head, "before");
    this.words.append(this.after.node, this.before.node, el("p", "nothing", {}, labels.nothing));
    this.onlyChanged = el("input", "", { type: "checkbox" });
    this.layerButtons = { before: this.layerButton("before"), after: this.layerButton("after") };
    this.note = el("p", "note");
    this.noteText = head.notes.filter(Boolean).join(" ");
    this.watched = new WatchedSentence(head, onSentence);
    const below = el("div", "below");
    if (head.choice) below.append(wordChooser(head, head.choice, onWords));
    below.append(this.note);
    this.node.append(this.topLine(), this.words, below, this.watched.node);
    this.view = { before: false, onlyChanged: false };
    /** @type {string | null} the pair that the reader points at */
    this.pair = null;
    this.wasHighlighted = false;
    /** @type {{ record: TrainingRecord, block: TrainingBlock, step: number } | null} */
    this.drawn = null;
    addArrowKeys(this.words, ".after .token");
  }

  /** @param {"before" | "after"} layer */
  layerButton(layer) {
    const button = el("button", "toggle", { type: "button" }, this.head.labels[layer]);
    button.addEventListener("click", () => this.choose(layer === "before", this.view.onlyChanged));
    return button;
  }

  topLine() {
    const { labels } = this.head;
    const line = el("div", "top");
    const toggles = el("div", "toggles", { role: "group", "aria-label": labels.layer });
    toggles.append(...LAYERS.map((layer) => this.layerButtons[layer]));
    const checkbox = el("label", "checkbox");
    this.onlyChanged.addEventListener("change", () =>
      this.choose(this.view.before, this.onlyChanged.checked),
    );
    checkbox.append(this.onlyChanged, el("span", "", {}, labels.only));
    line.append(this.title, checkbox, toggles);
    return line;
  }

  /**
   * @param {string[]} view "before": show the corpus before the merge; "changed": only the words
   *   that the merge changes
   */
  setView(view, notify = true) {
    this.view = { before: view.includes("before"), onlyChanged: view.includes("changed") };
    this.onlyChanged.checked = this.view.onlyChanged;
    this.press(this.view.before);
    this.words.classList.toggle("only-changed", this.view.onlyChanged);
    if (notify) this.onView(view);
    if (this.drawn) this.draw(this.drawn.record, this.drawn.block, this.drawn.step);
  }

  /**
   * @param {boolean} before
   * @param {boolean} onlyChanged
   */
  choose(before, onlyChanged) {
    this.setView([...(before ? ["before"] : []), ...(onlyChanged ? ["changed"] : [])]);
  }

  /** @param {boolean} before */
  press(before) {
    this.layerButtons.before.setAttribute("aria-pressed", String(before));
    this.layerButtons.after.setAttribute("aria-pressed", String(!before));
  }

  /**
   * Highlight the occurrences of a pair in the corpus before the merge, where it was counted.
   * @param {string | null} pair
   */
  highlight(pair) {
    if (pair === this.pair) return;
    this.pair = pair;
    this.drawBefore();
  }

  /**
   * @param {TrainingRecord} record
   * @param {TrainingBlock} block
   * @param {number} step
   */
  draw(record, block, step) {
    this.drawn = { record, block, step };
    const changed = this.view.onlyChanged ? record.changed : undefined;
    if (changed) {
      this.after.setWords(
        changed.map(([, now, newTokens, times, kind]) => [now, times, kind, newTokens]),
      );
    } else {
      this.after.draw(block.words, step, seamOf(this.head, record.merge));
    }
    this.after.node.setAttribute("data-step", String(step));
    this.drawBefore();
    setText(this.note, changed ? (record.hidden ?? "") : this.noteText);
    if (changed) {
      this.after.markAllChanged();
      this.before.markAllChanged();
      this.words.classList.toggle("none", !changed.length);
    } else if (this.view.onlyChanged) {
      const any = this.after.markChanged(block.words, step);
      this.before.markChanged(block.words, step);
      this.words.classList.toggle("none", !any);
    }
    this.watched.draw(step);
  }

  /** Draw the layer before the merge, if it is shown. */
  drawBefore() {
    if (!this.drawn) return;
    const { record, block, step } = this.drawn;
    const isShown = (this.view.before || Boolean(this.pair)) && step > 0;
    if (isShown) {
      if (this.view.onlyChanged && record.changed) {
        this.before.setWords(record.changed.map(([was, , , times, kind]) => [was, times, kind]));
      } else {
        this.before.draw(block.words, step - 1);
      }
      this.before.highlight(record.merge?.slice(0, 2).join(" "), "merges-next");
    }
    this.words.classList.toggle("shows-before", isShown);
    this.press(isShown || this.view.before);
    const layer = isShown ? this.before : this.after;
    if (this.pair || this.wasHighlighted) layer.highlight(this.pair);
    if (this.wasHighlighted && layer === this.after) this.before.highlight(null);
    this.wasHighlighted = Boolean(this.pair);
    const title = isShown ? record.earlier : record.after;
    setText(this.title, title);
    this.words.setAttribute("aria-label", title);
  }
}

/**
 * Which of many words are shown: the first, the most frequent, or those that contain a text.
 * @param {TrainingHead} head
 * @param {[words: string, find: string]} choice
 * @param {(choice: WordChoice) => void} onWords
 */
function wordChooser({ labels }, choice, onWords) {
  const select = el("select", "speed", { "aria-label": labels.words, title: labels.words });
  for (const [value, label] of labels.choices) {
    select.append(el("option", "", { value }, label));
  }
  const find = el("input", "text-field find", {
    type: "search",
    maxlength: 40,
    "aria-label": labels.find,
    placeholder: labels.find,
  });
  const onChange = () => {
    find.hidden = select.value !== "find";
    if (find.hidden) onWords({ words: select.value, find: "" });
    else if (find.value) onWords({ words: "find", find: find.value });
    else find.focus();
  };
  [select.value, find.value] = choice;
  find.hidden = select.value !== "find";
  select.addEventListener("change", onChange);
  find.addEventListener("change", onChange);
  const box = el("span", "chooser");
  box.append(select, find);
  return box;
}
