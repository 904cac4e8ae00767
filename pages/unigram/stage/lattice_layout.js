// Where the parts of a lattice's picture are: positions on a line, and above it the arcs in lanes.
// An arc covers its characters inside its own lane, so that no label is over another arc. All arcs
// are drawn, and the layout does not depend on the step, so that nothing moves.
import { textWidth } from "../../stage/parts/dom.js";

/**
 * @import { ArcData } from "../../stage/records.d.ts"
 * @import { PictureHead } from "../../stage/types.d.ts"
 */
/**
 * @typedef {object} Box an arc: its label, and the foot of its lane
 * @property {number} left
 * @property {number} top
 * @property {number} width
 * @property {number} height 0 if there is no room for its label
 * @property {number} foot
 */
/** @typedef {{ width: number, height: number }} Size in the picture's own units */
/**
 * @typedef {object} Layout in the picture's own units
 * @property {number} width
 * @property {number} height
 * @property {number} base the height of the line of positions, from the top
 * @property {number} margin next to the first and the last position
 * @property {number} unit the width of a character
 * @property {number} lanes how many there are
 * @property {number} lines of a label: its piece, its probability, and that as a fraction
 * @property {LabelSize} text
 * @property {Box[]} boxes of the arcs
 */
/**
 * @typedef {object} LabelSize the sizes of a label, which fit the size of its text
 * @property {number} digit the width of a digit
 * @property {number[]} heights of a label with one, two and three lines
 * @property {number} piece the first line, from the top
 * @property {number} fraction the second line, from the top, if there are three
 * @property {number} value the last line, from the bottom
 */

/** @type {LabelSize} */
export const SMALL = { digit: 7.6, heights: [22, 37, 53], piece: 15.5, fraction: 31.5, value: 5.5 };
/** @type {LabelSize} for the text of a projector and of a phone (`lattice.css`) */
export const LARGE = { digit: 9.5, heights: [24, 42, 61], piece: 17, fraction: 36, value: 5.5 };
export const UNITS_PER_REM = 18; // on a projector, at least: the text is a bit larger than that

export const FOOT = 62; // space for the characters and positions below the line
export const INSET = 3; // between an arc and its positions
const SHORT = 6; // characters of a word that has room for wide ones
const [WIDE, NARROW] = [92, 62]; // the width of a character in a picture without a fixed size
const WIDEST = 220;
export const TALLEST = 460; // height of such a picture, about
const LEG = 7; // from a label to the foot of its lane
const GAP = 6; // between lanes, and between labels
const THIN = 8; // a lane without labels, at most
const LABELED = 2; // lanes with labels, at least
const LOWEST = 10; // from the line to the lowest lane
const LETTER = 17; // the width of a character of the word, at least
const CHARACTER = 11; // the width of one in a label
const [TIGHT, LOOSE] = [3, 9]; // the padding of a label of one line: in a long word, and else
const MARGIN = 20;
const ZOOMS = [1.7, 1.5, 1.3, 1.15, 1];

/** @param {ArcData} arc */
const length = ([start, end]) => end - start;

/**
 * The width of an arc's label.
 * @param {ArcData} arc
 * @param {LabelSize} text
 * @param {number} lines
 * @param {number} padding of a single line, both sides
 */
function labelWidth([, , piece, , value, , , fraction], { digit }, lines, padding) {
  const widths = [textWidth(piece) * CHARACTER + padding];
  if (lines > 1) widths.push(textWidth(piece) * CHARACTER + 18, value.length * digit + 14);
  if (lines > 2) widths.push(fraction.length * digit + 14);
  return Math.max(...widths);
}

/**
 * The lane of each arc: the lowest one with room that is above those of all arcs it spans.
 * @param {ArcData[]} arcs
 * @param {{ from: number, to: number }[]} spans what each takes of a lane, with its label
 */
function lanesOf(arcs, spans) {
  /** @type {number[]} */
  const lanes = [];
  const order = arcs.map((_, i) => i);
  order.sort((a, b) => length(arcs[a]) - length(arcs[b]) || arcs[a][0] - arcs[b][0]);
  order.forEach((i, place) => {
    const placed = order.slice(0, place);
    const [start, end] = arcs[i];
    const spanned = placed.filter((n) => arcs[n][0] >= start && arcs[n][1] <= end);
    const isOver = (/** @type {number} */ n) =>
      spans[n].from < spans[i].to && spans[i].from < spans[n].to;
    const taken = new Set(placed.filter(isOver).map((n) => lanes[n]));
    lanes[i] = Math.max(0, ...spanned.map((n) => lanes[n] + 1));
    while (taken.has(lanes[i])) lanes[i] += 1;
  });
  return lanes;
}

/**
 * All arcs, with labels of so many lines. They can need more than the place.
 * @param {PictureHead} head
 * @param {LabelSize} text
 * @param {number} lines
 * @param {Size} place
 * @returns {Layout}
 */
function arrange({ arcs, text: characters }, text, lines, place) {
  const letters = characters.map((character) => LETTER * textWidth(character));
  const room = (place.width - 2 * MARGIN) / characters.length;
  const spare = arcs.map((arc) => room * length(arc) - GAP - textWidth(arc[2]) * CHARACTER);
  const padding = Math.max(TIGHT, Math.min(LOOSE, ...spare));
  const widths = arcs.map((arc) => labelWidth(arc, text, lines, padding));
  // Without its value, a label is not wider than its arc.
  const least = lines > 1 ? [] : arcs.map((arc, i) => (widths[i] + GAP) / length(arc));
  const unit = Math.min(Math.max(room, ...letters, ...least), WIDEST);
  const width = Math.max(place.width, characters.length * unit + 2 * MARGIN);
  const margin = (width - characters.length * unit) / 2;
  const lefts = arcs.map(([start, end], i) => {
    const left = margin + ((start + end) * unit - widths[i]) / 2;
    return Math.max(GAP / 2, Math.min(left, width - GAP / 2 - widths[i]));
  });
  const lanes = lanesOf(
    arcs,
    arcs.map(([start, end], i) => ({
      from: Math.min(margin + start * unit, lefts[i] - GAP / 2),
      to: Math.max(margin + end * unit, lefts[i] + widths[i] + GAP / 2),
    })),
  );
  const count = Math.max(...lanes) + 1;
  const lane = text.heights[lines - 1] + LEG + GAP;
  const space = place.height - FOOT - LOWEST;
  // If there is no room for all labels, the lowest lanes have labels, and the others are thin.
  const thin = Math.max(1, Math.min(THIN, (space - LABELED * lane) / count));
  const fits = Math.max(1, Math.floor((space - count * thin) / (lane - thin)));
  const labeled = lines > 1 || count * lane <= space ? count : Math.min(count, fits);
  const base = LOWEST + labeled * lane + (count - labeled) * thin;
  const boxes = arcs.map((arc, i) => {
    const isThin = lanes[i] >= labeled;
    const below = Math.min(lanes[i], labeled) * lane + Math.max(0, lanes[i] - labeled) * thin;
    const foot = base - LOWEST - below;
    const tall = isThin ? 0 : text.heights[Math.min(lines, arc[7] ? 3 : 2) - 1];
    const top = foot - (isThin ? thin * 0.6 : LEG + tall);
    return { left: lefts[i], top, width: widths[i], height: tall, foot };
  });
  return { width, height: base + FOOT, base, margin, unit, lanes: count, lines, text, boxes };
}

/** @param {Layout} layout */
const hasThin = ({ boxes }) => boxes.some(({ height }) => !height);

/**
 * The layout with the most lines in each label that fits a place, as large as possible.
 * @param {PictureHead} head
 * @param {LabelSize} text
 * @param {Size | null} [place] of a fixed size; without one, the picture is as large as it needs
 * @returns {Layout}
 */
export function layoutOf(head, text, place) {
  const { length: size } = head.text;
  const wide = size * (size > SHORT ? NARROW : WIDE) + 2 * MARGIN;
  const { width, height } = place ?? { width: wide, height: TALLEST };
  for (const lines of head.arcs.some((arc) => arc[7]) ? [3, 2, 1] : [2, 1]) {
    const plain = arrange(head, text, lines, { width, height });
    for (const zoom of place ? ZOOMS : [1]) {
      const room = { width: width / zoom, height: height / zoom };
      const found = zoom > 1 ? arrange(head, text, lines, room) : plain;
      const fits = found.height <= room.height && found.width <= room.width + 1;
      if (fits && found.lanes === plain.lanes && !hasThin(found)) return found;
    }
  }
  return arrange(head, text, 1, { width, height });
}
