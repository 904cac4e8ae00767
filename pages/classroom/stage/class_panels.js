// What a follower sees where the projector shows no stage: the same tables and tokens, from the same
// records. It is loaded only for that.

import { loadStyles } from "../../stage/core/panel.js";
import { DRAWERS } from "../../stage/drawers.js";
import { el, sentenceEl } from "../../stage/parts/dom.js";
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
const DRAWN = { ...DRAWERS, program, question, text };

/** Load what only panels need of styles. */
export function loadPanelStyles() {
  return loadStyles(document.head, STYLES);
}

/** @param {readonly PanelData[]} panels */
export function drawPanels(panels) {
  return panels.flatMap(({ name, data }) => (DRAWN[name] ? [DRAWN[name](data, {})] : []));
}
