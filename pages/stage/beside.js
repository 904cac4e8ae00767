// BPE beside Unigram: the same words and the same text under both, differences marked.
import { lightSame } from "./chips.js";
import { el, said, setLanguage } from "./dom.js";
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
    el("td", "subject", { role: "cell", dir: "auto" }, word),
    cut("bpe", "BPE", bpe),
    how[0],
    cut("unigram", "Unigram", unigram),
    how[1],
  );
  return row;
}

export const { update, unmount } = panel(
  (data, state) => {
    const frame = el("div", "stage beside");
    if (data.of) frame.dataset.of = data.of;
    const texts = el("div", "both");
    for (const [name, chips] of data.texts) {
      const line = el("div", "watched");
      line.append(el("span", "label", {}, name), filled("span", "line", chips));
      texts.append(line);
    }
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
    if (data.texts.length)
      frame.append(el("h2", "", {}, data.text), texts, said("p", "why", data.unknown));
    frame.append(line, scroll);
    for (const words of frame.querySelectorAll(".subject, .bpe, .unigram, .line"))
      setLanguage(words);
    filter();
    lightSame(frame);
    return frame;
  },
  ["stage.css", "unigram.css", "rooms.css"],
);
