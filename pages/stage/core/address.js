// Keeps the URL of the page up to date: the settings that the server knows, and the step that the
// browser knows. It replaces the entry in the browser's history, so Back goes to the previous page.
import { beginning, isBeginning } from "./beginning.js";
import { embedQuery } from "./embedded.js";
import { waitsForText } from "./left_field.js";
import * as steps from "./steps.js";
import { CONNECTION_STATE, isConnected, isScriptAtRest, SCRIPT_STATE } from "./streamlit_page.js";

/** @import { AddressData, Component } from "../types.d.ts" */

const WRITE_INTERVAL = 350; // ms between writes: browsers limit how often the URL may change
const LINK_OPENS = 20_000; // ms after a click within which the page of a link is there
const ASK_AGAIN = 1500; // ms; Streamlit can lose what is sent while the reader goes back twice

/**
 * The page, as the server has sent it last. clickedAt: when the reader clicked a link to another page
 * since.
 * @typedef {object} Page
 * @property {AddressData} data
 * @property {(name: string, value: unknown) => void} send
 * @property {number} clickedAt
 */
/** @type {Page | null} */
let drawn = null;
/**
 * The place that the server opens now. at: its number, which the server sends back. from: the page
 * that has asked for it; null if none has yet. entryPath: the path at which it was opened, if it gets
 * its own entry in the history.
 * @typedef {{ page: string, query: string, at: number, from: string | null, entryPath: string | null }} Place
 */
/** @type {Place | null} */
let place = null;
let asked = 0; // the number of the place that the server was asked for and has not answered

/** When the URL is written. */
class Writing {
  last = 0;
  timer = 0;

  soon() {
    const wait = Math.max(0, this.last + WRITE_INTERVAL - performance.now());
    this.timer ||= setTimeout(() => writeAddress(), wait);
  }

  /** It is no longer written later. */
  cancel() {
    clearTimeout(this.timer);
    this.timer = 0;
  }
}
const writing = new Writing();

/** Write the URL now. */
export function writeAddress(isNewEntry = false) {
  writing.cancel();
  if (!drawn || place || isBeginning()) return; // a reload shows the first screen again
  if (isLeaving()) return; // the URL is that of another page already
  writing.last = performance.now();
  const url = `${location.pathname}?${fullPlace()?.query}${embedQuery}${location.hash}`;
  if (url !== location.pathname + location.search + location.hash) {
    history[isNewEntry ? "pushState" : "replaceState"](history.state, "", url);
  }
  steps.notePendingWritten();
}

function writeSoon() {
  if (drawn && !place) writing.soon();
}

/** Whether the server has drawn the page once. */
export function isPageDrawn() {
  return drawn !== null && isScriptAtRest();
}

/**
 * Have the whole script run again. A server that was restarted knows nothing of this page, and
 * cannot serve its records. Streamlit itself would send the URL that the page was loaded with.
 */
export function wakeServer() {
  drawn?.send("wake", { query: location.search.slice(1), at: Date.now() });
}

/**
 * Open a page with the settings, the step and the views of a query, without loading the app again.
 * @param {string} page its path
 * @param {string} query
 * @param {boolean} [isNewEntry] whether Back goes to what is shown now
 */
export function openPlace(page, query, isNewEntry = true) {
  if (!drawn) return; // the page was just loaded: see `whenReady`
  const { data } = drawn;
  if (page === data.page && settingsOf(query) === settingsOf(data.query)) {
    setPlace(null);
    steps.expect(location.pathname, query);
    steps.openStage()?.refresh();
    writeAddress(isNewEntry);
    return;
  }
  const entryPath = isNewEntry ? location.pathname : null;
  setPlace({ page, query, at: Date.now(), from: null, entryPath });
  askForPlace();
}

/** @param {Place | null} wanted */
function setPlace(wanted) {
  place = wanted;
  document.documentElement.toggleAttribute("data-opening", place !== null); // see `frame_page.css`
}

/** Whether the URL is that of another page: the reader went Back, and Streamlit opens it now. */
export function isLeaving() {
  if (!drawn) return true;
  const { page, pages } = drawn.data;
  // Not the path of when the page was drawn: Streamlit may write that only after its components.
  const open = pages.find(([path]) => path && location.pathname.endsWith(`/${path}`));
  return (open?.[0] ?? "") !== page;
}

/** The number of the place that was opened last, here or on its way; null before the first page. */
export function lastPlace() {
  return place?.at ?? drawn?.data.opened ?? null;
}

/**
 * Whether another page is on its way. What is sent for a part of the old page must wait: Streamlit
 * would empty the new page for it.
 */
export function isPageChanging() {
  if (!drawn) return false; // no page is drawn yet
  return isOpening() || isLeaving() || performance.now() < drawn.clickedAt + LINK_OPENS;
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
  } else if (drawn) drawn.clickedAt = performance.now();
}
window.addEventListener("click", noteLink, true);

/**
 * Ask the server for the place, one at a time. While the script runs, the controls of the page may
 * still have their old values, and send them.
 */
function askForPlace() {
  if (!place || !drawn || asked || !isPageDrawn() || isLeaving()) return;
  place.from = drawn.data.page;
  asked = place.at;
  askAgainLater();
  const { page, query, at, from } = place;
  drawn.send("open", { page, query, at, from });
}

const askAgainLater = delayed(() => {
  asked = 0;
  if (place) place.from = null;
  askForPlace();
}, ASK_AGAIN);

/**
 * A function that calls another one after a time. Each new call begins that time again.
 * @param {() => void} call
 * @param {number} wait ms
 */
function delayed(call, wait) {
  let timer = 0;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(call, wait);
  };
}

// When the server opens a page, Streamlit first adds an entry for the old page without its query, and
// then one for the new page, which a place may not need.
const { pushState, replaceState } = history;
history.pushState = (state, unused, url) => {
  const path = new URL(url ?? "", location.href).pathname;
  const isWanted = path !== location.pathname && path.endsWith(`/${place?.page}`);
  const isReplaced = place?.entryPath === null;
  const full = isWanted ? `${path}?${comingQuery()}${embedQuery}` : url;
  if (!place || isWanted)
    (isReplaced ? replaceState : pushState).call(history, state, unused, full);
  writeSoon(); // a page that is drawn before its path is there has not been written
};

/** What leads to the place that is on its way: the page may be loaded again before it is drawn. */
function comingQuery() {
  const query = new URLSearchParams(place?.query);
  const lesson = new URLSearchParams(drawn?.data.query).get("lesson");
  if (lesson) query.set("lesson", lesson);
  if (steps.openPart()) query.set("part", steps.openPart());
  return query;
}

/** "change": the server has sent other settings, or another page. The URL is written afterwards. */
export const places = new EventTarget();

/** What the server has sent last about the page; null before. */
export function pageData() {
  return drawn?.data ?? null;
}

/**
 * Change a setting of the presented page.
 * @param {"page" | "corpus" | "word"} setting
 * @param {string} value
 */
export function choose(setting, value) {
  drawn?.send("present", { [setting]: value, at: Date.now() });
}

/**
 * The page that is shown, its settings and words, without the step, and the name of its stage; null
 * while one is opened.
 */
export function currentPlace() {
  if (!drawn || place) return null;
  const { data } = drawn;
  const words = new URLSearchParams(steps.stepQuery(data.training, data.has_position));
  const query = new URLSearchParams(data.query);
  for (const name of ["words", "find"]) if (words.has(name)) query.set(name, words.get(name) ?? "");
  return { page: data.page, query: query.toString(), stage: data.stage };
}

/** The page that was drawn last, its settings, and what the browser owns; null before. */
export function fullPlace() {
  if (!drawn) return null;
  const { page, query, training, has_position: hasPosition } = drawn.data;
  return { page, query: `${query}&${steps.stepQuery(training, hasPosition)}` };
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
    if (drawn) resolve(drawn.data);
    else waiting.push(resolve);
  });
}

/** Wake the server when it is connected again, and ask for the place when the script is at rest. */
function watchConnection() {
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
}
watchConnection();

steps.onChange(writeSoon);
beginning.addEventListener("leave", () => writeAddress());
// A link may leave the page before the URL is written, and Back returns to the URL.
window.addEventListener("click", () => writing.timer && writeAddress(), true);

/**
 * Take the server's settings. A new session that does not have those of this page is told them first.
 * After a link to another page, the session is the old one.
 * @param {Component<AddressData>} component
 */
export function takeData(component) {
  const { data, setTriggerValue: send } = component;
  const { query, page, session } = data;
  const known = drawn?.data.session === session ? drawn?.data : null;
  if (known && data.opened_pages < known.opened_pages) return; // Streamlit drew the next page first
  const isNew = data.is_new_session && !known;
  if (drawn) drawn.send = send;
  if (isNew && place) {
    asked = 0;
    askForPlace();
  } else if (isNew && page === drawn?.data.page && query !== drawn.data.query) wakeServer();
  else accept({ data, send, clickedAt: Number.NEGATIVE_INFINITY });
}

/** @param {Page} page */
function accept(page) {
  drawn = page;
  const { data } = page;
  for (const resolve of waiting.splice(0)) resolve(data);
  if (asked === data.opened) asked = 0;
  /** @type {string | null} */
  let entryPath = null;
  if (place && place.at === data.opened) {
    steps.expect(location.pathname, place.query);
    ({ entryPath } = place);
    setPlace(null);
    const stage = steps.openStage(); // it may have gone to this place before its step was known
    if (stage?.isOfPlace?.()) stage.refresh();
  } else if (place && place.from !== data.page) {
    place.from = null; // what another page has sent may be lost
    asked = 0;
    askForPlace();
  }
  places.dispatchEvent(new Event("change"));
  if (entryPath === null) writeSoon();
  else writeAddress(entryPath === location.pathname); // else Streamlit has made an entry
}
