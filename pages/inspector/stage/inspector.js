// The inspector: the steps of a tokenizer with the text after each, lists of tokens, and trees.

import { panel } from "../../stage/core/panel.js";
import { presentButton } from "../../stage/core/present.js";
import { chip, setContent } from "../../stage/parts/chips.js";
import { colorOf } from "../../stage/parts/colors.js";
import { buttonEl, el } from "../../stage/parts/dom.js";

/**
 * @import { InspectedPart, InspectedStage, InspectedStages, InspectedTree, InspectorData, TableFile, TokenList } from "../../stage/records.d.ts"
 * @import { Component } from "../../stage/types.d.ts"
 */

/** @typedef {(id: number) => void} Pick */

const OK = 200;
const BUSY = 503;
const MOST_TRIES = 4;

/**
 * A token with its id, which opens it.
 * @param {InspectedPart} part
 * @param {Pick} pick
 */
function numbered([data, id], pick) {
  const parts = [chip(data), el("span", "id", id)];
  if (!/^\d+$/.test(id)) return el("span", "numbered", ...parts);
  const button = el("button", "pick numbered", { type: "button" }, ...parts);
  button.addEventListener("click", () => pick(Number(id)));
  return button;
}

/**
 * A step: its name, its pattern, and the text after it.
 * @param {InspectedStage} stage
 * @param {string} empty
 * @param {Pick} pick
 */
function stageOf(stage, empty, pick) {
  const about = el("div", "about", el("h3", "", stage.title));
  if (stage.badge) about.append(el("span", "badge", stage.badge));
  if (stage.detail) about.append(el("code", "how", stage.detail));
  const line = el("div", "line", { dir: "auto", translate: "no" });
  for (const part of stage.parts) line.append(part[1] ? numbered(part, pick) : chip(part[0]));
  if (!stage.parts.length) line.append(el("span", "quiet", empty));
  if (stage.more) line.append(el("span", "quiet", `… ${stage.more}`));
  const patterns = el("div", "patterns");
  for (const [source, number] of stage.patterns) {
    patterns.append(el("code", `token ${colorOf(number)}`, { translate: "no" }, source));
  }
  const text = el("div", "text", stage.patterns.length ? patterns : null, line);
  return el("li", stage.badge ? "step changed" : "step", about, text);
}

/**
 * @param {InspectedStages} data
 * @param {Pick} pick
 */
function stagesOf({ title, present, stages, empty }, pick) {
  const list = el("ol", "steps", ...stages.map((each) => stageOf(each, empty, pick)));
  const top = el("div", "top", el("h2", "", title), present ? presentButton(present) : null);
  return el("section", "", top, list);
}

/**
 * Wait until the server has made a file, which it then remembers. The status of its last answer; 0
 * without one.
 * @param {string} href
 */
async function makeFile(href) {
  for (let tries = 1; ; tries += 1) {
    const answer = await fetch(href).catch(() => null);
    if (answer?.status !== BUSY || tries === MOST_TRIES) return answer?.status ?? 0;
    const seconds = Number(answer.headers.get("Retry-After"));
    await new Promise((done) => setTimeout(done, 1000 * seconds));
  }
}

/**
 * A link to a file. A browser says of a download only that it failed, so the file is made first.
 * @param {TableFile} file
 */
function linkTo([label, address, waiting, busy, failed]) {
  const { href } = new URL(address, import.meta.url);
  // An error must not replace the page, hence `download`.
  const link = el("a", "button download", { href, download: "" }, label);
  const reason = el("span", "quiet", { role: "status" });
  link.addEventListener("click", async (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (reason.textContent === waiting) return;
    reason.textContent = waiting;
    const status = await makeFile(href);
    reason.textContent = status === OK ? "" : status === BUSY ? busy : failed;
    if (status === OK) el("a", "", { href, download: "" }).click();
  });
  return el("p", "downloads flow", link, reason);
}

/**
 * A table of tokens. A press on a row's id opens its token.
 * @param {TokenList} data
 * @param {Pick} pick
 */
function tokensOf({ title, heads, rows, open, note, file }, pick) {
  const head = heads.map(([name, text]) => el("th", name, { scope: "col" }, text));
  const body = el("tbody");
  for (const [cells, id] of rows) {
    const row = el("tr", "row");
    cells.forEach((content, i) => {
      const cell = el("td", heads[i][0], { "data-head": heads[i][1] });
      const opens = id !== null && heads[i][0] === "id" && content === String(id);
      if (opens) {
        const label = open.replace("{id}", String(id));
        cell.append(buttonEl("pick", String(content), () => pick(id), { "aria-label": label }));
      } else setContent(cell, content);
      row.append(cell);
    });
    body.append(row);
  }
  const table = el("table", "", el("thead", "", el("tr", "", ...head)), body);
  const scroll = el("div", "scroll", { tabindex: 0, role: "region", "aria-label": title }, table);
  const links = file && linkTo(file);
  return el("section", "listed tabular", el("h2", "", title), scroll, el("p", "note", note), links);
}

/**
 * @param {InspectedTree} data
 * @param {Pick} pick
 */
function treeOf({ title, facts, nodes, note }, pick) {
  const list = el("dl", "facts");
  for (const [name, value] of facts) {
    list.append(el("dt", "", name), el("dd", "", { translate: "no", dir: "auto" }, value));
  }
  const tree = el("ul", "nodes");
  for (const [depth, data, about, id] of nodes) {
    const item = el("li", "", chip(data), el("span", "quiet", about));
    item.style.setProperty("--depth", String(depth));
    if (id !== null && depth) {
      const button = buttonEl("pick", item.firstElementChild ?? "", () => pick(id));
      item.prepend(button);
    }
    tree.append(item);
  }
  return el("section", "opened", el("h2", "", title), list, tree, el("p", "note", note));
}

/** @type {WeakMap<Node, Component<InspectorData>["setTriggerValue"]>} by the element of a component */
const senders = new WeakMap();

/**
 * @param {InspectorData} data
 */
export function draw(data) {
  const frame = el("div", "stage inspector");
  /** @type {Pick} */
  const pick = (id) => {
    const root = frame.parentNode;
    const send = root && senders.get(root);
    if (send) send("pick", id);
  };
  if (data.stages) frame.append(stagesOf(data.stages, pick));
  if (data.tokens) frame.append(tokensOf(data.tokens, pick));
  if (data.tree) frame.append(treeOf(data.tree, pick));
  return frame;
}

/**
 * Draw, and bring another token into view: a link to it opens the page at its top, and a long list
 * reaches far below it.
 * @param {InspectorData} data
 * @param {{ shown?: string }} state shown: the title of the token that is open
 */
function drawInView(data, state) {
  const frame = draw(data);
  const isNew = data.tree !== null && data.tree.title !== state.shown;
  state.shown = data.tree?.title;
  if (isNew) requestAnimationFrame(() => frame.scrollIntoView({ block: "nearest" }));
  return frame;
}

const drawn = panel(drawInView, ["stage.css", "inspector.css"]);

/** @param {Component<InspectorData>} component */
export function update(component) {
  senders.set(component.parentElement, component.setTriggerValue);
  return drawn.update(component);
}

export const { unmount } = drawn;
