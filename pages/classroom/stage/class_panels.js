// What a follower sees where the projector shows no stage: the same tables and tokens, from the same
// records. It is loaded only for that.

import { loadStyles } from "../../stage/core/panel.js";
import { DRAWERS } from "../../stage/drawers.js";

/** @import { PanelData } from "../../stage/records.d.ts" */

const STYLES = ["unigram.css", "encoding.css", "tokenizers.css"];

/** Load what only panels need of styles. */
export function loadPanelStyles() {
  return loadStyles(document.head, STYLES);
}

/** @param {readonly PanelData[]} panels */
export function drawPanels(panels) {
  return panels.flatMap(({ name, data }) => (DRAWERS[name] ? [DRAWERS[name](data, {})] : []));
}
