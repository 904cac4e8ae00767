// Tokenizers side by side: the tokens of each text under each of them, with the boundaries marked.

import { panel } from "../../stage/core/panel.js";
import { presentButton } from "../../stage/core/present.js";
import { tokenLink } from "../../stage/core/token_link.js";
import { colorOf } from "../../stage/parts/colors.js";
import { checkbox, el, sentenceEl, setSentence } from "../../stage/parts/dom.js";
import { highlightSameTokens } from "../../stage/parts/pointing.js";

/**
 * @import { ComparedBlock, ComparedRow, ComparedToken, ComparedTokensData } from "../../stage/records.d.ts"
 */

const MAX_BYTES = 24; // that are written out
const SHORT = 24; // tokens of a line that can be larger on a projector

/** @type {WeakMap<Element, { token: ComparedToken, text: string, row: ComparedRow }>} */
const tokens = new WeakMap();

/**
 * The bytes of a part of a text, in hexadecimal. Offsets count characters, not UTF-16 units.
 * @param {string} text
 * @param {number} start
 * @param {number} end
 */
export function bytesOf(text, start, end) {
  const bytes = new TextEncoder().encode([...text].slice(start, end).join(""));
  const shown = [...bytes.slice(0, MAX_BYTES)].map((byte) => byte.toString(16).padStart(2, "0"));
  return shown.join(" ").toUpperCase() + (bytes.length > MAX_BYTES ? " …" : "");
}

/**
 * What the page says about a token.
 * @param {ComparedToken} token
 * @param {string} text the text that it is from
 * @param {ComparedTokensData["labels"]} labels
 */
export function describeToken([spelled, , look, id, start, end], text, labels) {
  const sentence = look === "unknown" && id === null ? labels.unknown : labels.token;
  /** @type {Record<string, string>} */
  const values = {
    token: `\u2068${spelled}\u2069`,
    id: String(id),
    where: `${start}–${end}`,
    bytes: bytesOf(text, start, end),
  };
  return sentence.replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

/**
 * A line of tokens. Its marks are hidden from screen readers; the sentences say what they show.
 * @param {ComparedRow} row
 * @param {ComparedBlock} block
 */
function lineOf(row, block) {
  const line = el("div", "line", {
    dir: block.dir,
    role: "group",
    tabindex: 0,
    "aria-label": row.name,
    translate: "no",
  });
  if (block.lang) line.lang = block.lang;
  for (const [i, token] of row.chips.entries()) {
    const [spelled, color, look, , start, , covered, mark] = token;
    const space = i && start > row.chips[i - 1][5] ? " after-space" : ""; // which no token has
    if (mark) line.append(el("span", `boundary ${mark}${space}`, { "aria-hidden": "true" }));
    const node = el("span", `token ${look} ${colorOf(color)}`, { "data-id": covered });
    node.append(el("span", "glyphs", spelled));
    tokens.set(node, { token, text: block.text, row });
    line.append(node);
  }
  if (row.rest) line.append(el("span", "rest", row.rest));
  line.addEventListener("keydown", (event) => moveFocus(line, event));
  return line;
}

/**
 * Left, Right, Home and End move the focus among the tokens of a line.
 * @param {HTMLElement} line
 * @param {KeyboardEvent} event
 */
function moveFocus(line, event) {
  const all = /** @type {HTMLElement[]} */ ([...line.querySelectorAll(".token")]);
  const root = /** @type {Document | ShadowRoot} */ (line.getRootNode());
  const at = all.indexOf(/** @type {HTMLElement} */ (root.activeElement));
  const sign = line.dir === "rtl" ? -1 : 1;
  /** @type {Record<string, number>} */
  const targets = { ArrowRight: at + sign, ArrowLeft: at - sign, Home: 0, End: all.length - 1 };
  const target = targets[event.key];
  if (target === undefined || event.altKey || event.ctrlKey || event.metaKey || !all.length) return;
  const next = all[Math.max(0, Math.min(all.length - 1, target))];
  next.tabIndex = -1;
  next.focus();
  event.preventDefault();
}

/**
 * A text with a line for each tokenizer.
 * @param {ComparedBlock} block
 */
function blockOf(block) {
  const node = el("section", "block");
  if (block.name) {
    const title = el("div", "about flow", el("h3", "", block.name));
    /** @type {Record<string, string>} */
    const lang = block.lang ? { lang: block.lang } : {};
    title.append(el("p", "text", { dir: block.dir, ...lang }, block.shown));
    node.append(title);
  }
  for (const row of block.rows) {
    const label = el(
      "p",
      "label flow",
      el("span", "name", row.name),
      el("span", "count", row.count),
    );
    node.append(el("div", "tokenizer", label, lineOf(row, block)));
  }
  if (block.note) node.append(el("p", "note", block.note));
  return node;
}

/**
 * What the marks mean.
 * @param {ComparedTokensData["labels"]} labels
 */
function legendOf(labels) {
  const parts = /** @type {const} */ (["agreed", "lone"]).map((mark) => {
    const boundary = el("span", `boundary ${mark}`, { "aria-hidden": "true" });
    return el("span", "part", boundary, ` ${labels[mark]}`);
  });
  const space = labels.space ? [sentenceEl("span", "part", labels.space)] : [];
  return el("p", "legend flow", ...parts, ...space);
}

/**
 * @param {ComparedTokensData} data
 * @param {{ isSpelled?: boolean }} state isSpelled: whether tokens show the text that they cover
 */
export function draw(data, state) {
  const { labels } = data;
  const frame = el("div", "stage tokenizers");
  const isSpelled = state.isSpelled ?? data.is_spelled;
  const { box: spell, label } = checkbox(labels.spell, isSpelled, (isChecked) => {
    state.isSpelled = isChecked;
    write();
  });
  const top = el("div", "top", el("h2", "", data.title), label, presentButton(data.present));
  const isTouch = matchMedia("(hover: none)").matches;
  const hint = isTouch ? labels.hint_touch : labels.hint;
  const details = sentenceEl("p", "details", hint);
  details.setAttribute("role", "status");
  frame.append(top, el("p", "summary", data.summary), sentenceEl("p", "first-hint", hint));
  if (data.has_marks) frame.append(legendOf(labels));
  const lines = data.blocks.flatMap((block) => block.rows);
  const most = Math.max(...lines.map((line) => line.chips.length));
  frame.classList.toggle("short", lines.length <= 3 && most <= SHORT);
  const blocks = el("div", "blocks", ...data.blocks.map(blockOf));
  if (data.hidden) blocks.append(el("p", "note", data.hidden));
  frame.append(blocks);
  frame.append(details);
  const write = () => {
    for (const node of frame.querySelectorAll(".line .token")) {
      const token = tokens.get(node)?.token;
      const glyphs = node.querySelector(".glyphs");
      if (token && glyphs) glyphs.textContent = spell.checked ? token[6] : token[0];
    }
  };
  if (spell.checked) write();
  /** @type {HTMLElement | null} */
  let link = null;
  const pointing = highlightSameTokens(frame, () => {
    const element = pointing?.currentElement;
    const found = element && tokens.get(element);
    setSentence(details, found ? describeToken(found.token, found.text, labels) : hint);
    const isPinned = found && pointing.current === pointing.pinned;
    link?.remove();
    link = isPinned ? tokenLink(labels.inspect, found.token[3], found.row.inspected) : null;
    if (link) details.append(" ", link);
    details.classList.toggle("is-about-token", Boolean(found));
    if (found && isTouch) element.scrollIntoView({ block: "nearest" });
  });
  pointing.pinsEachPlace = true;
  return frame;
}

export const { update, unmount } = panel(draw, ["stage.css", "tokenizers.css"]);
