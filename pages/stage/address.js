// Keeps the URL of the page up to date: the settings that the server knows, and the step that the
// browser knows. It replaces the entry in the browser's history, so Back goes to the previous page.
import { drawPageLinks } from "./page_links.js";
import { isPresented, onPresent, setLabels, setPresented } from "./present.js";
import { clearPending, onChange, setViews, stepQuery, views } from "./steps.js";
import { translateStreamlit } from "./streamlit_strings.js";

/** @import { AddressData, Component } from "./types.d.ts" */

const WRITE_INTERVAL = 350; // ms between writes: browsers limit how often the URL may change
const APP = "[data-testid=stApp]";
const CONNECTION = "data-test-connection-state";

/** @type {((name: string, value: unknown) => void) | null} */
let send = null;
/** @type {AddressData | null} */
let data = null;
let lastWrite = 0;
let writeTimer = 0;

/** Write the URL now. */
export function writeAddress() {
  clearTimeout(writeTimer);
  writeTimer = 0;
  if (!data) return;
  lastWrite = performance.now();
  const step = stepQuery(data.training, data.has_position);
  const url = `${location.pathname}?${data.query}&${step}${location.hash}`;
  if (url !== location.pathname + location.search + location.hash) {
    history.replaceState(history.state, "", url);
  }
  clearPending();
}

function writeSoon() {
  if (!data) return;
  const wait = Math.max(0, lastWrite + WRITE_INTERVAL - performance.now());
  writeTimer ||= setTimeout(writeAddress, wait);
}

/** Whether the server has drawn the page once. */
export function isPageDrawn() {
  const state = document.querySelector(APP)?.getAttribute("data-test-script-state");
  return data !== null && state === "notRunning";
}

/**
 * Have the whole script run again. A server that was restarted knows nothing of this page, and
 * cannot serve its records. Streamlit itself would send the URL that the page was loaded with.
 */
export function wakeServer() {
  send?.("wake", { query: location.search.slice(1), at: Date.now() });
}

let wasConnected = true;
new MutationObserver(() => {
  const isConnected = document.querySelector(APP)?.getAttribute(CONNECTION) === "CONNECTED";
  if (isConnected && !wasConnected) wakeServer();
  wasConnected = isConnected;
}).observe(document.documentElement, {
  subtree: true,
  attributes: true,
  attributeFilter: [CONNECTION],
});

/** Draw the bar of a presented page. Its code is loaded only for that. */
async function drawPresentBar() {
  if (!data || !isPresented()) return;
  const { drawBar } = await import("./present_bar.js");
  const choose = (/** @type {string} */ setting, /** @type {string} */ value) =>
    send?.("present", { [setting]: value, at: Date.now() });
  drawBar(data.present, choose, writeAddress);
}

onChange(writeSoon);
onPresent(() => {
  const others = views().filter((each) => each !== "projector");
  if (data?.present.page === "") return; // without a stage; the next page is presented again
  setViews(isPresented() ? [...others, "projector"] : others);
  drawPresentBar();
});
// A link may leave the page before the URL is written, and Back returns to the URL.
window.addEventListener("click", () => writeTimer && writeAddress(), true);

/**
 * Take the server's settings. A new session that does not have those of this page is told them first.
 * @param {Component<AddressData>} component
 */
export function update(component) {
  send = component.setTriggerValue;
  const { query, is_new_session: isNew } = component.data;
  if (isNew && data && query !== data.query) wakeServer();
  else accept(component.data);
}

/** @param {AddressData} newData */
function accept(newData) {
  data = newData;
  document.documentElement.lang = data.lang;
  translateStreamlit(data.words);
  drawPageLinks(data);
  setLabels(data.present.labels);
  document.documentElement.dataset.page = data.present.page;
  setPresented(Boolean(data.present.page) && views().includes("projector"));
  drawPresentBar();
  writeSoon();
}
