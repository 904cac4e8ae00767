// The corpus: words keep their places at every step, only the borders between tokens go.
// Two layers lie one upon the other: after the merge (it carries data-step), and before it.
import { chip, rove } from "./chips.js";
import { el, setText } from "./dom.js";

/** What a word looks like at a step: the last of its versions that is not later. */
export function versionAt(versions, step) {
  let at = 0;
  while (at + 1 < versions.length && versions[at + 1][0] <= step) at += 1;
  return versions[at];
}

/** Where the two halves of a merge meet in the new token, as a share of its letters. */
function seam(head, merge) {
  if (!merge) return 0;
  const [left, right] = merge.map((id) => [...head.tokens[id][0]].length);
  return left / (left + right);
}

class Layer {
  constructor(head, className) {
    this.head = head;
    this.node = el("div", `layer ${className}`, { dir: head.dir });
    this.fill(head.words);
  }
  /** Put words in: [token ids, count, kind, places of fresh tokens]. */
  fill(words) {
    this.of = words;
    this.boxes = words.map(([tokens, times, kind, fresh = []]) => {
      const word = el("span", `word ${kind}`, { dir: "auto" });
      const text = el("span", "tokens");
      text.append(
        ...tokens.map((id, i) => chip(this.head, id, fresh.includes(i) ? "token fresh" : "token")),
      );
      word.append(text, el("span", "times", { dir: "ltr" }, times));
      return { word, text, key: "", cells: null };
    });
    this.node.replaceChildren(...this.boxes.map(({ word }) => word));
  }
  /** In scripts whose letters join, a token takes the room of its characters, measured once. */
  measure() {
    for (const box of this.boxes) {
      if (!box.word.classList.contains("joins") || box.cells) continue;
      const size = parseFloat(getComputedStyle(box.text).fontSize);
      const cells = [...box.text.children].map((cell) => cell.getBoundingClientRect());
      if (!cells.length || !cells[0].width) return;
      const gap =
        cells.length > 1
          ? Math.abs(cells[1].left - cells[0].left) -
            (cells[1].left > cells[0].left ? cells[0].width : cells[1].width)
          : 0;
      box.gap = gap / size;
      box.cells = cells.map(({ width }) => width / size);
      box.text.style.width = `${box.text.getBoundingClientRect().width / size + 0.001}em`;
    }
  }
  /** seam: where in a new token, from 0 to 1, its two halves met. */
  draw(words, step, seam = 0) {
    if (this.of !== this.head.words) this.fill(this.head.words);
    this.measure();
    words.forEach((versions, i) => {
      const [since, tokens, fresh = [], lengths] = versionAt(versions, step);
      const box = this.boxes[i];
      const isFresh = seam > 0 && since === step;
      const key = `${since} ${isFresh}`;
      if (box.key === key) return;
      box.key = key;
      const chips = tokens.map((id, place) =>
        chip(this.head, id, isFresh && fresh.includes(place) ? "token fresh" : "token"),
      );
      if (box.cells && lengths) {
        let from = 0;
        chips.forEach((made, place) => {
          const cells = box.cells.slice(from, from + lengths[place]);
          const width = cells.reduce((a, b) => a + b, 0) + box.gap * (cells.length - 1);
          made.style.width = `${Math.floor(width * 1000) / 1000}em`;
          from += lengths[place];
        });
      }
      if (isFresh)
        fresh.forEach((place) => chips[place]?.style.setProperty("--seam", `${100 * seam}%`));
      box.text.replaceChildren(...chips);
    });
  }
  /** Mark the words that a merge changed. */
  mark(words, step) {
    let any = false;
    words.forEach((versions, i) => {
      const changed = step > 0 && versionAt(versions, step)[0] === step;
      this.boxes[i].word.classList.toggle("changed", changed);
      any ||= changed;
    });
    return any;
  }
  /** Mark the places of a pair, neighbours with these two ids, by a class: "lit" or "due". */
  light(pair, name = "lit") {
    const [left, right] = pair?.split(" ") ?? [];
    for (const { text } of this.boxes) {
      const chips = [...text.children];
      chips.forEach((made) => made.classList.remove(name));
      chips.forEach((made, i) => {
        if (pair && made.dataset.id === left && chips[i + 1]?.dataset.id === right) {
          made.classList.add(name);
          chips[i + 1].classList.add(name);
        }
      });
    }
  }
}

export class Corpus {
  constructor(head, onView, onWords) {
    const { labels } = head;
    this.head = head;
    this.onView = onView;
    this.node = el("section", "corpus");
    this.title = el("h2");
    this.words = el("div", `words ${head.scale}`, { tabindex: 0, role: "region" });
    this.after = new Layer(head, "after");
    this.before = new Layer(head, "before");
    this.nothing = el("p", "nothing", {}, labels.nothing);
    this.words.append(this.after.node, this.before.node, this.nothing);
    const top = el("div", "top");
    this.switch = el("div", "switch", { role: "group", "aria-label": labels.layer });
    this.sides = Object.fromEntries(
      ["before", "after"].map((side) => {
        const made = el("button", "side", { type: "button" }, labels[side]);
        made.addEventListener("click", () => this.choose(side === "before", this.view.only));
        this.switch.append(made);
        return [side, made];
      }),
    );
    const only = el("label", "only");
    this.only = el("input", "", { type: "checkbox" });
    this.only.addEventListener("change", () => this.choose(this.view.before, this.only.checked));
    only.append(this.only, el("span", "", {}, labels.only));
    top.append(this.title, only, this.switch);
    this.note = el("p", "note");
    this.notes = head.notes.filter(Boolean).join(" ");
    this.watch = new Watched(head);
    const below = el("div", "below");
    if (head.choice) below.append(this.chooser(onWords));
    below.append(this.note);
    this.node.append(top, this.words, below, this.watch.node);
    this.view = { before: false, only: false };
    this.pair = null;
    rove(this.words, ".after .token");
  }
  /** Which of many words are shown: a choice of three, one of them with a text to look for. */
  chooser(onWords) {
    const { labels, choice } = this.head;
    const select = el("select", "speed", { "aria-label": labels.words, title: labels.words });
    for (const [value, label] of labels.choices) select.append(el("option", "", { value }, label));
    const find = el("input", "jump-to find", {
      type: "search",
      maxlength: 40,
      "aria-label": labels.find,
      placeholder: labels.find,
    });
    const tell = () => {
      find.hidden = select.value !== "find";
      if (find.hidden) onWords({ words: select.value, find: "" });
      else if (find.value) onWords({ words: "find", find: find.value });
      else find.focus();
    };
    [select.value, find.value] = choice;
    find.hidden = select.value !== "find";
    select.addEventListener("change", tell);
    find.addEventListener("change", tell);
    const made = el("span", "chooser");
    made.append(select, find);
    return made;
  }
  /** view: "before": show the corpus before the merge; "changed": only the words it changed. */
  setView(view, tell = true) {
    this.view = { before: view.includes("before"), only: view.includes("changed") };
    this.only.checked = this.view.only;
    this.sides.before.setAttribute("aria-pressed", this.view.before);
    this.sides.after.setAttribute("aria-pressed", !this.view.before);
    this.words.classList.toggle("only-changed", this.view.only);
    if (tell) this.onView(view);
    if (this.block) this.draw(this.record, this.block, this.step);
  }
  choose(before, only) {
    this.setView([before && "before", only && "changed"].filter(Boolean));
  }
  /** While a pair is pointed at, its places are lit in the corpus that was counted. */
  light(pair) {
    if (pair === this.pair) return;
    this.pair = pair;
    if (this.block) this.drawBefore();
  }
  draw(record, block, step) {
    Object.assign(this, { record, block, step });
    const changed = this.view.only && record.changed;
    if (changed)
      this.after.fill(changed.map(([, now, fresh, times, kind]) => [now, times, kind, fresh]));
    else this.after.draw(block.words, step, seam(this.head, record.merge));
    this.after.node.setAttribute("data-step", step);
    this.drawBefore();
    setText(this.note, changed ? (record.hidden ?? "") : this.notes);
    if (changed) {
      for (const { boxes } of [this.after, this.before]) {
        boxes.forEach(({ word }) => word.classList.add("changed"));
      }
      this.words.classList.toggle("none", !changed.length);
    } else if (this.view.only) {
      const any = this.after.mark(block.words, step);
      this.before.mark(block.words, step);
      this.words.classList.toggle("none", !any);
    }
    this.watch.draw(step);
  }
  drawBefore() {
    const { record, block, step } = this;
    const before = (this.view.before || this.pair) && step > 0;
    if (before) {
      if (this.view.only && record.changed) {
        this.before.fill(record.changed.map(([was, , , times, kind]) => [was, times, kind]));
      } else this.before.draw(block.words, step - 1);
      this.before.light(record.merge?.slice(0, 2).join(" "), "due");
    }
    this.words.classList.toggle("shows-before", Boolean(before));
    const pressed = Boolean(before) || this.view.before;
    this.sides.before.setAttribute("aria-pressed", pressed);
    this.sides.after.setAttribute("aria-pressed", !pressed);
    const layer = before ? this.before : this.after;
    if (this.pair || this.wasLit) layer.light(this.pair);
    if (this.wasLit && layer === this.after) this.before.light(null);
    this.wasLit = Boolean(this.pair);
    const title = before ? record.earlier : record.after;
    setText(this.title, title);
    this.words.setAttribute("aria-label", title);
  }
}

/** The watched sentence: the learner's own, as the merges so far cut it. */
class Watched {
  constructor(head) {
    this.head = head;
    this.node = el("div", "watched");
    this.label = el("span", "label", {}, head.labels.watched);
    this.text = el("span", "line", {
      dir: "auto",
      tabindex: 0,
      role: "group",
      "aria-label": head.labels.watched,
    });
    this.count = el("span", "count");
    this.node.append(this.label, this.text, this.count);
    this.versions = [];
    rove(this.text, ".token");
  }
  set(versions, step) {
    if (JSON.stringify(versions) === JSON.stringify(this.versions)) return;
    this.versions = versions;
    this.since = -1;
    this.node.hidden = !versions.length;
    this.draw(step);
  }
  draw(step) {
    if (!this.versions.length || step === undefined) return;
    const [since, tokens, count] = versionAt(this.versions, step);
    if (since === this.since) return;
    this.since = since;
    this.text.replaceChildren(...tokens.map((id) => chip(this.head, id)));
    setText(this.count, count);
  }
}
