// Practice: a question with what it shows, what is said of an answer, how far a round is, its review.
import { el, said, setLanguage } from "./dom.js";
import { panel } from "./panel.js";

/** A token as a chip; a button if a click puts the token into an answer. raw: if it differs from the text. */
function chip([text, tint, raw = text], put) {
  const made = el(put ? "button" : "span", `token tint${tint}`, put ? { type: "button" } : {});
  made.append(el("span", "glyphs", {}, text));
  if (put) made.addEventListener("click", () => put(raw));
  return made;
}

/** A cell or item: a sentence, or chips. put: what a click on a token does, if anything. */
function filled(tag, className, content, put) {
  if (typeof content === "string") return said(tag, className, content);
  const node = el(tag, className);
  const chips = el("span", "tokens");
  chips.append(...content.map((each) => chip(each, put)));
  node.append(chips);
  return node;
}

const SIGNS = { right: "✓", wrong: "✕", skipped: "–" };

function progress({ here, at, states, score }) {
  const list = el("ol", "dots");
  states.forEach(([state, name], i) => {
    const item = el("li", `dot ${state}${i === at ? " here" : ""}`, {
      "aria-label": `${i + 1}: ${name}`,
    });
    item.append(el("span", "", { "aria-hidden": "true" }, SIGNS[state] ?? `${i + 1}`));
    if (i === at) item.setAttribute("aria-current", "step");
    list.append(item);
  });
  return [el("span", "now", {}, here), list, el("span", "score", {}, score)];
}

/**
 * An answer with one more token at its end.
 * join: what separates two tokens; "+" is for a pair, and a token after a whole pair begins a new one.
 */
export function withToken(answer, token, join) {
  if (!answer.trim() || (join === "+" && /\S[+\s]+\S/.test(answer))) return token;
  const separated = answer.length > 1 && answer.endsWith(join);
  return separated ? answer + token : answer + join + token;
}

/** Put a token into the field for the answer, as if it were typed. */
function put(token, { key, join }) {
  const input = document.querySelector(`.st-key-${key} :is(input, textarea)`);
  if (!input) return;
  // React keeps its own value of a field: it hears only of one that is set past it.
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), "value");
  set.call(input, withToken(input.value, token, join));
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Choose a row of a table of choices. */
function choose(row, { key }) {
  document.querySelectorAll(`.st-key-${key} input[type=radio]`)[row]?.click();
}

const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** Make the buttons of a box one stop for Tab; the arrows, Home and End go from one to another. */
function oneStop(box, dir) {
  const buttons = [...box.querySelectorAll("button")];
  for (const button of buttons.slice(1)) button.tabIndex = -1;
  box.addEventListener("keydown", (event) => {
    const at = buttons.indexOf(event.target.closest("button"));
    if (at < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    const back = dir === "rtl" && event.key.match(/Left|Right/) ? -1 : 1;
    const ends = { Home: 0, End: buttons.length - 1 };
    const next = ends[event.key] ?? at + (STEPS[event.key] ?? 0) * back;
    if (!(event.key in ends) && !(event.key in STEPS)) return;
    event.preventDefault();
    buttons[at].tabIndex = -1;
    const chosen = buttons[Math.max(0, Math.min(next, buttons.length - 1))];
    chosen.tabIndex = 0;
    chosen.focus();
  });
  box.addEventListener("click", (event) => {
    const clicked = event.target.closest("button");
    if (clicked) for (const button of buttons) button.tabIndex = button === clicked ? 0 : -1;
  });
}

function question({ kind, prompt, facts, field }) {
  return [
    ...(kind ? [el("p", "kind", {}, kind)] : []),
    said("h2", "prompt", prompt),
    ...facts.map((each) => {
      const box = fact(each, field);
      if (field) oneStop(box, each.dir);
      return box;
    }),
  ];
}

/** The letter of a choice, as a button if it can be chosen. */
function letter(i, onClick) {
  const name = String.fromCharCode(65 + i);
  const head = el("th", "letter", { scope: "row" }, onClick ? "" : name);
  if (!onClick) return head;
  const button = el("button", "pick", { type: "button" }, name);
  button.addEventListener("click", onClick);
  head.append(button);
  return head;
}

/** What a question shows: words, or a table. field: where the answer goes, if tokens can be clicked. */
function fact({ title, kind, columns, rows, dir }, field) {
  const box = el("section", `fact of-${kind}`);
  const putToken = field && ((token) => put(token, field));
  box.append(said("h3", "", title));
  if (kind === "words") {
    const list = el("ul", "listed", { dir });
    for (const [tokens, count] of rows) {
      const item = filled("li", "", tokens, putToken);
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
    const chooseRow = field && (() => choose(i, field));
    if (kind === "choice") line.append(letter(i, chooseRow));
    line.append(
      ...row.map((content) => filled("td", "", content, kind === "choice" ? chooseRow : putToken)),
    );
    body.append(line);
  });
  table.append(body);
  const scroll = el("div", "wide", {
    tabindex: 0,
    role: "group",
    "aria-label": title.replace(/[\u2068\u2069]/g, ""),
  });
  scroll.append(table);
  box.append(scroll);
  return box;
}

function verdict(data) {
  const box = el("section", `card ${data.state}`, { role: "status" });
  const head = el("p", "says");
  head.append(
    el("span", "sign", { "aria-hidden": "true" }, SIGNS[data.state]),
    el("b", "", {}, data.title),
  );
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
      el("b", "", {}, `${item.number}. ${item.title}`),
      el("span", "kind", {}, item.kind),
    );
    box.append(head, said("p", "prompt", item.prompt), ...told(item));
    list.append(box);
  }
  return [el("p", "total", {}, score), list];
}

const PARTS = { progress, question, verdict, review };

export const { update, unmount } = panel(
  (data) => {
    const frame = el("div", `stage practice ${data.part}`, { lang: data.lang });
    if (data.of) frame.dataset.of = data.of;
    frame.append(...PARTS[data.part](data));
    for (const text of frame.querySelectorAll(".tokens, .quote")) setLanguage(text);
    return frame;
  },
  ["stage.css", "rooms.css", "practice.css"],
);
