// Keeps the address of the page: the whole canonical query, and the steps that its stages are at.
// It replaces the entry in the browser's history, so Back goes to the page before.
import { speak } from "./words.js";

const PAUSE = 350; // ms between writes: browsers limit how often the address may change
const APP = "[data-testid=stApp]";
const CONNECTION = "data-test-connection-state";
let send = null;
let data = null;
let view = null;
let last = 0;
let timer = 0;

// Of each of the address's places ("step", "at") the last step, and the run it is of: it outlives
// the page that the stage is on, and the message that tells the server may come too late.
export const live = {};

/**
 * Settings that were changed on a page without the stage make another run. Its step is still the
 * one that the reader left, unless the server has moved the stage since.
 */
function carryOver(places) {
  for (const [place, { run, seek }] of Object.entries(places)) {
    const known = live[place];
    if (known && known.run !== run) {
      if (seek.back || seek.seq === known.seq) known.run = run;
      else delete live[place];
    }
    if (live[place]) live[place].seq = seek.seq;
  }
}

/** Write the address now. */
export function write() {
  clearTimeout(timer);
  timer = 0;
  if (!data) return;
  last = performance.now();
  const query = new URLSearchParams(data.query);
  if (view) query.set("view", view.join(" "));
  for (const [place, { run, step }] of Object.entries(data.places)) {
    query.set(place, live[place]?.run === run ? live[place].step : step);
  }
  const url = `${location.pathname}?${query}${location.hash}`;
  if (url !== location.pathname + location.search + location.hash) {
    history.replaceState(history.state, "", url);
  }
}

function soon() {
  if (data && !timer) timer = setTimeout(write, Math.max(0, last + PAUSE - performance.now()));
}

/** A stage went to a step of a run. */
export function stepped(place, run, step) {
  live[place] = { ...live[place], run, step };
  soon();
}

/** The reader chose what the stage shows: a list of the views that are on. */
export function viewed(chosen) {
  view = chosen;
  soon();
}

/**
 * A server that was started again knows nothing of this page, and what the stage says reaches it
 * only once the whole script has run: so this component, which is no part of a fragment, asks for
 * that. Streamlit would send the address as it was when the page was loaded.
 */
export function wake() {
  send?.("wake", { query: location.search.slice(1), at: Date.now() });
}

// Plots are pictures: printed from a dark page they are turned into light ones, see frame.css.
window.addEventListener("beforeprint", () => {
  const app = document.querySelector(APP);
  const isDark = app && getComputedStyle(app).colorScheme === "dark";
  document.documentElement.toggleAttribute("data-dark", Boolean(isDark));
});

let connected = true;
new MutationObserver(() => {
  const now = document.querySelector(APP)?.getAttribute(CONNECTION) === "CONNECTED";
  if (now && !connected) wake();
  connected = now;
}).observe(document.body, { subtree: true, attributes: true, attributeFilter: [CONNECTION] });

export function update(component) {
  data = component.data;
  carryOver(data.places);
  send = component.setTriggerValue;
  document.documentElement.lang = data.lang;
  speak(data.words);
  soon();
}
