// The result of the course on one page of paper. It is made in the browser and sent nowhere.
import { progress } from "../../stage/core/guide_progress.js";
import { loadStyles } from "../../stage/core/panel.js";
import { el, fill } from "../../stage/parts/dom.js";
import { printSheets } from "./worksheet.js";

/** @import { GuideData } from "../../stage/types.d.ts" */

/**
 * Print the result. It is only seen on paper.
 * @param {GuideData} data
 * @param {Date} [today]
 */
export async function printResult({ lang, labels, chapters }, today = new Date()) {
  const { parts } = progress();
  const host = el("div", "worksheet-host", { lang });
  const root = host.attachShadow({ mode: "open" });
  const items = chapters.map(({ title, can_do: can, parts: all }) => {
    const done = all.filter(({ name }) => parts[name] === "solved").length;
    const score = fill(labels.of_parts, { done, all: all.length });
    return el("li", "", el("b", "title", title), el("p", "", can), el("p", "given", score));
  });
  const sheet = el("section", "sheet", [
    el("h1", "", labels.result),
    el("p", "name", labels.name),
    el("p", "", today.toLocaleDateString(lang, { dateStyle: "long" })),
    el("ol", "", items),
    el("p", "given", labels.result_about),
  ]);
  sheet.style.fontSize = "11pt";
  document.body.append(host);
  await loadStyles(root, ["worksheet.css"]);
  root.append(sheet);
  window.addEventListener("afterprint", () => host.remove(), { once: true });
  printSheets();
}
