// A table of texts and chips: its rows are made once and filled anew; those in sight first.
import { rove } from "./chips.js";
import { el, setText } from "./dom.js";

const ROW = 28; // pixels, about: how many rows are in sight

/** A chip from its own data, [text, tint, class]: the same text is lit everywhere at once. */
export function piece([text, tint, className = ""]) {
  const made = el("span", `token ${className} tint${tint}`, { "data-id": text });
  made.append(el("span", "glyphs", {}, text));
  return made;
}

/** A cell or a line: a text, or texts and chips one behind the other. */
export function fillWith(node, content) {
  const key = JSON.stringify(content);
  if (node.content === key) return;
  node.content = key;
  if (typeof content === "string") node.textContent = content;
  else node.replaceChildren(...content.map((part) => (typeof part === "string" ? el("span", "sign", {}, part) : piece(part))));
}

export class Table {
  /** columns: [[class, head]]; the class says how wide a column is. */
  constructor(name, columns) {
    this.node = el("section", `${name} tabular`);
    this.title = el("h2");
    this.note = el("p", "note");
    this.scroll = el("div", "scroll", { tabindex: 0, role: "region" });
    const table = el("table");
    this.heads = el("tr");
    const top = el("thead");
    top.append(this.heads);
    this.body = el("tbody");
    table.append(top, this.body);
    this.scroll.append(table);
    this.node.append(this.title, this.scroll, this.note);
    this.rows = [];
    this.name = (text) => { setText(this.title, text); this.scroll.setAttribute("aria-label", text); };
    this.setColumns(columns);
    rove(this.scroll, "tr.row");
  }
  setColumns(columns) {
    if (this.columns === columns) return;
    this.columns = columns;
    this.heads.replaceChildren(...columns.map(([kind, label]) => el("th", kind, { scope: "col" }, label)));
    this.body.replaceChildren();
    this.rows = [];
  }
  row(i) {
    while (this.rows.length <= i) {
      const tr = el("tr");
      const cells = this.columns.map(([kind]) => el("td", kind));
      tr.append(...cells);
      this.body.append(tr);
      this.rows.push({ tr, cells });
    }
    return this.rows[i];
  }
  fill(i, { cells, mark = "", key = "" }) {
    const made = this.row(i);
    cells.forEach((cell, n) => fillWith(made.cells[n], cell));
    const className = `row ${mark}`;
    if (made.tr.className !== className) made.tr.className = className;
    if (made.tr.hidden) made.tr.hidden = false;
    if (key !== "") made.tr.dataset.pair = key;
  }
  /** Show rows {cells, mark, key}; what is out of sight follows a frame later. */
  draw(title, rows, note = "") {
    cancelAnimationFrame(this.later);
    this.name(title);
    setText(this.note, note);
    if (this.scroll.scrollTop) this.scroll.scrollTop = 0;
    this.inSight ||= Math.ceil(this.scroll.clientHeight / ROW) + 1 || rows.length;
    const first = Math.min(rows.length, this.inSight);
    const fill = (from, to) => { for (let i = from; i < to; i += 1) this.fill(i, rows[i]); };
    fill(0, first);
    this.rows.slice(rows.length).forEach(({ tr }) => { if (!tr.hidden) tr.hidden = true; });
    if (first < rows.length) {
      this.later = requestAnimationFrame(() => {
        this.later = requestAnimationFrame(() => fill(first, rows.length));
      });
    }
  }
}
