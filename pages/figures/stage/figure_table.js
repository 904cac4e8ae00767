// A table of the course's figures: printed, computed, and whether they agree.
import { el, sentenceEl, withoutIsolates } from "../../stage/parts/dom.js";

/** @import { CourseData, FigureData } from "../../stage/records.d.ts" */

const COLUMNS = /** @type {const} */ (["figure", "printed", "computed", "judgment", "link"]);

/**
 * @param {string} verdict
 * @param {CourseData["signs"]} signs
 */
export function verdictSign(verdict, signs) {
  return el("span", `sign ${verdict}`, { "aria-hidden": "true" }, signs[verdict]?.[0]);
}

/**
 * A link to the step that shows a figure.
 * @param {string} href from one of our pages to another
 * @param {string} subject what the step shows, for screen readers
 * @param {CourseData["labels"]} labels
 */
export function stepLink(href, subject, labels) {
  return newTabLink(href, labels.show, subject, labels);
}

/**
 * A link that opens a new tab.
 * @param {string} href
 * @param {string} text
 * @param {string} subject what it opens, for screen readers
 * @param {CourseData["labels"]} labels
 */
export function newTabLink(href, text, subject, labels) {
  const link = el("a", "show", { href, target: "_blank", rel: "noopener" });
  link.setAttribute("aria-label", `${text}: ${withoutIsolates(subject)} (${labels.tab})`);
  link.append(el("span", "", text), el("span", "arrow", { "aria-hidden": "true" }, "↗"));
  return link;
}

/**
 * A value in its parts. Parts that the other side lacks are marked. Tokens and words are quoted from
 * English texts, while prose is in the language of the page.
 * @param {"printed" | "computed"} kind
 * @param {FigureData} figure
 * @param {CourseData["labels"]} labels
 */
function valueCell(kind, figure, labels) {
  const parts = figure[kind];
  /** @type {Record<string, string>} */
  const lang = figure.prose ? {} : { lang: "en" };
  const cell = el("td", `value ${kind}`, { role: "cell" });
  cell.append(el("span", "label", { "aria-hidden": "true" }, labels[kind]));
  const values = el("span", parts.length > 1 ? "parts" : "whole", { translate: "no" });
  if (!parts.length) values.append(el("span", "open", labels.open));
  for (const [text, isMarked] of parts) {
    values.append(el(isMarked ? "mark" : "bdi", "", lang, text), " ");
  }
  cell.append(values);
  return cell;
}

/**
 * The row of a figure, and a row that explains it, if it is wrong.
 * @param {FigureData} figure
 * @param {CourseData} data
 */
function figureRows(figure, { labels, signs }) {
  const { verdict, why, prose } = figure;
  const className = `figure ${verdict}${why ? " explained" : ""}${prose ? " prose" : ""}`;
  const row = el("tr", className, { role: "row", "data-verdict": verdict });
  const subject = sentenceEl("th", "what", figure.what);
  subject.setAttribute("role", "rowheader");
  subject.setAttribute("scope", "row");
  const result = el("span", "result");
  result.append(verdictSign(verdict, signs), el("span", "", signs[verdict][1]));
  row.append(
    subject,
    valueCell("printed", figure, labels),
    valueCell("computed", figure, labels),
    el("td", "judgment", { role: "cell" }, result),
    el("td", "link", { role: "cell" }, stepLink(figure.link, figure.what, labels)),
  );
  if (!why) return [row];
  const cell = el("td", "", { role: "cell", colspan: "5" }, sentenceEl("p", "", why));
  const reason = el("tr", `reason ${verdict}`, { role: "row" }, cell);
  return [row, reason];
}

/**
 * @param {FigureData[]} figures
 * @param {string} name
 * @param {CourseData} data
 */
export function figureTable(figures, name, data) {
  const header = el("tr", "", { role: "row" });
  for (const column of COLUMNS) {
    header.append(el("th", column, { role: "columnheader", scope: "col" }, data.labels[column]));
  }
  const top = el("thead", "", { role: "rowgroup" }, header);
  const body = el("tbody", "", { role: "rowgroup" });
  for (const figure of figures) body.append(...figureRows(figure, data));
  return el("table", "", { role: "table", "aria-label": name }, top, body);
}
