// Where the parts of a lattice's picture are: positions on a line, the labels of the arcs above it.
// A picture shows every arc by its length. In a place of a fixed size, a long word gets a picture
// without fractions, and if it is very long one for each step, with the arcs that matter in it.
import { textWidth } from "../../stage/parts/dom.js";

/**
 * @import { ArcData, PictureRecord } from "../../stage/records.d.ts"
 * @import { PictureHead } from "../../stage/types.d.ts"
 */
/** @typedef {{ left: number, top: number, width: number, height: number }} Box */
/** @typedef {{ width: number, height: number }} Size in the picture's own units */
/**
 * @typedef {object} Layout in the picture's own units
 * @property {number} width
 * @property {number} base the height of the line of positions, from the top
 * @property {number} margin next to the first and the last position
 * @property {number} unit the width of a character
 * @property {LabelSize} text
 * @property {(Box | null)[]} labels of the arcs; null if an arc is left out
 */
/**
 * @typedef {object} LabelSize the sizes of a label, which fit the size of its text
 * @property {number} unit the least width of a character
 * @property {number} margin next to the first and the last position
 * @property {number} least the least width of a label
 * @property {number} digit the width of a digit
 * @property {number} height with two lines: the piece and its probability
 * @property {number} third the height of a third line, with the probability as a fraction
 * @property {number} piece the first line, from the top
 * @property {number} fraction the second line, from the top, if there are three
 * @property {number} value the last line, from the bottom
 */

const WIDE = { unit: 92, margin: 40, least: 84 };
const LINES = { height: 37, third: 16, piece: 15.5, fraction: 31.5, value: 5.5 };
const TALL = { height: 42, third: 19, piece: 17, fraction: 36, value: 5.5 };
/** @type {LabelSize} */
export const SMALL = { ...WIDE, digit: 7.6, ...LINES };
/** @type {LabelSize} for a phone, where more characters of a word are in sight */
export const NARROW = { unit: 72, margin: 14, least: 64, digit: 7.6, ...LINES };
/** @type {LabelSize} for the text of a projector (`lattice.css`) */
export const LARGE = { ...WIDE, digit: 9.5, ...TALL };
export const UNITS_PER_REM = 18; // on a projector, at least: the text is a bit larger than that

export const FOOT = 62; // space for the characters and positions below the line
const GAP = 5; // between labels, at least
const LOWEST = 27.5; // from the line to the lowest labels
const NOTE = 30; // space above an incomplete picture, for a note on what is left out

/**
 * The width and height of an arc's label: its piece, its probability as a fraction and as a number.
 * @param {ArcData} arc
 * @param {LabelSize} text
 * @returns {Size}
 */
function labelSize([, , , piece, , value, , , fraction], text) {
  const widths = [text.least, textWidth(piece) * 11 + 18];
  if (text === LARGE) widths.push(value.length * text.digit + 12);
  widths.push(fraction.length * text.digit + 14);
  return { width: Math.max(...widths), height: text.height + (fraction ? text.third : 0) };
}

/**
 * Whether two arcs have the same level and start at adjacent positions, so that labels can overlap.
 * @param {ArcData} arc
 * @param {ArcData} other
 */
const isAdjacent = ([start, , level], [otherStart, , otherLevel]) =>
  otherLevel === level && otherStart === start + 1;

/**
 * Every arc. Those of the same length have the same height.
 * @param {PictureHead} head
 * @param {LabelSize} text
 * @returns {Layout}
 */
export function wholeLayout({ text: characters, arcs, levels }, text) {
  const sizes = arcs.map((arc) => labelSize(arc, text));
  const adjacent = sizes.filter((_, i) => arcs.some((other) => isAdjacent(arcs[i], other)));
  const { margin } = text;
  const unit = Math.max(text.unit, ...adjacent.map(({ width }) => width + 8));
  const highest = text.height + (arcs.some((arc) => arc[8]) ? text.third : 0);
  const base = LOWEST + levels * (highest + GAP) + 1.5;
  const labels = arcs.map(([start, end, level], i) => {
    const { width, height } = sizes[i];
    const middle = margin + ((start + end) / 2) * unit;
    const top = base - LOWEST - level * (highest + GAP) - (highest + height) / 2;
    return { left: middle - width / 2, top, width, height };
  });
  return { width: characters.length * unit + 2 * margin, base, margin, unit, text, labels };
}

/**
 * The arcs that matter in a step, the most important one first: those of the position and of the
 * paths, then the best path to the position, then those of several characters, then all others.
 * @param {PictureHead} head
 * @param {PictureRecord} record
 */
function byImportance({ arcs, second = [] }, record) {
  const { chosen, candidates, won, path } = record;
  const first = chosen === undefined ? [] : [chosen];
  const order = [...first, ...path, ...(record.second ? second : [])];
  if (record.now !== undefined) order.push(...candidates);
  // The best segmentation up to the position, backwards, then the other winners, the last one first.
  for (let at = first.length ? arcs[first[0]][0] : 0; at > 0; ) {
    const before = won.find((i) => arcs[i][1] === at);
    if (before === undefined) break;
    order.push(before);
    at = arcs[before][0];
  }
  const isLong = (/** @type {number} */ i) => length(arcs[i]) > 1;
  const rest = arcs.map((_, i) => i).sort((a, b) => length(arcs[a]) - length(arcs[b]));
  order.push(...rest.filter(isLong), ...[...won].reverse(), ...rest);
  return [...new Set(order)];
}

/** @param {ArcData} arc */
const length = ([start, end]) => end - start;

/**
 * @param {ArcData} inner
 * @param {ArcData} outer
 */
const isSpanned = ([start, end], [from, to]) => start >= from && end <= to;

/**
 * As many of the arcs that matter in a step as fit a place, the labels of shorter ones lower.
 * @param {PictureHead} head
 * @param {PictureRecord} record
 * @param {Size} place
 * @returns {Layout}
 */
export function stepLayout(head, record, { width, height }) {
  const { arcs, text: characters, second = [] } = head;
  const margin = LARGE.margin / 2;
  const unit = (width - 2 * margin) / characters.length;
  const base = height - FOOT;
  const outlined = new Set(record.second ? second : []);
  const boxes = arcs.map((arc, i) => {
    const size = labelSize(/** @type {ArcData} */ (arc.with(8, "")), LARGE);
    const space = outlined.has(i) ? 4 : 0; // for the outline
    const middle = margin + ((arc[0] + arc[1]) / 2) * unit;
    const least = GAP / 2 + space;
    const left = Math.max(least, Math.min(middle - size.width / 2, width - least - size.width));
    return { ...size, left, space };
  });
  /**
   * @param {number[]} shown
   * @param {boolean} [isRoomy] whether a longer arc is above all those that it spans
   */
  const stack = (shown, isRoomy = false) => {
    /** @type {(Box | null)[]} */
    const labels = arcs.map(() => null);
    const sorted = [...shown].sort(
      (a, b) => length(arcs[a]) - length(arcs[b]) || arcs[a][0] - arcs[b][0],
    );
    for (const i of sorted) {
      const { space, ...box } = boxes[i];
      let lowest = base - LOWEST;
      /** @type {{ top: number, bottom: number }[]} the labels that this one can be between */
      const equals = [];
      for (const [n, other] of labels.entries()) {
        if (!other) continue;
        const gap = GAP + space + boxes[n].space;
        const isBeside =
          other.left > box.left + box.width + gap || box.left > other.left + other.width + gap;
        if (isBeside && !(isRoomy && isSpanned(arcs[n], arcs[i]))) continue;
        const [top, bottom] = [other.top - gap, other.top + other.height + gap];
        if (length(arcs[n]) < length(arcs[i])) lowest = Math.min(lowest, top);
        else equals.push({ top, bottom });
      }
      const bottoms = [lowest, ...equals.map(({ top }) => Math.min(top, lowest))];
      const isFree = (/** @type {number} */ bottom) =>
        equals.every((each) => bottom <= each.top || bottom - box.height >= each.bottom);
      const bottom = Math.max(...bottoms.filter(isFree));
      labels[i] = { ...box, top: bottom - box.height };
    }
    return labels;
  };
  const roomy = stack([...arcs.keys()], true);
  if (roomy.every((box) => box && box.top >= NOTE)) {
    return { width, base, margin, unit, text: LARGE, labels: roomy };
  }
  /** @type {number[]} */
  const shown = [];
  let labels = stack(shown);
  for (const i of byImportance(head, record)) {
    const stacked = stack([...shown, i]);
    if (stacked.some((box) => box && box.top < NOTE)) continue;
    shown.push(i);
    labels = stacked;
  }
  return { width, base, margin, unit, text: LARGE, labels };
}
