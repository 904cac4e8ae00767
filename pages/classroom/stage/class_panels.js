// What a follower sees where the projector shows no stage: the same tables and tokens, from the same
// records. It is loaded only for that.

import { draw as inspector } from "../../inspector/stage/inspector.js";
import { draw as tokenizers } from "../../side_by_side/stage/tokenizers.js";
import { loadStyles } from "../../stage/core/panel.js";
import { el, sentenceEl } from "../../stage/parts/dom.js";
import { draw as tables } from "../../stage/parts/static_tables.js";
import { draw as tieRules } from "../../training/stage/compare_tie_rules.js";
import { draw as comparison } from "../../unigram/stage/comparison.js";
import { promptOf } from "./class_question.js";

/** @import { PanelData } from "../../stage/records.d.ts" */

const STYLES = ["unigram.css", "encoding.css", "tokenizers.css", "inspector.css"];

/** @param {{ title: string, lines: string[] }} data */
function text({ title, lines }) {
  return el("section", "stack", [
    el("h2", "", title),
    ...lines.map((each) => sentenceEl("p", "", each)),
  ]);
}

/**
 * A program. It opens at a tap: together, all are too long for a phone.
 * @param {{ title: string, lines: string[], code: string }} data
 */
function program({ title, lines, code }) {
  return el("details", "class-program", [
    el("summary", "", title),
    ...lines.map((each) => sentenceEl("p", "", each)),
    el("pre", "", { tabindex: 0, translate: "no", dir: "ltr" }, el("code", "", code)),
  ]);
}

/** @param {import("../../stage/types.d.ts").QuestionData} record */
const question = (record) => promptOf(/** @type {any} */ ({ record, ask: "" }));

/** @type {Record<string, (data: any, state: object) => HTMLElement>} */
const DRAWN = {
  comparison,
  inspector,
  program,
  question,
  tables,
  text,
  tokenizers,
  tie_rules: tieRules,
};

/** Load what only panels need of styles. */
export function loadPanelStyles() {
  return loadStyles(document.head, STYLES);
}

/** @param {readonly PanelData[]} panels */
export function drawPanels(panels) {
  return panels.flatMap(({ name, data }) => (DRAWN[name] ? [DRAWN[name](data, {})] : []));
}
