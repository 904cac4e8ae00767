// Code with line numbers, and next to each line the values that it computed.
import { el } from "./dom.js";

const CLASSES = ["number", "text", "result"];

/** @param {import("./types.d.ts").CodeData} data */
export function codeView({ title, columns, lines, note }) {
  const node = el("section", "code");
  // The roles are explicit because the phone layout takes them away: its rows are not table rows.
  const table = el("table", "", { role: "table" });
  const header = el("tr", "", { role: "row" });
  header.append(
    ...columns.map((label, i) =>
      el("th", CLASSES[i], { role: "columnheader", scope: "col" }, label),
    ),
  );
  const top = el("thead", "", { role: "rowgroup" });
  top.append(header);
  const body = el("tbody", "", { role: "rowgroup" });
  for (const cells of lines) {
    const [, text, value] = cells;
    const row = el("tr", value ? "row chosen" : "row", { role: "row" });
    row.append(...cells.map((cell, i) => el("td", CLASSES[i], { role: "cell" }, cell)));
    const indent = text.length - text.trimStart().length;
    row.style.setProperty("--indent", String(indent));
    body.append(row);
  }
  table.append(top, body);
  const scroll = el("div", "scroll", { tabindex: 0, role: "region", "aria-label": title });
  scroll.append(table);
  node.append(el("h2", "", {}, title), scroll, el("p", "note", {}, note));
  return node;
}
