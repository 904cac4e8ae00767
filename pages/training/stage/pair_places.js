// Where a pair is in the shown words, and which merge it was.
import { versionAt } from "../../stage/core/versions.js";

/** @import { TrainingBlock, TrainingHead } from "../../stage/records.d.ts" */

/**
 * The merge of a pair up to a step: its rank and its token. Undefined if it is not merged yet.
 * @param {TrainingHead} head
 * @param {string} pair "left right", two ids
 * @param {number} step
 */
export function mergeOf(head, pair, step) {
  const done = head.merges.slice(0, step);
  const at = done.findLastIndex(([left, right]) => `${left} ${right}` === pair);
  return at < 0 ? undefined : { rank: at + 1, token: done[at][2] };
}

/**
 * How often a pair occurs in the shown words at a step. Each word counts once.
 * @param {TrainingBlock} block
 * @param {string} pair
 * @param {number} step
 */
export function countPlaces(block, pair, step) {
  let places = 0;
  for (const versions of block.words) {
    const [, tokens] = versionAt(versions, step);
    tokens.forEach((token, i) => {
      if (`${token} ${tokens[i + 1]}` === pair) places += 1;
    });
  }
  return places;
}
