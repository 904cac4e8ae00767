// How a step of the training is drawn: the merge, why, the pair table, the corpus.
import { el, setText } from "./dom.js";

/** A token as a chip; its look is decided by its id, so it is the same at every step. */
function chip(head, id, className = "token") {
  const [text, tint] = head.tokens[id];
  return el("span", `${className} tint${tint}`, { "data-id": id }, text);
}

class Equation {
  constructor(head) {
    this.head = head;
    this.node = el("div", "merge");
    this.sum = el("div", "equation", { dir: "ltr" });
    this.facts = el("div", "facts");
    this.node.append(this.sum, this.facts);
  }
  draw(record) {
    const parts = record.merge
      ? [chip(this.head, record.merge[0]), el("span", "sign", {}, "+"),
        chip(this.head, record.merge[1]), el("span", "sign", {}, "→"),
        chip(this.head, record.merge[2], "token made")]
      : [el("span", "rest", {}, record.rest)];
    this.sum.replaceChildren(...parts);
    this.facts.replaceChildren(...record.facts.map(([text, kind]) =>
      el("span", `fact ${kind}`, {}, text)));
  }
}

/** The pair table: rows are made once and filled anew; those in sight first, the rest after. */
class Pairs {
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
      this.rows.push({ tr, cells, bar, count, pair: "" });
    }
    return this.rows[i];
  }
  fill(i, data, most) {
    const { tr, cells, bar, count } = this.row(i);
    const [left, right, number, change = "", kind = "", mark = ""] = data;
    const row = this.rows[i];
    const pair = `${left} ${right}`;
    if (row.pair !== pair) {
      row.pair = pair;
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
    this.scroll.scrollTop = 0;
    const inSight = Math.min(rows.length, Math.ceil(this.scroll.clientHeight / 24) + 1);
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
}

/** The corpus: a word keeps its place and width at every step, only its tokens change. */
class Corpus {
  constructor(head) {
    this.head = head;
    this.node = el("section", "corpus");
    this.title = el("h2");
    this.words = el("div", "words", { tabindex: 0, role: "region" });
    this.note = el("p", "note", {}, head.hidden);
    this.node.append(this.title, this.words, this.note);
    this.boxes = head.words.map(([tokens, count]) => {
      const word = el("span", "word", { dir: "auto" });
      const text = el("span", "tokens");
      word.append(text, el("span", "times", { dir: "ltr" }, count));
      text.append(...tokens.map((id) => chip(head, id)));
      this.words.append(word);
      return { word, text, key: "" };
    });
    this.measured = false;
  }
  measure() { // once, with every character a token of its own: a word is never wider than that
    const size = parseFloat(getComputedStyle(this.words).fontSize);
    const widths = this.boxes.map(({ word }) => word.getBoundingClientRect().width / size);
    if (!widths.some((width) => width > 0)) return;
    this.boxes.forEach(({ word }, i) => { word.style.minWidth = `${widths[i].toFixed(3)}em`; });
    this.measured = true;
  }
  draw(record, block, step) {
    if (!this.measured) this.measure();
    setText(this.title, record.after);
    this.words.setAttribute("aria-label", record.after);
    block.words.forEach((versions, i) => {
      let at = 0;
      while (at + 1 < versions.length && versions[at + 1][0] <= step) at += 1;
      const [since, tokens, fresh = []] = versions[at];
      const key = `${tokens} ${since === step ? fresh : ""}`;
      const box = this.boxes[i];
      if (box.key === key) return;
      box.key = key;
      box.text.replaceChildren(...tokens.map((id, place) =>
        chip(this.head, id, since === step && fresh.includes(place) ? "token fresh" : "token")));
    });
    this.words.setAttribute("data-step", step);
  }
}

export function training(body, head) {
  const equation = new Equation(head);
  const why = el("p", "why");
  const pairs = new Pairs(head);
  const corpus = new Corpus(head);
  const side = el("div", "sides");
  side.append(pairs.node, corpus.node);
  body.append(equation.node, why, side);
  return {
    draw(record, block, step) {
      equation.draw(record);
      setText(why, record.why);
      pairs.draw(record);
      corpus.draw(record, block, step);
    },
  };
}
