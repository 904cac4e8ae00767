// Keeps the URL of the page up to date: the settings that the server knows, and the step that the
// browser knows. It replaces the entry in the browser's history, so Back goes to the previous page.
import { embedQuery } from "./embedded.js";
import { waitsForText } from "./left_field.js";
import * as steps from "./steps.js";
import { CONNECTION_STATE, isConnected, isScriptAtRest, SCRIPT_STATE } from "./streamlit_page.js";

/** @import { AddressData, Component } from "../types.d.ts" */

const WRITE_INTERVAL = 350; // ms between writes: browsers limit how often the URL may change
const LINK_OPENS = 20_000; // ms after a click within which the page of a link is there
const ASK_AGAIN = 1500; // ms; Streamlit can lose what is sent while the reader goes back twice

/** @type {((name: string, value: unknown) => void) | null} */
let send = null;
/** @type {AddressData | null} */
let data = null;
let lastWrite = 0;
let writeTimer = 0;
/**
 * The place that the server opens now. at: its number, which the server sends back. from: the page
 * that has asked for it; null if none has yet.
 * @type {{ page: string, query: string, at: number, from: string | null } | null}
 */
let place = null;
let drawnPath = ""; // of the page that the data are about
let asked = 0; // the number of the place that the server was asked for and has not answered
let askTimer = 0;
let clickedAt = Number.NEGATIVE_INFINITY; // when the reader clicked a link to another page
/** @type {string | null} the path at which a place was opened that gets its own entry in the history */
let entryPath = null;

/** Write the URL now. */
export function writeAddress() {
  clearTimeout(writeTimer);
  writeTimer = 0;
  if (!data || place) return;
  lastWrite = performance.now();
  const step = steps.stepQuery(data.training, data.has_position);
  const url = `${location.pathname}?${data.query}&${step}${embedQuery}${location.hash}`;
  const isNewEntry = entryPath === location.pathname; // else Streamlit has made one
  entryPath = null;
  if (url !== location.pathname + location.search + location.hash) {
    history[isNewEntry ? "pushState" : "replaceState"](history.state, "", url);
  }
  steps.notePendingWritten();
}

function writeSoon() {
  if (!data || place) return;
  const wait = Math.max(0, lastWrite + WRITE_INTERVAL - performance.now());
  writeTimer ||= setTimeout(writeAddress, wait);
}

/** Whether the server has drawn the page once. */
export function isPageDrawn() {
  return data !== null && isScriptAtRest();
}

/**
 * Have the whole script run again. A server that was restarted knows nothing of this page, and
 * cannot serve its records. Streamlit itself would send the URL that the page was loaded with.
 */
export function wakeServer() {
  send?.("wake", { query: location.search.slice(1), at: Date.now() });
}

/**
 * Open a page with the settings, the step and the views of a query, without loading the app again.
 * @param {string} page its path
 * @param {string} query
 * @param {boolean} [isNewEntry] whether Back goes to what is shown now
 */
export function openPlace(page, query, isNewEntry = true) {
  if (!data) return; // the page was just loaded: see `whenReady`
  entryPath = isNewEntry ? location.pathname : null;
  if (page === data.page && settingsOf(query) === settingsOf(data.query)) {
    place = null;
    steps.expect(location.pathname, query);
    steps.openStage()?.refresh();
    writeAddress();
    return;
  }
  place = { page, query, at: Date.now(), from: null };
  askForPlace();
}

/** Whether the reader went to another page with Back, and Streamlit opens it now. */
export function isLeaving() {
  return location.pathname !== drawnPath;
}

/**
 * Whether another page is on its way. What is sent for a part of the old page must wait: Streamlit
 * would empty the new page for it.
 */
export function isPageChanging() {
  if (!data) return false; // no page is drawn yet
  return isOpening() || isLeaving() || performance.now() < clickedAt + LINK_OPENS;
}

/** @param {MouseEvent} event */
function noteLink(event) {
  const link = event.composedPath().find((node) => node instanceof HTMLAnchorElement);
  const hasModifier = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
  if (!link || hasModifier || link.target === "_blank" || link.hasAttribute("download")) return;
  const isOther = link.origin === location.origin && link.pathname !== location.pathname;
  if (!isOther) return;
  if (waitsForText(link)) {
    event.preventDefault();
    event.stopImmediatePropagation();
  } else clickedAt = performance.now();
}
window.addEventListener("click", noteLink, true);

/**
 * Ask the server for the place, one at a time. While the script runs, the controls of the page may
 * still have their old values, and send them.
 */
function askForPlace() {
  if (!place || !data || asked || !isPageDrawn() || isLeaving()) return;
  place.from = data.page;
  asked = place.at;
  clearTimeout(askTimer);
  askTimer = setTimeout(() => {
    asked = 0;
    if (place) place.from = null;
    askForPlace();
  }, ASK_AGAIN);
  send?.("open", place);
}

// When the server opens a page, Streamlit first adds an entry for the old page without its query.
const { pushState } = history;
history.pushState = (state, unused, url) => {
  const path = new URL(url ?? "", location.href).pathname;
  const isWanted = path !== location.pathname && path.endsWith(`/${place?.page}`);
  if (!place || isWanted) pushState.call(history, state, unused, url);
};

/** "change": the server has sent other settings, or another page. The URL is written afterwards. */
export const places = new EventTarget();

/** What the server has sent last about the page; null before. */
export function pageData() {
  return data;
}

/**
 * Change a setting of the presented page.
 * @param {"page" | "corpus" | "word"} setting
 * @param {string} value
 */
export function choose(setting, value) {
  send?.("present", { [setting]: value, at: Date.now() });
}

/**
 * The page that is shown, its settings and words, without the step, and the name of its stage; null
 * while one is opened.
 */
export function currentPlace() {
  if (!data || place) return null;
  const words = new URLSearchParams(steps.stepQuery(data.training, data.has_position));
  const query = new URLSearchParams(data.query);
  for (const name of ["words", "find"]) if (words.has(name)) query.set(name, words.get(name) ?? "");
  return { page: data.page, query: query.toString(), stage: data.stage };
}

/** Whether the server opens a place now, and the page still shows what was there before. */
export function isOpening() {
  return place !== null;
}

/**
 * A query without the parameters that the browser owns.
 * @param {string} query
 */
function settingsOf(query) {
  const settings = new URLSearchParams(query);
  for (const name of [...steps.OWNED, "lesson"]) settings.delete(name);
  return settings.toString();
}

/** @type {((data: AddressData) => void)[]} */
const waiting = [];

/** The data of the page, as soon as the server has sent them. */
export function whenReady() {
  return new Promise((/** @type {(data: AddressData) => void} */ resolve) => {
    if (data) resolve(data);
    else waiting.push(resolve);
  });
}

let wasConnected = true;
new MutationObserver(() => {
  const isBack = isConnected() && !wasConnected;
  wasConnected = isConnected();
  if (isBack) wakeServer();
  if (place?.from === null) askForPlace();
}).observe(document.documentElement, {
  subtree: true,
  attributes: true,
  attributeFilter: [CONNECTION_STATE, SCRIPT_STATE],
});

steps.onChange(writeSoon);
// A link may leave the page before the URL is written, and Back returns to the URL.
window.addEventListener("click", () => writeTimer && writeAddress(), true);

/**
 * Take the server's settings. A new session that does not have those of this page is told them first.
 * After a link to another page, the session is the old one.
 * @param {Component<AddressData>} component
 */
export function takeData(component) {
  send = component.setTriggerValue;
  const { query, page, is_new_session: isNew } = component.data;
  if (isNew && place) {
    asked = 0;
    askForPlace();
  } else if (isNew && page === data?.page && query !== data.query) wakeServer();
  else accept(component.data);
}

/** @param {AddressData} newData */
function accept(newData) {
  data = newData;
  for (const resolve of waiting.splice(0)) resolve(data);
  drawnPath = location.pathname;
  clickedAt = Number.NEGATIVE_INFINITY;
  if (asked === data.opened) asked = 0;
  if (place && place.at === data.opened) {
    steps.expect(location.pathname, place.query);
    place = null;
  } else if (place && place.from !== data.page) {
    place.from = null; // what another page has sent may be lost
    asked = 0;
    askForPlace();
  }
  places.dispatchEvent(new Event("change"));
  if (entryPath === null) writeSoon();
  else writeAddress(); // before the reader goes on from this entry
}
