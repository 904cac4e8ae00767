// Tables and charts that no step changes.

import { panel } from "../core/panel.js";
import { goTo } from "../core/steps.js";
import { buttonEl, el } from "./dom.js";
import { highlightSameTokens } from "./pointing.js";
import { parseSvg } from "./svg.js";
import { Table, tableRows } from "./table.js";

/** @param {import("../records.d.ts").PictureData} data */
function figure({ title, svg, notes }) {
  const drawing = el("div", "drawing", { role: "img", "aria-label": title });
  if (svg) drawing.append(parseSvg(svg));
  const caption = el("figcaption", "", ...notes.map((note) => el("p", "", note)));
  return el("figure", "chart", el("h2", "", title), drawing, caption);
}

/** @param {import("../records.d.ts").StaticTablesData} data */
export function draw({ tables, charts = [], go }) {
  const frame = el("div", "stage static-tables");
  for (const { title, columns, rows, note } of tables) {
    const table = new Table("part", columns);
    table.visibleRows = Infinity;
    table.drawRows(title, tableRows(rows), note);
    frame.append(table.node);
  }
  frame.append(...charts.map(figure));
  if (go) frame.append(buttonEl("button labelled go", go[0], () => goTo(go[1])));
  highlightSameTokens(frame);
  return frame;
}

export const { update, unmount } = panel(draw, ["stage.css", "encoding.css"]);
