// What a follower sees where the projector shows no stage: the same tables and tokens, from the same
// records. It is loaded only for that.

import { draw as inspector } from "../../inspector/stage/inspector.js";
import { draw as tokenizers } from "../../side_by_side/stage/tokenizers.js";
import { loadStyles } from "../../stage/core/panel.js";
import { draw as tables } from "../../stage/parts/static_tables.js";
import { draw as tieRules } from "../../training/stage/compare_tie_rules.js";
import { draw as comparison } from "../../unigram/stage/comparison.js";

/** @import { PanelData } from "../../stage/records.d.ts" */

const STYLES = ["unigram.css", "encoding.css", "tokenizers.css", "inspector.css"];

/** @type {Record<string, (data: any, state: object) => HTMLElement>} */
const DRAWN = { comparison, inspector, tokenizers, tables, tie_rules: tieRules };

/** Load what only panels need of styles. */
export function loadPanelStyles() {
  return loadStyles(document.head, STYLES);
}

/** @param {readonly PanelData[]} panels */
export function drawPanels(panels) {
  return panels.flatMap(({ name, data }) => (DRAWN[name] ? [DRAWN[name](data, {})] : []));
}
