// The chart of a by-hand mode: the reader's values next to those of the algorithm, as a static picture.
import { el } from "./dom.js";
import { svgEl } from "./svg.js";

/** @import { ByHandChart } from "../records.d.ts" */

const WIDTH = 420;
const HEIGHT = 190;
const PLOT = { left: 56, top: 28, right: 372, bottom: 152 };
const KINDS = ["mine", "theirs"];
const LABELS_APART = 14; // the last values of the two lines

/** @param {number} value of a token count, a logarithm or a loss */
const formatted = (value) =>
  value.toLocaleString("en", { maximumFractionDigits: 2 }).replace("-", "−");

/**
 * A marker: a circle for the reader, a square for the algorithm.
 * @param {number} i which line
 * @param {number} x
 * @param {number} y
 */
function marker(i, x, y) {
  if (i === 0) return svgEl("circle", { cx: x, cy: y, r: 4 });
  return svgEl("rect", { x: x - 3.5, y: y - 3.5, width: 7, height: 7 });
}

/**
 * The picture with its title. A screen reader reads the title and the last values.
 * @param {ByHandChart} data
 */
export function byHandChart({ title, x_title: xTitle, x, y, ticks, lines }) {
  const { left, top, right, bottom } = PLOT;
  const atX = (/** @type {number} */ value) =>
    left + ((value - x[0]) / (x[1] - x[0])) * (right - left);
  const atY = (/** @type {number} */ value) =>
    bottom - ((value - y[0]) / (y[1] - y[0])) * (bottom - top);
  const svg = svgEl("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, "aria-hidden": "true" });
  for (const tick of ticks) {
    svg.append(
      svgEl("line", { class: "grid", x1: left, x2: right, y1: atY(tick), y2: atY(tick) }),
      svgEl("text", { class: "tick y", x: left - 8, y: atY(tick) + 4 }, formatted(tick)),
    );
  }
  const stride = Math.ceil((x[1] - x[0]) / 8);
  for (let value = x[0]; value <= x[1]; value += stride) {
    svg.append(svgEl("text", { class: "tick", x: atX(value), y: bottom + 17 }, String(value)));
  }
  svg.append(svgEl("text", { class: "tick", x: (left + right) / 2, y: HEIGHT - 4 }, xTitle));
  const ends = lines.map(([, points]) => atY(points[points.length - 1][1]));
  const [higher, lower] = ends[0] <= ends[1] ? [0, 1] : [1, 0];
  const shift = Math.max(0, LABELS_APART - (ends[lower] - ends[higher])) / 2;
  ends[higher] -= shift;
  ends[lower] += shift;
  let legendAt = left;
  for (const i of [1, 0]) {
    const [, points] = lines[i]; // the reader's line is drawn last, on top
    const group = svgEl("g", { class: KINDS[i] });
    const path = points.map(([at, value]) => `${atX(at)},${atY(value)}`).join(" ");
    const [lastX, last] = points[points.length - 1];
    group.append(
      svgEl("polyline", { points: path }),
      ...points.map(([at, value]) => marker(i, atX(at), atY(value))),
      svgEl("text", { x: atX(lastX) + 9, y: ends[i] + 4 }, formatted(last)),
    );
    svg.append(group);
  }
  for (const [i, [name]] of lines.entries()) {
    const group = svgEl("g", { class: KINDS[i] });
    group.append(marker(i, legendAt + 4, 12), svgEl("text", { x: legendAt + 13, y: 16 }, name));
    svg.append(group);
    legendAt += 150;
  }
  const values = lines.map(
    ([name, points]) => `${name} ${formatted(points[points.length - 1][1])}`,
  );
  const label = `${title}: ${values.join(", ")}`;
  const drawing = el("div", "drawing", { role: "img", "aria-label": label }, svg);
  return el("figure", "chart", el("h2", "", title), drawing);
}
