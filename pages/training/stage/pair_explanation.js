// The sentence about a pair that the reader points at: its count as a sum, and what became of it in
// the corpus that is shown.

import { versionAt } from "../../stage/core/versions.js";
import { countPlaces, mergeOf } from "./pair_places.js";

/**
 * @import { TrainingBlock, TrainingHead, TrainingRecord } from "../../stage/records.d.ts"
 * @import { Source } from "../../stage/types.d.ts"
 */

const FETCH_AFTER = 60; // ms that the reader stays on a pair

/** @typedef {{ record: TrainingRecord, block: TrainingBlock, step: number }} DrawnStep */

export class PairExplanation {
  /**
   * @param {TrainingHead} head
   * @param {Source} source
   * @param {(sentence: string) => void} show
   */
  constructor(head, source, show) {
    this.head = head;
    this.source = source;
    this.show = show;
    this.timer = 0;
    /** Which explanation is wanted: a sum can come later than the next one. */
    this.wanted = 0;
  }

  /** Show no sentence about a pair any more. */
  end() {
    clearTimeout(this.timer);
    this.wanted += 1;
  }

  /**
   * @param {string} pair "left right", two ids
   * @param {DrawnStep} drawn
   * @param {boolean} isBefore whether the corpus before the merge is shown, where the pair was counted
   */
  explain(pair, { record, block, step }, isBefore) {
    this.end();
    const note = isBefore ? "" : this.noteOf(pair, block, step);
    const isCounted = record.rows.some(([left, right, count]) => {
      return count > 0 && `${left} ${right}` === pair;
    });
    const sums = block.sums[pair];
    const name = pair.split(" ").map((id) => quoted(this.head.tokens[Number(id)][0]));
    if (!isCounted) this.show(note && fill(note, name.join("+")));
    else if (sums) this.show(fill(note, versionAt(sums, step)[1]));
    else this.show("");
    if (isCounted && this.head.sums_on_request) this.fetch(pair, step, note);
  }

  /**
   * Fetch a pair's sum when the reader stays on the pair. Blocks of large corpora have no sums.
   * @param {string} pair
   * @param {number} step
   * @param {string} note
   */
  fetch(pair, step, note) {
    const { wanted } = this;
    const show = (/** @type {string} */ sum) => {
      if (this.wanted === wanted) this.show(fill(note, sum));
    };
    this.timer = setTimeout(() => {
      this.source(`sum-${step}-${pair.replace(" ", "-")}`).then(show, () => {});
    }, FETCH_AFTER);
  }

  /**
   * What became of a pair after the step's merge, as a sentence with {pair}; empty if it stayed.
   * @param {string} pair
   * @param {TrainingBlock} block
   * @param {number} step
   */
  noteOf(pair, block, step) {
    const { merged, some_left, none_left } = this.head.labels;
    const merge = mergeOf(this.head, pair, step);
    if (merge) {
      const token = quoted(this.head.tokens[merge.token][0]);
      return merged.replace("{k}", String(merge.rank)).replace("{token}", () => token);
    }
    if (!step || this.head.choice) return ""; // not all words are here
    const left = countPlaces(block, pair, step);
    if (left === countPlaces(block, pair, step - 1)) return "";
    return (left ? some_left : none_left).replace("{k}", String(step));
  }
}

/** @param {string} text */
const quoted = (text) => `\u2068${text}\u2069`;

/**
 * A sentence about a pair.
 * @param {string} note with {pair}, or empty
 * @param {string} pair its name, or its sum
 */
const fill = (note, pair) => (note ? note.replace("{pair}", () => pair) : pair);
