// Below the fold: the list of merges, the vocabulary with ids, and how a token was made.
import { chip } from "./chips.js";
import { el, setText } from "./dom.js";

const PAGE = 200; // entries of a list at a time

/** A list of which one page is drawn: `make(i)` makes an entry, `onDraw` hears of a new page. */
class Pages {
  constructor(name, title, labels, count, make, onDraw) {
    Object.assign(this, { labels, count, make, onDraw, page: -1, entries: [] });
    this.node = el("section", name);
    this.body = el("div", "list", { tabindex: 0, role: "region", "aria-label": title });
    const top = el("div", "top");
    top.append(el("h2", "", {}, title));
    this.node.append(top, this.body);
    if (count > PAGE) {
      this.where = el("span", "where");
      const turn = (by, label, sign) => {
        const made = el(
          "button",
          "side",
          { type: "button", "aria-label": label, title: label },
          sign,
        );
        made.addEventListener("click", () => this.show(this.page + by));
        return made;
      };
      this.earlier = turn(-1, labels.earlier, "‹");
      this.later = turn(1, labels.later, "›");
      const both = el("span", "switch");
      both.append(this.earlier, this.later);
      top.append(this.where, both);
    }
    this.show(0);
  }
  show(page) {
    if (page === this.page) return;
    this.page = page;
    const from = page * PAGE;
    const to = Math.min(from + PAGE, this.count);
    this.entries = Array.from({ length: to - from }, (_, i) => this.make(from + i));
    this.body.replaceChildren(...this.entries);
    this.body.scrollTop = 0;
    if (this.where) {
      const { labels } = this;
      const values = { from: from + 1, to, all: this.count };
      setText(
        this.where,
        labels.page.replace(/\{(\w+)\}/g, (_, name) => values[name].toLocaleString("en")),
      );
      this.earlier.disabled = page === 0;
      this.later.disabled = to === this.count;
    }
    this.onDraw?.();
  }
  /** The entry with this number, if its page is drawn. */
  at(i) {
    return this.entries[i - this.page * PAGE];
  }
  /** Turn to the page of an entry, and scroll the list alone to it, never the page. */
  reach(i) {
    if (i < 0 || i >= this.count) return;
    this.show(Math.floor(i / PAGE));
    const entry = this.at(i);
    const { body } = this;
    const top = entry.offsetTop;
    if (top < body.scrollTop || top + entry.offsetHeight > body.scrollTop + body.clientHeight) {
      body.scrollTop = top - body.clientHeight / 2;
    }
  }
}

export class Ledger {
  constructor(head, go) {
    this.head = head;
    this.made = new Map();
    head.merges.forEach((merge, i) => {
      if (!this.made.has(merge[2])) this.made.set(merge[2], { rank: i + 1, merge });
    });
    this.node = el("div", "ledger");
    this.tree = el("section", "tree");
    this.treeTitle = el("h2", "", {}, head.labels.tree);
    this.treeBody = el("div", "roots", {
      tabindex: 0,
      role: "region",
      "aria-label": head.labels.tree,
    });
    this.tree.append(this.treeTitle, this.treeBody);
    this.step = 0;
    this.size = 0;
    this.newest = -1;
    const { labels, merges, tokens } = head;
    this.merges = new Pages(
      "merges",
      labels.merges,
      labels,
      merges.length,
      (i) => this.row(i, go),
      () => this.markMerge(),
    );
    this.vocab = new Pages(
      "vocab",
      labels.vocabulary,
      labels,
      tokens.length,
      (id) => this.entry(id),
      () => this.markTokens(),
    );
    if (!merges.length) this.merges.body.append(el("p", "nothing", {}, labels.none));
    this.node.append(this.merges.node, this.vocab.node, this.tree);
    this.shown = null;
  }
  row(i, go) {
    const { head } = this;
    const [left, right, token, count] = head.merges[i];
    const row = el("button", "jump", { type: "button" });
    row.append(
      el("span", "rank", {}, i + 1),
      chip(head, left),
      el("span", "sign", {}, "+"),
      chip(head, right),
      el("span", "sign", {}, "→"),
      chip(head, token),
      el("span", "count", {}, count),
    );
    row.addEventListener("click", () => go(i + 1));
    return row;
  }
  entry(id) {
    const entry = el("span", "entry");
    entry.append(el("span", "id", {}, id), chip(this.head, id));
    return entry;
  }
  markMerge() {
    this.now?.classList.remove("now");
    this.now?.removeAttribute("aria-current");
    this.now = this.merges?.at(this.step - 1);
    this.now?.classList.add("now");
    this.now?.setAttribute("aria-current", "step");
  }
  markTokens() {
    this.vocab?.entries.forEach((entry, i) => {
      const id = this.vocab.page * PAGE + i;
      entry.classList.toggle("yet", id >= this.size);
      entry.classList.toggle("newest", id === this.newest);
    });
  }
  draw(record, step) {
    this.step = step;
    this.size = record.size;
    this.newest = record.merge ? record.merge[2] : -1;
    if (step) this.merges.reach(step - 1);
    else {
      this.merges.show(0);
      this.merges.body.scrollTop = 0;
    }
    this.vocab.reach(Math.max(0, this.newest));
    this.markMerge();
    this.markTokens();
    if (!this.kept) this.grow(record.merge ? record.merge[2] : null);
  }
  /** Draw how a token was made; kept: until another is picked. */
  grow(id, kept = false) {
    this.kept = kept;
    if (id === this.shown) return;
    this.shown = id;
    this.treeBody.replaceChildren(
      id === null ? el("p", "nothing", {}, this.head.labels.pick) : this.branch(id),
    );
  }
  branch(id) {
    const node = el("div", "branch");
    const top = el("div", "node");
    top.append(chip(this.head, id));
    node.append(top);
    const made = this.made.get(id);
    if (made) {
      top.append(el("span", "by", {}, this.head.labels.by.replace("{rank}", made.rank)));
      const parts = el("div", "parts");
      parts.append(this.branch(made.merge[0]), this.branch(made.merge[1]));
      node.append(parts);
    }
    return node;
  }
}
