// Practice: a question with what it shows, what is said of an answer, how far a round is, its review.
import { el, said, setLanguage } from "./dom.js";
import { panel } from "./panel.js";

/** A token as a chip. */
function chip([text, tint]) {
  const made = el("span", `token tint${tint}`);
  made.append(el("span", "glyphs", {}, text));
  return made;
}

function filled(tag, className, content) {
  if (typeof content === "string") return said(tag, className, content);
  const node = el(tag, className);
  const chips = el("span", "tokens");
  chips.append(...content.map(chip));
  node.append(chips);
  return node;
}

const SIGNS = { right: "✓", wrong: "✕", skipped: "–" };

function progress({ here, at, states, score }) {
  const list = el("ol", "dots");
  states.forEach(([state, name], i) => {
    const item = el("li", `dot ${state}${i === at ? " here" : ""}`, { "aria-label": `${i + 1}: ${name}` });
    item.append(el("span", "", { "aria-hidden": "true" }, SIGNS[state] ?? `${i + 1}`));
    if (i === at) item.setAttribute("aria-current", "step");
    list.append(item);
  });
  return [el("span", "now", {}, here), list, el("span", "score", {}, score)];
}

function question({ kind, prompt, facts }) {
  return [...(kind ? [el("p", "kind", {}, kind)] : []), said("h2", "prompt", prompt), ...facts.map((each) => fact(each))];
}

function fact({ title, kind, columns, rows, dir }) {
  const box = el("section", `fact of-${kind}`);
  box.append(said("h3", "", title));
  if (kind === "words") {
    const list = el("ul", "listed", { dir });
    for (const [tokens, count] of rows) {
      const item = filled("li", "", tokens);
      item.append(el("span", "times", {}, `× ${count}`));
      list.append(item);
    }
    box.append(list);
    return box;
  }
  const table = el("table");
  if (columns.length) {
    const top = el("thead");
    const heads = el("tr");
    if (kind === "choice") heads.append(el("td", "letter"));
    for (const name of columns) heads.append(el("th", "", { scope: "col" }, name));
    top.append(heads);
    table.append(top);
  }
  const body = el("tbody");
  rows.forEach((row, i) => {
    const line = el("tr");
    if (kind === "choice") line.append(el("th", "letter", { scope: "row" }, String.fromCharCode(65 + i)));
    line.append(...row.map((content) => filled("td", "", content)));
    body.append(line);
  });
  table.append(body);
  const scroll = el("div", "wide", { tabindex: 0, role: "group", "aria-label": title.replace(/[\u2068\u2069]/g, "") });
  scroll.append(table);
  box.append(scroll);
  return box;
}

function verdict(data) {
  const box = el("section", `card ${data.state}`, { role: "status" });
  const head = el("p", "says");
  head.append(el("span", "sign", { "aria-hidden": "true" }, SIGNS[data.state]), el("b", "", {}, data.title));
  box.append(head, ...told(data));
  return [box];
}

function told({ answer, lines, link }) {
  const parts = [];
  if (answer.length) {
    const pairs = el("dl", "answers");
    for (const [name, text] of answer) pairs.append(el("dt", "", {}, name), said("dd", "", text));
    parts.push(pairs);
  }
  parts.push(...lines.map((line) => said("p", "because", line)));
  const [text, href] = link;
  parts.push(el("a", "where", { href, target: "_blank", rel: "noopener" }, `${text} →`));
  return parts;
}

function review({ score, items }) {
  const list = el("ol", "items");
  for (const item of items) {
    const box = el("li", `card ${item.state}`);
    const head = el("p", "says");
    head.append(
      el("span", "sign", { "aria-hidden": "true" }, SIGNS[item.state]),
      el("b", "", {}, `${item.number}. ${item.title}`), el("span", "kind", {}, item.kind));
    box.append(head, said("p", "prompt", item.prompt), ...told(item));
    list.append(box);
  }
  return [el("p", "total", {}, score), list];
}

const PARTS = { progress, question, verdict, review };

export const { update, unmount } = panel((data) => {
  const frame = el("div", `stage practice ${data.part}`, { lang: data.lang });
  if (data.of) frame.dataset.of = data.of;
  frame.append(...PARTS[data.part](data));
  for (const text of frame.querySelectorAll(".tokens, .quote")) setLanguage(text);
  return frame;
}, ["stage.css", "rooms.css", "practice.css"]);
