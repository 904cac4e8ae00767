// The pair table, for WordPiece also with scores. Its rows are reused, because a step changes most
// of them a little.
import { tokenChip } from "../../stage/parts/chips.js";
import { el, setText } from "../../stage/parts/dom.js";
import { BaseTable } from "../../stage/parts/table.js";

/**
 * @import { PairLabels, PairRow } from "../../stage/records.d.ts"
 * @import { PairTableData, Tokens } from "../../stage/types.d.ts"
 */

/**
 * @typedef {object} Row
 * @property {HTMLTableRowElement} tr
 * @property {HTMLTableCellElement[]} cells
 * @property {HTMLElement} bar
 * @property {HTMLElement} count
 * @property {HTMLElement} [score]
 */

/** @extends {BaseTable<PairRow, Row>} */
export class PairTable extends BaseTable {
  /** @param {Tokens & { lang: string, labels: PairLabels }} head */
  constructor(head) {
    super("pairs", head.labels.columns);
    this.head = head;
    this.format = new Intl.NumberFormat(head.lang);
    this.highestCount = 1;
    /** Where the columns after the count are. */
    this.column = Object.fromEntries(head.labels.columns.map(([name], i) => [name, i]));
    this.node.classList.toggle("scored", "score" in this.column);
  }

  /** @param {number} i */
  row(i) {
    if (!this.rows[i]) {
      const cells = this.columns.map(([className]) => el("td", className, { role: "cell" }));
      const bar = el("span", "bar");
      const count = el("span", "number");
      const score = this.column.score ? el("span", "number") : undefined;
      cells[1].append(count);
      if (score) cells[this.column.score].append(bar, score);
      else count.before(bar);
      const tr = el("tr", "", { role: "row" }, ...cells);
      this.body.append(tr);
      this.rows.push({ tr, cells, bar, count, score });
    }
    return this.rows[i];
  }

  /**
   * @override
   * @param {number} i
   * @param {PairRow} row
   */
  fill(i, [left, right, number, change = "", kind = "", mark = "", points = "", length = 0]) {
    const { tr, cells, bar, count, score } = this.row(i);
    const pair = `${left} ${right}`;
    if (tr.dataset.pair !== pair) {
      tr.dataset.pair = pair;
      const plus = el("span", "sign", "+");
      cells[0].replaceChildren(tokenChip(this.head, left), plus, tokenChip(this.head, right));
    }
    const className = `row ${kind} ${mark}`;
    if (tr.className !== className) tr.className = className;
    if (tr.hidden) tr.hidden = false;
    setText(count, this.format.format(number));
    if (score) setText(score, points);
    bar.style.width = `${score ? length : (100 * number) / this.highestCount}%`;
    setText(cells[this.column.change], change);
    setText(cells[this.column.mark], this.head.labels.marks[mark] ?? "");
  }

  /** @param {PairTableData} record */
  draw({ before, rows, more }) {
    this.highestCount = rows[0]?.[2] ?? 1;
    this.drawRows(before, rows, more);
  }

  /** The cells of the visible rows whose count the previous merge changed. */
  changedCells() {
    return this.rows
      .slice(0, this.visibleRows)
      .filter(({ tr }) => !tr.hidden && tr.matches(".up, .down, .new"))
      .map(({ count, cells }) => ({ count, change: cells[this.column.change] }));
  }

  /**
   * Highlight the row of a pair, and no other.
   * @param {string | undefined} pair
   * @param {boolean} isPinned
   */
  highlight(pair, isPinned) {
    for (const { tr } of this.rows) {
      const isIt = pair !== undefined && tr.dataset.pair === pair;
      tr.classList.toggle("highlighted", isIt);
      if (isIt && isPinned) tr.setAttribute("aria-current", "true");
      else tr.removeAttribute("aria-current");
    }
  }
}
