// Code with line numbers, and beside the lines that ran what they made.
import { el } from "./dom.js";

const KINDS = ["number", "text", "result"];

/** A section with the code: {title, columns, lines: [[number, text, what it made, or ""]], note}. */
export function codeView({ title, columns, lines, note }) {
  const node = el("section", "code");
  const table = el("table", "", { role: "table" }); // on a phone its rows are no rows to CSS
  const heads = el("tr", "", { role: "row" });
  heads.append(
    ...columns.map((label, i) => el("th", KINDS[i], { role: "columnheader", scope: "col" }, label)),
  );
  const top = el("thead", "", { role: "rowgroup" });
  top.append(heads);
  const body = el("tbody", "", { role: "rowgroup" });
  for (const cells of lines) {
    const row = el("tr", cells[2] ? "row chosen" : "row", { role: "row" });
    row.append(...cells.map((cell, i) => el("td", KINDS[i], { role: "cell" }, cell)));
    const indent = cells[1].length - cells[1].trimStart().length;
    row.style.setProperty("--indent", indent);
    body.append(row);
  }
  table.append(top, body);
  const scroll = el("div", "scroll", { tabindex: 0, role: "region", "aria-label": title });
  scroll.append(table);
  node.append(el("h2", "", {}, title), scroll, el("p", "note", {}, note));
  return node;
}
