// The pair table: its rows stay and are filled anew, for a step changes most of them a little.
import { chip } from "./chips.js";
import { el, setText } from "./dom.js";
import { Rows } from "./table.js";

export class Pairs extends Rows {
  constructor(head) {
    super("pairs", head.labels.columns);
    this.head = head;
    this.format = new Intl.NumberFormat(head.lang);
  }
  row(i) {
    if (!this.rows[i]) {
      const tr = el("tr", "", { role: "row" });
      const cells = this.columns.map(([kind]) => el("td", kind, { role: "cell" }));
      const bar = el("span", "bar");
      const count = el("span", "number");
      cells[1].append(bar, count);
      tr.append(...cells);
      this.body.append(tr);
      this.rows.push({ tr, cells, bar, count });
    }
    return this.rows[i];
  }
  fill(i, data) {
    const { tr, cells, bar, count } = this.row(i);
    const [left, right, number, change = "", kind = "", mark = ""] = data;
    const pair = `${left} ${right}`;
    if (tr.dataset.pair !== pair) {
      tr.dataset.pair = pair;
      cells[0].replaceChildren(
        chip(this.head, left),
        el("span", "sign", {}, "+"),
        chip(this.head, right),
      );
    }
    const className = `row ${kind} ${mark}`;
    if (tr.className !== className) tr.className = className;
    if (tr.hidden) tr.hidden = false;
    setText(count, this.format.format(number));
    bar.style.width = `${(100 * number) / this.most}%`;
    setText(cells[2], change);
    setText(cells[3], this.head.labels.marks[mark] ?? "");
  }
  draw({ before, rows, more }) {
    this.most = rows[0]?.[2] ?? 1;
    super.draw(before, rows, more);
  }
  /** Light a pair's row; null lights none. */
  light(pair) {
    for (const { tr } of this.rows) tr.classList.toggle("lit", tr.dataset.pair === pair);
  }
}
