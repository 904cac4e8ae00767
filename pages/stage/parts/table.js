// A table of texts and chips. Rows are redrawn only if they differ, and visible rows come first.

import { addArrowKeys } from "../core/focus.js";
import { setContent } from "./chips.js";
import { el, setText } from "./dom.js";

/** @import { Column, Content } from "../records.d.ts" */

const ROW_HEIGHT = 25; // pixels, about: to estimate how many rows are visible

/**
 * A titled table in a region that scrolls. Subclasses fill the rows.
 * @template TableRow
 * @template {{ tr: HTMLTableRowElement }} Row
 */
export class BaseTable {
  /**
   * @param {string} className
   * @param {Column[]} columns
   */
  constructor(className, columns) {
    this.title = el("h2");
    this.note = el("p", "note");
    // The roles are explicit because the phone layout takes them away: its rows are not table rows.
    const table = el("table", "", { role: "table" });
    this.header = el("tr", "", { role: "row" });
    this.body = el("tbody", "", { role: "rowgroup" });
    table.append(el("thead", "", { role: "rowgroup" }, this.header), this.body);
    this.scroll = el("div", "scroll", { tabindex: 0, role: "region" }, table);
    this.node = el("section", className, this.title, this.scroll, this.note);
    /** @type {Row[]} */
    this.rows = [];
    /** @type {Column[]} */
    this.columns = [];
    /** How many rows are drawn at once; 0: as many as are visible. */
    this.visibleRows = 0;
    this.frameRequest = 0;
    /** Noted, because to ask while a step is drawn would lay out the page once more. */
    this.isScrolled = false;
    this.scroll.addEventListener("scroll", () => {
      this.isScrolled = this.scroll.scrollTop > 0;
    });
    this.setColumns(columns);
    addArrowKeys(this.scroll, "tr.row");
  }

  /** @param {Column[]} columns */
  setColumns(columns) {
    if (this.columns === columns) return;
    this.columns = columns;
    this.header.replaceChildren(
      ...columns.map(([className, title]) =>
        el("th", className, { role: "columnheader", scope: "col" }, title),
      ),
    );
    this.body.replaceChildren();
    this.rows = [];
  }

  /**
   * Show rows. Rows that are out of sight are drawn after the next frame.
   * @param {string} title
   * @param {TableRow[]} rows
   */
  drawRows(title, rows, note = "") {
    cancelAnimationFrame(this.frameRequest);
    setText(this.title, title);
    this.scroll.setAttribute("aria-label", title);
    setText(this.note, note);
    if (this.isScrolled) this.scroll.scrollTop = 0;
    this.visibleRows ||= Math.ceil(this.scroll.clientHeight / ROW_HEIGHT) + 1;
    const first = Math.min(rows.length, this.visibleRows);
    const fill = (/** @type {number} */ from, /** @type {number} */ to) => {
      for (let i = from; i < to; i += 1) this.fill(i, rows[i]);
    };
    fill(0, first);
    for (const { tr } of this.rows.slice(rows.length)) if (!tr.hidden) tr.hidden = true;
    if (first < rows.length) {
      this.frameRequest = requestAnimationFrame(() => {
        this.frameRequest = requestAnimationFrame(() => fill(first, rows.length));
      });
    }
  }

  /**
   * Draw row i.
   * @abstract
   * @param {number} _i
   * @param {TableRow} _row
   */
  fill(_i, _row) {}
}

/**
 * A table whose rows are given as cells.
 * @typedef {{ cells: Content[], mark?: string, key?: string }} TableRow mark: the row's CSS class;
 *   key: what the row is about if the reader points at it
 * @extends {BaseTable<TableRow, { tr: HTMLTableRowElement, content: string }>}
 */
export class Table extends BaseTable {
  /**
   * @param {string} name its CSS class
   * @param {Column[]} columns
   */
  constructor(name, columns) {
    super(`${name} tabular`, columns);
  }

  /**
   * Row i with these cells. It is built again if the cells differ, and keeps the focus.
   * @param {number} i
   * @param {Content[]} cells
   */
  row(i, cells) {
    const old = this.rows[i];
    const content = JSON.stringify(cells);
    if (old?.content === content) return old.tr;
    const tr = el("tr", "", { role: "row" });
    tr.append(
      ...this.columns.map(([className, title]) =>
        el("td", className, { role: "cell", "data-head": title }),
      ),
    );
    if (old) old.tr.after(tr);
    else this.body.append(tr);
    cells.forEach((cell, n) => {
      setContent(tr.cells[n], cell);
    });
    if (old?.tr.matches(":focus")) {
      tr.tabIndex = -1;
      tr.focus();
    }
    old?.tr.remove();
    this.rows[i] = { tr, content };
    return tr;
  }

  /**
   * Scroll the table, but not the page, to the first row with this mark and the one after it, or
   * before it on the way back. A whole row is then the first below the header.
   * @param {string} mark
   */
  scrollToMark(mark) {
    const row = this.rows.find(({ tr }) => tr.classList.contains(mark) && !tr.hidden)?.tr;
    const { scroll } = this;
    if (!row || scroll.scrollHeight <= scroll.clientHeight) return;
    const { top, bottom, height } = row.getBoundingClientRect();
    const head = this.header.getBoundingClientRect().bottom;
    const end = scroll.getBoundingClientRect().bottom;
    const next = row.nextElementSibling;
    const hasNext = next && getComputedStyle(next).visibility !== "hidden";
    const more = Math.min(height, Math.max(0, end - head - height));
    if (bottom > end) {
      const by = bottom - end + (hasNext ? more : 0);
      const offsets = this.rows.map(({ tr }) => tr.getBoundingClientRect().top - head);
      scroll.scrollTop += offsets.find((offset) => offset > by - 1) ?? by;
    } else if (top < head - 1) scroll.scrollTop -= head - top + more;
  }

  /**
   * @override
   * @param {number} i
   * @param {TableRow} row
   */
  fill(i, { cells, mark = "", key = "" }) {
    const tr = this.row(i, cells);
    const className = `row ${mark}`;
    if (tr.className !== className) tr.className = className;
    if (tr.hidden) tr.hidden = false;
    if (key !== "") tr.dataset.pair = key;
  }
}

/**
 * Rows of a record, as `Table` takes them.
 * @param {import("../records.d.ts").TableRow[]} rows
 * @returns {TableRow[]}
 */
export const tableRows = (rows) => rows.map(([cells, mark]) => ({ cells, mark }));
