// The pair table: rows are made once and filled anew; those in sight first, the rest after.
import { chip, rove } from "./chips.js";
import { el, setText } from "./dom.js";

const ROW = 25; // pixels, about: how many rows are in sight

export class Pairs {
  constructor(head) {
    this.head = head;
    this.node = el("section", "pairs");
    this.title = el("h2");
    this.note = el("p", "note");
    this.scroll = el("div", "scroll", { tabindex: 0, role: "region" });
    const table = el("table");
    const heads = el("tr");
    for (const [kind, label] of head.labels.columns) {
      heads.append(el("th", kind, { scope: "col" }, label));
    }
    const top = el("thead");
    top.append(heads);
    this.body = el("tbody");
    table.append(top, this.body);
    this.scroll.append(table);
    this.node.append(this.title, this.scroll, this.note);
    this.rows = [];
    this.format = new Intl.NumberFormat(head.lang);
    rove(this.scroll, "tr.row");
  }
  row(i) {
    while (this.rows.length <= i) {
      const tr = el("tr");
      const cells = this.head.labels.columns.map(([kind]) => el("td", kind));
      const bar = el("span", "bar");
      const count = el("span", "number");
      cells[1].append(bar, count);
      tr.append(...cells);
      this.body.append(tr);
      this.rows.push({ tr, cells, bar, count });
    }
    return this.rows[i];
  }
  fill(i, data, most) {
    const { tr, cells, bar, count } = this.row(i);
    const [left, right, number, change = "", kind = "", mark = ""] = data;
    const pair = `${left} ${right}`;
    if (tr.dataset.pair !== pair) {
      tr.dataset.pair = pair;
      cells[0].replaceChildren(
        chip(this.head, left), el("span", "sign", {}, "+"), chip(this.head, right));
    }
    const className = `row ${kind} ${mark}`;
    if (tr.className !== className) tr.className = className;
    if (tr.hidden) tr.hidden = false;
    setText(count, this.format.format(number));
    bar.style.width = `${(100 * number) / most}%`;
    setText(cells[2], change);
    setText(cells[3], this.head.labels.marks[mark] ?? "");
  }
  draw(record) {
    cancelAnimationFrame(this.later);
    setText(this.title, record.before);
    this.scroll.setAttribute("aria-label", record.before);
    setText(this.note, record.more ?? "");
    const { rows } = record;
    const most = rows.length ? rows[0][2] : 1;
    const fill = (from, to) => {
      for (let i = from; i < to; i += 1) this.fill(i, rows[i], most);
    };
    if (this.scroll.scrollTop) this.scroll.scrollTop = 0;
    this.inSight ||= Math.ceil(this.scroll.clientHeight / ROW) + 1;
    const inSight = Math.min(rows.length, this.inSight);
    fill(0, inSight);
    for (let i = rows.length; i < this.rows.length; i += 1) {
      if (!this.rows[i].tr.hidden) this.rows[i].tr.hidden = true;
    }
    if (inSight < rows.length) {
      this.later = requestAnimationFrame(() => {
        this.later = requestAnimationFrame(() => fill(inSight, rows.length));
      });
    }
  }
  /** Light a pair's row; null lights none. */
  light(pair) {
    for (const { tr } of this.rows) tr.classList.toggle("lit", tr.dataset.pair === pair);
  }
}
