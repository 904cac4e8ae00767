// Below the fold: the list of merges, the vocabulary with ids, and how a token was made.
import { chip } from "./chips.js";
import { el, setText } from "./dom.js";

export class Ledger {
  constructor(head, go) {
    this.head = head;
    this.made = new Map();
    head.merges.forEach((merge, i) => {
      if (!this.made.has(merge[2])) this.made.set(merge[2], { rank: i + 1, merge });
    });
    this.node = el("div", "ledger");
    this.merges = this.list("merges", head.labels.merges);
    this.vocab = this.list("vocab", head.labels.vocabulary);
    this.tree = el("section", "tree");
    this.treeTitle = el("h2", "", {}, head.labels.tree);
    this.treeBody = el("div", "roots", { tabindex: 0, role: "region", "aria-label": head.labels.tree });
    this.tree.append(this.treeTitle, this.treeBody);
    this.node.append(this.merges.node, this.vocab.node, this.tree);
    this.rows = head.merges.map(([left, right, token, count], i) => {
      const row = el("button", "jump", { type: "button" });
      row.append(
        el("span", "rank", {}, i + 1), chip(head, left), el("span", "sign", {}, "+"),
        chip(head, right), el("span", "sign", {}, "→"), chip(head, token),
        el("span", "count", {}, count));
      row.addEventListener("click", () => go(i + 1));
      this.merges.body.append(row);
      return row;
    });
    if (!this.rows.length) this.merges.body.append(el("p", "nothing", {}, head.labels.none));
    this.entries = head.tokens.map((token, id) => {
      const entry = el("span", "entry");
      entry.append(el("span", "id", {}, id), chip(head, id));
      this.vocab.body.append(entry);
      return entry;
    });
    this.size = -1;
    this.shown = null;
  }
  list(name, title) {
    const node = el("section", name);
    const body = el("div", "list", { tabindex: 0, role: "region", "aria-label": title });
    node.append(el("h2", "", {}, title), body);
    return { node, body };
  }
  draw(record, step) {
    this.rows[this.step - 1]?.classList.remove("now");
    this.rows[this.step - 1]?.removeAttribute("aria-current");
    const row = this.rows[step - 1];
    if (row) {
      row.classList.add("now");
      row.setAttribute("aria-current", "step");
      this.follow(this.merges.body, row);
    } else {
      this.merges.body.scrollTop = 0;
    }
    this.step = step;
    const { size } = record;
    const [from, to] = this.size < 0 ? [0, this.entries.length] : [this.size, size].sort((a, b) => a - b);
    for (let id = from; id < to; id += 1) this.entries[id].classList.toggle("yet", id >= size);
    this.size = size;
    this.newest?.classList.remove("newest");
    this.newest = record.merge ? this.entries[record.merge[2]] : null;
    this.newest?.classList.add("newest");
    this.follow(this.vocab.body, this.newest ?? this.entries[0]);
    if (record.merge && !this.kept) this.grow(record.merge[2]);
    if (!record.merge && !this.kept) this.grow(null);
  }
  follow(list, row) { // scroll the list alone, never the page
    if (!row) return;
    const top = row.offsetTop;
    if (top < list.scrollTop || top + row.offsetHeight > list.scrollTop + list.clientHeight) {
      list.scrollTop = top - list.clientHeight / 2;
    }
  }
  /** Draw how a token was made; kept: until another is picked. */
  grow(id, kept = false) {
    this.kept = kept;
    if (id === this.shown) return;
    this.shown = id;
    this.treeBody.replaceChildren(id === null
      ? el("p", "nothing", {}, this.head.labels.pick) : this.branch(id));
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
