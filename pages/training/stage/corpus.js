// The corpus, in two layers on top of each other: after the merge (with data-step), and before it.

import { addArrowKeys } from "../../stage/core/focus.js";
import { NextSteps } from "../../stage/core/next_steps.js";
import { checkbox, el, selectEl, setText } from "../../stage/parts/dom.js";
import { followEnd } from "../../stage/parts/scroll_edge.js";
import { CorpusLayer } from "./corpus_layer.js";
import { StepAnimation, visibleJoins } from "./merge_animation.js";
import { countPlaces, mergeOf } from "./pair_places.js";
import { WatchedSentence } from "./watched.js";

/**
 * @import { TrainingBlock, TrainingHead, TrainingRecord } from "../../stage/records.d.ts"
 * @import { RendererTools, WordChoice } from "../../stage/types.d.ts"
 */

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
    this.words.append(this.after.node, this.before.node, el("p", "nothing", labels.nothing));
    followEnd(this.words);
    this.onlyChanged = checkbox(head.labels.only, false, (isOn) =>
      this.choose(this.view.before, isOn),
    );
    this.layerButtons = { before: this.layerButton("before"), after: this.layerButton("after") };
    this.note = el("p", "note");
    this.noteText = head.notes.filter(Boolean).join(" ");
    this.watched = new WatchedSentence(head, onSentence);
    const below = el("div", "below flow");
    if (head.choice) below.append(wordChooser(head, head.choice, onWords));
    this.next = new NextSteps(head, this.note);
    below.append(this.next.node);
    this.node.append(this.topLine(), this.words, below, this.watched.node);
    this.view = { before: false, onlyChanged: false };
    /** @type {string | null} the pair that the reader points at */
    this.pair = null;
    this.isPinned = false;
    /** Whether the corpus before the merge is shown because a click pinned a pair of it. */
    this.shownByPin = false;
    this.wasHighlighted = false;
    this.animation = new StepAnimation();
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
    const toggles = el("div", "toggles", { role: "group", "aria-label": labels.layer });
    toggles.append(...LAYERS.map((layer) => this.layerButtons[layer]));
    return el("div", "top", this.title, this.onlyChanged.label, toggles);
  }

  /**
   * @param {string[]} view "before": show the corpus before the merge; "changed": only the words
   *   that the merge changes
   */
  setView(view, notify = true) {
    this.view = { before: view.includes("before"), onlyChanged: view.includes("changed") };
    this.shownByPin = false;
    this.animation.stop();
    this.onlyChanged.box.checked = this.view.onlyChanged;
    this.press(this.view.before);
    this.words.classList.toggle("only-changed", this.view.onlyChanged);
    if (this.drawn) this.draw(this.drawn.record, this.drawn.block, this.drawn.step);
    if (notify) this.onView(view);
  }

  /**
   * @param {boolean} before
   * @param {boolean} onlyChanged
   */
  choose(before, onlyChanged) {
    this.setView([...(before ? ["before"] : []), ...(onlyChanged ? ["changed"] : [])]);
  }

  /** Show the corpus after the merge: the next merge is counted in it. */
  showAfter() {
    if (this.view.before) this.choose(false, this.view.onlyChanged);
  }

  /** @param {boolean} before */
  press(before) {
    this.layerButtons.before.setAttribute("aria-pressed", String(before));
    this.layerButtons.after.setAttribute("aria-pressed", String(!before));
  }

  /**
   * Highlight a pair in the corpus that is shown. If it is pinned and the merge has changed some of
   * its places, show the corpus before the merge, until another step or until it is released.
   * @param {string | null} pair
   * @param {boolean} isPinned
   */
  highlight(pair, isPinned) {
    if (pair === this.pair && isPinned === this.isPinned) return;
    this.pair = pair;
    this.isPinned = isPinned;
    this.shownByPin = Boolean(pair && isPinned && this.changesPlaces(pair));
    if (this.shownByPin) this.animation.stop();
    this.drawBefore();
  }

  /**
   * Whether the step's merge changed places of a pair in the shown words.
   * @param {string} pair
   */
  changesPlaces(pair) {
    if (!this.drawn?.step) return false;
    const { block, step } = this.drawn;
    return countPlaces(block, pair, step) < countPlaces(block, pair, step - 1);
  }

  /** Whether the corpus before the merge is shown. */
  get showsBefore() {
    return (this.view.before || this.shownByPin) && Boolean(this.drawn?.step);
  }

  /**
   * The pairs that a step merges in the visible words, if the words stay where they are.
   * @param {TrainingBlock} block
   * @param {number} step
   */
  joinsAt(block, step) {
    const isStill = !this.view.before && !this.view.onlyChanged;
    return isStill ? visibleJoins(this.after, block, step) : null;
  }

  /**
   * @param {TrainingRecord} record
   * @param {TrainingBlock} block
   * @param {number} step
   */
  draw(record, block, step) {
    this.drawn = { record, block, step };
    this.shownByPin = false;
    const changed = this.view.onlyChanged ? record.changed : undefined;
    if (changed) {
      this.after.setWords(
        changed.map(([, now, newTokens, times, kind]) => [now, times, kind, newTokens]),
      );
    } else {
      this.after.draw(block.words, step, step > 0);
    }
    this.after.node.setAttribute("data-step", String(step));
    this.node.classList.toggle("at-start", step === 0);
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
    this.next.draw(step);
  }

  /** Draw the layer before the merge, if it is shown. */
  drawBefore() {
    if (!this.drawn) return;
    const { record, block, step } = this.drawn;
    const isShown = this.showsBefore;
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
    this.highlightPair(isShown);
    const title = isShown ? record.earlier : record.after;
    setText(this.title, title);
    this.words.setAttribute("aria-label", title);
  }

  /**
   * Highlight the pair in the layer that is shown, and nothing in the other.
   * @param {boolean} isBefore
   */
  highlightPair(isBefore) {
    if (!this.pair && !this.wasHighlighted) return;
    const step = (this.drawn?.step ?? 0) - (isBefore ? 1 : 0);
    const made = this.pair ? mergeOf(this.head, this.pair, step)?.token : undefined;
    this.before.highlight(isBefore ? this.pair : null, "highlighted", made);
    this.after.highlight(isBefore ? null : this.pair, "highlighted", made);
    this.wasHighlighted = Boolean(this.pair);
  }
}

/**
 * Which of many words are shown: the first, the most frequent, or those that contain a text.
 * @param {TrainingHead} head
 * @param {[words: string, find: string]} choice
 * @param {(choice: WordChoice) => void} onWords
 */
function wordChooser({ labels }, choice, onWords) {
  const select = selectEl(labels.words, labels.choices);
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
  return el("span", "chooser", select, find);
}
