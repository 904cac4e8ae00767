// Keeps the URL of the page up to date: the canonical query, and the steps that its stages are at.
// It replaces the entry in the browser's history, so Back goes to the previous page.
import { translateStreamlit } from "./streamlit_strings.js";

/** @import { AddressData, Component, StepParam } from "./types.d.ts" */

const WRITE_INTERVAL = 350; // ms between writes: browsers limit how often the URL may change
const APP = "[data-testid=stApp]";
const CONNECTION = "data-test-connection-state";

/** @type {((name: string, value: unknown) => void) | null} */
let send = null;
/** @type {AddressData | null} */
let data = null;
/** @type {string[] | null} */
let view = null;
let lastWrite = 0;
let writeTimer = 0;

/**
 * For each URL parameter of a step ("step", "position") the last step, and the run that it is a step of.
 * It outlives the page that the stage is on, since the message to the server may come too late.
 * @type {Record<string, { run: string, step: number, seq?: number }>}
 */
export const lastSteps = {};

/**
 * Settings that were changed on a page without the stage make another run. Its step is the one that
 * the reader left, unless the server has moved the stage since.
 * @param {Record<string, StepParam>} stepParams
 */
function carryOver(stepParams) {
  for (const [param, { run, seek }] of Object.entries(stepParams)) {
    const known = lastSteps[param];
    if (known && known.run !== run) {
      if (seek.back || seek.seq === known.seq) known.run = run;
      else delete lastSteps[param];
    }
    if (lastSteps[param]) lastSteps[param].seq = seek.seq;
  }
}

/** Write the URL now. */
export function writeAddress() {
  clearTimeout(writeTimer);
  writeTimer = 0;
  if (!data) return;
  lastWrite = performance.now();
  const query = new URLSearchParams(data.query);
  if (view) query.set("view", view.join(" "));
  for (const [param, { run, step }] of Object.entries(data.step_params)) {
    query.set(param, String(lastSteps[param]?.run === run ? lastSteps[param].step : step));
  }
  const url = `${location.pathname}?${query}${location.hash}`;
  if (url !== location.pathname + location.search + location.hash) {
    history.replaceState(history.state, "", url);
  }
}

function writeSoon() {
  if (!data || writeTimer) return;
  const wait = Math.max(0, lastWrite + WRITE_INTERVAL - performance.now());
  writeTimer = setTimeout(writeAddress, wait);
}

/**
 * Call it when a stage goes to a step of a run.
 * @param {string} param
 * @param {string} run
 * @param {number} step
 */
export function onStep(param, run, step) {
  lastSteps[param] = { ...lastSteps[param], run, step };
  writeSoon();
}

/**
 * Call it when the reader chooses what the stage shows.
 * @param {string[]} newView the views that are on
 */
export function onView(newView) {
  view = newView;
  writeSoon();
}

/**
 * Have the whole script run again. A server that was restarted knows nothing of this page, and
 * messages of the stage reach it only after that. This component can ask for it because it is not
 * part of a fragment. Streamlit itself would send the URL that the page was loaded with.
 */
export function wakeServer() {
  send?.("wake", { query: location.search.slice(1), at: Date.now() });
}

// Plots are images: when a dark page is printed, frame.css turns them into light ones.
window.addEventListener("beforeprint", () => {
  const app = document.querySelector(APP);
  const isDark = app && getComputedStyle(app).colorScheme === "dark";
  document.documentElement.toggleAttribute("data-dark", Boolean(isDark));
});

let wasConnected = true;
new MutationObserver(() => {
  const isConnected = document.querySelector(APP)?.getAttribute(CONNECTION) === "CONNECTED";
  if (isConnected && !wasConnected) wakeServer();
  wasConnected = isConnected;
}).observe(document.body, { subtree: true, attributes: true, attributeFilter: [CONNECTION] });

/** @param {Component<AddressData>} component */
export function update(component) {
  data = component.data;
  carryOver(data.step_params);
  send = component.setTriggerValue;
  document.documentElement.lang = data.lang;
  translateStreamlit(data.words);
  writeSoon();
}
