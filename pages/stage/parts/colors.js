// The color of a token: the same in the whole run, wherever the token is shown. colors.css has the
// colors themselves.

const COLORS = 20;
const HUES = 10; // each comes plain, and with a double line below
const SHIFT = 5; // of each round through the colors: the tokens of the course's samples all differ

/**
 * The CSS classes of a token's color.
 * @param {number} number the rank of the merge that makes the token, or the place of a Unigram
 *   piece in the vocabulary, from 1; 0 for a character, which has no color
 */
export function colorOf(number) {
  if (!number) return "";
  const round = Math.ceil(number / COLORS) - 1;
  const color = (number + SHIFT * round) % COLORS;
  return `color-${color}${color < HUES ? "" : " double"}`;
}
