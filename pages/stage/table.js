// A table of texts and chips: its rows are made where they differ; those in sight first.
import { rove } from "./chips.js";
import { el, setLanguage, setText } from "./dom.js";

const ROW = 25; // pixels, about: how many rows are in sight

/** A chip from its own data, [text, tint, class]: the same text is lit everywhere at once. */
export function piece([text, tint, className = ""]) {
  const made = el("span", `token ${className} tint${tint}`, { "data-id": text });
  made.append(el("span", "glyphs", {}, text));
  return made;
}

const SIGNS = ["+", "×"]; // what makes tokens a formula, which is read from the left

/** A cell or a line: a text, or texts and chips one behind the other, in their own direction. */
export function fillWith(node, content) {
  const key = JSON.stringify(content);
  if (node.content === key) return;
  node.content = key;
  if (typeof content === "string") {
    node.textContent = content;
    return;
  }
  setLanguage(node);
  node.dir ||= content.some((part) => SIGNS.includes(part)) ? "ltr" : "auto";
  node.replaceChildren(
    ...content.map((part) =>
      typeof part === "string" ? el("span", "sign", {}, part) : piece(part),
    ),
  );
}

/** A titled table in a region that scrolls. What a row is, `fill(i, row)` of a subclass says. */
export class Rows {
  /** columns: [[class, head]]; the class says how wide a column is. */
  constructor(className, columns) {
    this.node = el("section", className);
    this.title = el("h2");
    this.note = el("p", "note");
    this.scroll = el("div", "scroll", { tabindex: 0, role: "region" });
    const table = el("table", "", { role: "table" }); // on a phone its rows are no rows to CSS
    this.heads = el("tr", "", { role: "row" });
    const top = el("thead", "", { role: "rowgroup" });
    top.append(this.heads);
    this.body = el("tbody", "", { role: "rowgroup" });
    table.append(top, this.body);
    this.scroll.append(table);
    this.node.append(this.title, this.scroll, this.note);
    this.setColumns(columns);
    rove(this.scroll, "tr.row");
  }
  setColumns(columns) {
    if (this.columns === columns) return;
    this.columns = columns;
    this.heads.replaceChildren(
      ...columns.map(([kind, label]) =>
        el("th", kind, { role: "columnheader", scope: "col" }, label),
      ),
    );
    this.body.replaceChildren();
    this.rows = [];
  }
  /** Show rows; what is out of sight follows a frame later. */
  draw(title, rows, note = "") {
    cancelAnimationFrame(this.later);
    setText(this.title, title);
    this.scroll.setAttribute("aria-label", title);
    setText(this.note, note);
    if (this.scroll.scrollTop) this.scroll.scrollTop = 0;
    this.inSight ||= Math.ceil(this.scroll.clientHeight / ROW) + 1;
    const first = Math.min(rows.length, this.inSight);
    const fill = (from, to) => {
      for (let i = from; i < to; i += 1) this.fill(i, rows[i]);
    };
    fill(0, first);
    this.rows.slice(rows.length).forEach(({ tr }) => {
      if (!tr.hidden) tr.hidden = true;
    });
    if (first < rows.length) {
      this.later = requestAnimationFrame(() => {
        this.later = requestAnimationFrame(() => fill(first, rows.length));
      });
    }
  }
}

/** Rows {cells, mark, key} of texts and chips. */
export class Table extends Rows {
  constructor(name, columns) {
    super(`${name} tabular`, columns);
  }
  /** A row is made anew where its cells differ; the focus stays in its place. */
  row(i, cells) {
    const old = this.rows[i];
    const content = JSON.stringify(cells);
    if (old?.content === content) return old.tr;
    const tr = el("tr", "", { role: "row" });
    tr.append(
      ...this.columns.map(([kind, label]) => el("td", kind, { role: "cell", "data-head": label })),
    );
    if (old) old.tr.after(tr);
    else this.body.append(tr);
    cells.forEach((cell, n) => fillWith(tr.cells[n], cell));
    if (old?.tr.matches(":focus")) {
      tr.tabIndex = -1;
      tr.focus();
    }
    old?.tr.remove();
    this.rows[i] = { tr, content };
    return tr;
  }
  /** Scroll the table alone, never the page, to the row that a step is about. */
  reach(mark) {
    const row = this.rows.find(({ tr }) => tr.classList.contains(mark) && !tr.hidden)?.tr;
    const { scroll } = this;
    if (!row || scroll.scrollHeight <= scroll.clientHeight) return;
    const by = row.getBoundingClientRect().bottom - scroll.getBoundingClientRect().bottom;
    if (by > 0) scroll.scrollTop += by + row.clientHeight;
  }
  fill(i, { cells, mark = "", key = "" }) {
    const tr = this.row(i, cells);
    const className = `row ${mark}`;
    if (tr.className !== className) tr.className = className;
    if (tr.hidden) tr.hidden = false;
    if (key !== "") tr.dataset.pair = key;
  }
}
