// BPE beside Unigram: the same words and the same text under both, differences marked.
import { Pointing } from "./chips.js";
import { el, setLanguage, setSentence } from "./dom.js";
import { fillWith } from "./table.js";

const kept = new WeakMap();

export function update(component) {
  const { parentElement: root, data } = component;
  const state = kept.get(root) ?? { only: false };
  kept.set(root, state);
  if (!state.style) {
    state.style = el("link", "", {
      rel: "stylesheet",
      href: new URL("stage.css", import.meta.url),
    });
    state.style.onload = () => { state.ready = true; draw(root, state); };
    root.append(state.style);
  }
  state.component = component;
  const key = JSON.stringify(data);
  if (state.ready && key !== state.key) draw(root, state);
  state.key = key;
}

function filled(tag, className, content) {
  const made = el(tag, className);
  fillWith(made, content);
  return made;
}

function link(query, label, text) {
  return el("a", "how-link", { href: query, title: label, target: "_top" }, text);
}

/** A word as one of the two cuts it. */
function cut(className, name, chips) {
  const cell = filled("td", className, chips);
  cell.setAttribute("role", "cell");
  cell.dataset.head = name;
  return cell;
}

function rowOf(data, { word, bpe, unigram, same, links }) {
  const row = el("tr", same ? "row" : "row differs", { role: "row" });
  const how = links.map((query, i) => {
    const cell = el("td", "how", { role: "cell" });
    cell.append(link(query, data[i ? "unigram_steps" : "bpe_steps"], data.steps));
    return cell;
  });
  row.append(
    el("td", "subject", { role: "cell", dir: "auto" }, word), cut("bpe", "BPE", bpe), how[0],
    cut("unigram", "Unigram", unigram), how[1]);
  return row;
}

function draw(root, state) {
  const { data } = state.component;
  const frame = el("div", "stage beside");
  if (data.of) frame.dataset.of = data.of;
  const texts = el("div", "both");
  for (const [name, chips] of data.texts) {
    const line = el("div", "watched");
    line.append(el("span", "label", {}, name), filled("span", "line", chips));
    texts.append(line);
  }
  const told = el("p", "why");
  setSentence(told, data.unknown);
  const summary = el("p", "summary", {}, data.summary);
  const table = el("table", "", { role: "table" });
  const heads = el("tr", "", { role: "row" });
  for (const [kind, label] of data.columns) {
    heads.append(el("th", kind, { role: "columnheader", scope: "col" }, label));
  }
  const top = el("thead", "", { role: "rowgroup" });
  top.append(heads);
  const body = el("tbody", "", { role: "rowgroup" });
  body.append(...data.rows.map((row) => rowOf(data, row)));
  table.append(top, body);
  const scroll = el("div", "scroll", { tabindex: 0, role: "region", "aria-label": data.title });
  const nothing = el("p", "nothing", {}, data.nothing);
  scroll.append(table, nothing);
  const label = el("label", "only");
  const only = el("input", "", { type: "checkbox" });
  only.checked = state.only;
  const filter = () => {
    state.only = only.checked;
    scroll.classList.toggle("only-different", only.checked);
    scroll.classList.toggle("none", only.checked && data.rows.every(({ same }) => same));
  };
  only.addEventListener("change", filter);
  label.append(only, el("span", "", {}, data.only));
  const line = el("div", "top");
  line.append(summary, label);
  if (data.texts.length) frame.append(el("h2", "", {}, data.text), texts, told);
  frame.append(line, scroll);
  for (const words of frame.querySelectorAll(".subject, .bpe, .unigram, .line")) setLanguage(words);
  filter();
  new Pointing(frame, (now) => {
    for (const made of frame.querySelectorAll("[data-id]")) {
      made.classList.toggle("same", now?.id !== undefined && made.dataset.id === now.id);
    }
  });
  state.frame?.remove();
  state.frame = frame;
  root.append(frame);
}

export function unmount({ parentElement }) {
  kept.delete(parentElement);
}
