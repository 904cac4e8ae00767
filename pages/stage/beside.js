// BPE beside Unigram: the same words and the same text under both, differences marked.
import { lightSame } from "./chips.js";
import { el, said } from "./dom.js";
import { panel } from "./panel.js";
import { fillWith } from "./table.js";

function filled(tag, className, content) {
  const made = el(tag, className);
  fillWith(made, content);
  return made;
}

function link(query, label, text) {
  return el("a", "how-link", { href: query, title: label, target: "_top" }, text);
}

function rowOf(data, { word, bpe, unigram, same, links }) {
  const row = el("tr", same ? "row" : "row differs");
  const how = links.map((query, i) => {
    const cell = el("td", "how");
    cell.append(link(query, data[i ? "unigram_steps" : "bpe_steps"], data.steps));
    return cell;
  });
  row.append(
    el("td", "subject", {}, word), filled("td", "bpe", bpe), how[0],
    filled("td", "unigram", unigram), how[1]);
  return row;
}

export const { update, unmount } = panel((data, state) => {
  const frame = el("div", "stage beside");
  const texts = el("div", "both");
  for (const [name, chips] of data.texts) {
    const line = el("div", "watched");
    line.append(el("span", "label", {}, name), filled("span", "line", chips));
    texts.append(line);
  }
  const summary = el("p", "summary", {}, data.summary);
  const table = el("table");
  const heads = el("tr");
  for (const [kind, label] of data.columns) heads.append(el("th", kind, { scope: "col" }, label));
  const top = el("thead");
  top.append(heads);
  const body = el("tbody");
  body.append(...data.rows.map((row) => rowOf(data, row)));
  table.append(top, body);
  const scroll = el("div", "scroll", { tabindex: 0, role: "region", "aria-label": data.title });
  const nothing = el("p", "nothing", {}, data.nothing);
  scroll.append(table, nothing);
  const label = el("label", "only");
  const only = el("input", "", { type: "checkbox" });
  only.checked = state.only ?? false;
  const filter = () => {
    state.only = only.checked;
    scroll.classList.toggle("only-different", only.checked);
    scroll.classList.toggle("none", only.checked && data.rows.every(({ same }) => same));
  };
  only.addEventListener("change", filter);
  label.append(only, el("span", "", {}, data.only));
  const line = el("div", "top");
  line.append(summary, label);
  if (data.texts.length) frame.append(el("h2", "", {}, data.text), texts, said("p", "why", data.unknown));
  frame.append(line, scroll);
  filter();
  lightSame(frame);
  return frame;
});
