// Keeps the address of the page: the whole canonical query, and the steps that its stages are at.
// It replaces the entry in the browser's history, so Back goes to the page before.
import { speak } from "./words.js";

const PAUSE = 350; // ms between writes: browsers limit how often the address may change
const APP = "[data-testid=stApp]";
const CONNECTION = "data-test-connection-state";
let send = null;
const live = {};
let data = null;
let last = 0;
let timer = 0;

function write() {
  timer = 0;
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

let view = null;

window.addEventListener("stage-view", (event) => { view = event.detail; soon(); });
// A server that was started again knows nothing of this page, and what the stage says reaches it
// only once the whole script has run: so this component, which is no part of a fragment, asks for
// that. Streamlit would send the address as it was when the page was loaded.
function wake() { send?.("wake", { query: location.search.slice(1), at: Date.now() }); }

window.addEventListener("address-now", () => { if (data) { clearTimeout(timer); write(); } });
window.addEventListener("stage-lost", wake);
let connected = true;
new MutationObserver(() => {
  const now = document.querySelector(APP)?.getAttribute(CONNECTION) === "CONNECTED";
  if (now && !connected) wake();
  connected = now;
}).observe(document.body, { subtree: true, attributes: true, attributeFilter: [CONNECTION] });
window.addEventListener("stage-step", ({ detail }) => {
  live[detail.place] = detail;
  soon();
});

export function update(component) {
  data = component.data;
  send = component.setTriggerValue;
  document.documentElement.lang = data.lang;
  speak(data.words);
  soon();
}
