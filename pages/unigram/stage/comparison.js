// BPE next to Unigram: the same words and the same text under both, with differences marked.

import { panel } from "../../stage/core/panel.js";
import { presentButton } from "../../stage/core/present.js";
import { setContent } from "../../stage/parts/chips.js";
import { checkbox, el, sentenceEl, setLanguage } from "../../stage/parts/dom.js";
import { highlightSameTokens } from "../../stage/parts/pointing.js";

/**
 * @import { ComparisonData, ComparisonGroup, ComparisonRow, Content } from "../../stage/records.d.ts"
 */

const FEW = 20; // words that are shown without scrolling

/**
 * A cell with the segmentation of a word.
 * @param {string} className
 * @param {string} method
 * @param {Content} chips
 */
function segmentationCell(className, method, chips) {
  return setContent(el("td", className, { role: "cell", "data-head": method }), chips);
}

/**
 * A cell with a link to the steps of a method.
 * @param {string} href
 * @param {string} title
 * @param {string} text
 */
function linkCell(href, title, text) {
  const cell = el("td", "steps-cell", { role: "cell" });
  if (href) cell.append(el("a", "steps-link", { href, title, target: "_top" }, text));
  return cell;
}

/**
 * @param {ComparisonData} data
 * @param {ComparisonRow} row
 */
function rowOf(data, { word, bpe, unigram, kind, why, links }) {
  const row = el("tr", kind === "same" ? "row" : "row differs", { role: "row" });
  const heads = Object.fromEntries(data.columns);
  row.append(
    el("td", "subject", { role: "cell", dir: "auto" }, word),
    segmentationCell("bpe", heads.bpe, bpe),
    linkCell(links[0], data.bpe_steps, data.steps),
    segmentationCell("unigram", heads.unigram, unigram),
    linkCell(links[1], data.unigram_steps, data.steps),
    sentenceEl("td", "kind", why),
  );
  row.lastElementChild?.setAttribute("role", "cell");
  return row;
}

/**
 * Words that differ for the same kind of reason, below a line that says it.
 * @param {ComparisonData} data
 * @param {ComparisonGroup} group
 */
function groupOf(data, [kind, title, why]) {
  const attributes = { role: "rowheader", scope: "rowgroup", colspan: data.columns.length };
  const head = el("th", "", attributes, el("b", "", title), " ", el("span", "", why));
  const rows = data.rows.filter((row) => row.kind === kind).map((row) => rowOf(data, row));
  const line = el("tr", "group", { role: "row" }, head);
  return el("tbody", kind, { role: "rowgroup" }, line, ...rows);
}

/** @param {ComparisonData} data */
function wordTable(data) {
  const header = el("tr", "", { role: "row" });
  for (const [className, title] of data.columns) {
    header.append(el("th", className, { role: "columnheader", scope: "col" }, title));
  }
  const groups = data.groups.map((group) => groupOf(data, group));
  const head = el("thead", "", { role: "rowgroup" }, header);
  return el("table", "", { role: "table" }, head, ...groups);
}

/**
 * The watched text under both methods.
 * @param {ComparisonData} data
 */
function watchedText(data) {
  const node = el("div", "watched-texts stack");
  for (const [method, chips, starts] of data.texts) {
    const tokens = setContent(el("span", "line"), chips);
    for (const i of starts) tokens.children[i].classList.add("word-start");
    node.append(el("div", "watched", el("span", "label", {}, method), tokens));
  }
  return node;
}

/**
 * @param {ComparisonData & { text_lang: string }} data
 * @param {{ only?: boolean }} state only: whether only words that differ are shown
 */
export function draw(data, state) {
  const frame = el("div", "stage comparison");
  if (data.text_lang) frame.dataset.textLang = data.text_lang;
  const scroll = el("div", "scroll", { tabindex: 0, role: "region", "aria-label": data.title });
  scroll.append(wordTable(data), el("p", "nothing", {}, data.nothing));
  const filter = () => {
    state.only = only.checked;
    scroll.classList.toggle("only-different", only.checked);
    scroll.classList.toggle("none", only.checked && data.rows.every(({ kind }) => kind === "same"));
  };
  const { box: only, label } = checkbox(data.only, state.only ?? false, filter);
  const line = el("div", "top");
  line.append(el("p", "summary", {}, data.summary), label, presentButton(data.present));
  const watched = [];
  if (data.texts.length) {
    const title = el("h2", "", {}, data.text);
    watched.push(title, watchedText(data), sentenceEl("p", "why", data.unknown));
  }
  scroll.classList.toggle("few", data.rows.length <= FEW);
  frame.append(...(data.is_text ? [...watched, line, scroll] : [line, scroll, ...watched]));
  frame.classList.toggle("of-corpus", !data.is_text);
  const texts = /** @type {NodeListOf<HTMLElement>} */ (
    frame.querySelectorAll(".subject, .bpe, .unigram, .line")
  );
  for (const text of texts) setLanguage(text);
  filter();
  highlightSameTokens(frame);
  return frame;
}

export const { update, unmount } = panel(draw, ["stage.css", "unigram.css"]);
