// Tables that no step changes.
import { el } from "./dom.js";
import { panel } from "./panel.js";
import { highlightSameTokens } from "./pointing.js";
import { Table, tableRows } from "./table.js";

/** @param {import("./types.d.ts").StaticTablesData} data */
function draw({ tables }) {
  const frame = el("div", "stage static-tables");
  for (const { title, columns, rows, note } of tables) {
    const table = new Table("part", columns);
    table.visibleRows = Infinity;
    table.drawRows(title, tableRows(rows), note);
    frame.append(table.node);
  }
  highlightSameTokens(frame);
  return frame;
}

export const { update, unmount } = panel(draw, ["stage.css", "encoding.css", "layouts.css"]);
