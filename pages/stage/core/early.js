// The stage of a link before Streamlit has started, if the server has the run already.

import { el } from "../parts/dom.js";
import { isPageDrawn } from "./address.js";
import { MountedStage, receive } from "./mounted_stage.js";
import { APP } from "./streamlit_page.js";

/**
 * @import { StageData } from "../records.d.ts"
 * @import { Component, EarlyStage } from "../types.d.ts"
 */

const LATEST_TAKEOVER = 1000; // ms from the drawn page until it has taken over the early stage

/** @type {MountedStage | null} */
let early = null;
/** @type {Map<string, unknown>} what the reader changed, for the server, by name */
const messages = new Map();

/**
 * Draw the stage that the page's first script has asked for; Streamlit draws it if there is none.
 * @param {Promise<Response | null>} asked
 */
async function drawFetched(asked) {
  const response = await asked;
  if (response?.status !== 200) return;
  /** @type {EarlyStage} */
  const { data, records } = await response.json();
  receive(records);
  draw(data);
}

if (window.earlyStage && !document.querySelector(APP)) {
  drawFetched(window.earlyStage).catch(() => {}); // Streamlit will draw it
}

/**
 * Draw the stage. It waits where Streamlit will put it.
 * @param {StageData} data
 */
function draw(data) {
  const host = el("div", "early-stage");
  document.body.append(host);
  const parentElement = host.attachShadow({ mode: "open" });
  const keep = (/** @type {string} */ name, /** @type {unknown} */ value) => {
    messages.set(name, value);
  };
  const component = { data, parentElement, setTriggerValue: keep, setStateValue: keep };
  early = new MountedStage(component);
  early.accept(component);
  const timer = setInterval(() => {
    if (!early) clearInterval(timer);
    else if (isPageDrawn()) setTimeout(drop, LATEST_TAKEOVER); // a page without a stage
  }, LATEST_TAKEOVER);
}

/** Take away the early stage, if Streamlit has not taken it over. */
function drop() {
  early?.unmount();
  if (early?.root instanceof ShadowRoot) early.root.host.remove();
  early = null;
}

/**
 * The early stage, moved to a component; null if there is none of this kind.
 * @param {Component<StageData>} component
 */
export function takeEarly({ data, parentElement, setTriggerValue }) {
  if (early?.component.data.kind !== data.kind) {
    drop();
    return null;
  }
  const stage = early;
  early = null;
  stage.moveTo(parentElement);
  for (const [name, value] of messages) setTriggerValue(name, value);
  return stage;
}
