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
const HOST = "early-stage";

/** @type {WeakMap<Element, MountedStage>} the early stage, by its host, until it is taken over */
const stages = new WeakMap();
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
  const host = el("div", HOST);
  document.body.append(host);
  const parentElement = host.attachShadow({ mode: "open" });
  const keep = (/** @type {string} */ name, /** @type {unknown} */ value) => {
    messages.set(name, value);
  };
  const component = { data, parentElement, setTriggerValue: keep, setStateValue: keep };
  const stage = new MountedStage(component);
  stage.earlyHost = host;
  stages.set(host, stage);
  stage.accept(component);
  const timer = setInterval(() => {
    if (!stages.has(host)) clearInterval(timer);
    else if (isPageDrawn()) setTimeout(() => take()?.unmount(), LATEST_TAKEOVER); // a page without a stage
  }, LATEST_TAKEOVER);
}

/** The early stage, once; undefined if there is none. */
function take() {
  const host = document.querySelector(`body > .${HOST}`);
  if (!host) return undefined;
  const stage = stages.get(host);
  stages.delete(host);
  return stage;
}

/**
 * The early stage, moved to a component; null if there is none of this kind.
 * @param {Component<StageData>} component
 */
export function takeEarly({ data, parentElement, setTriggerValue }) {
  const stage = take();
  if (stage?.component.data.kind !== data.kind) {
    stage?.unmount();
    return null;
  }
  stage.moveTo(parentElement);
  for (const [name, value] of messages) setTriggerValue(name, value);
  return stage;
}
