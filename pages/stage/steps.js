// Where the reader is: the step of each stage, and what the stages show. The browser keeps it and
// the URL contains it; the server does not know it. A stage has a name, and a subject: what it
// steps through. Another subject starts at its first step.

/** @import { WordChoice } from "./types.d.ts" */

/**
 * @typedef {object} Left where the reader left a stage
 * @property {string} subject
 * @property {number} step
 */

/**
 * @typedef {object} OpenStage the stage on the page
 * @property {string} name
 * @property {string} param the URL parameter of its step
 * @property {(step: number) => void} go
 */

const PENDING = "merge-by-merge-url"; // in the session storage
export const FIRST_WORDS = { words: "first", find: "" };

// A reload may come before the last press is in the URL (see `keepPending`).
const [path, old, wanted] = JSON.parse(storage()?.getItem(PENDING) ?? "[]");
if (wanted && path === location.pathname && location.search.endsWith(old)) {
  const search = location.search.slice(0, location.search.length - old.length);
  history.replaceState(history.state, "", path + search + wanted + location.hash);
}
clearPending();

const loadedPath = location.pathname;
const loaded = new URLSearchParams(location.search);
if (loaded.has("at") && !loaded.has("position")) loaded.set("position", loaded.get("at") ?? "");

/** @type {Map<string, Left>} */
const stages = new Map();
/** @type {OpenStage | null} */
let opened = null;
let view = (loaded.get("view") ?? "").split(" ").filter(Boolean);
/** @type {{ subject: string, choice: WordChoice } | null} */
let words = null;
/** @type {Set<() => void>} */
const listeners = new Set();
/** Keys that were pressed on a page before its stage was there, and the path of the page. */
/** @type {[key: string, path: string][]} */
let early = [];
const MAX_EARLY = 200;

window.addEventListener("keydown", (event) => {
  const hasModifier = event.altKey || event.ctrlKey || event.metaKey;
  if (opened || hasModifier || event.target !== document.body) return;
  if (early.length < MAX_EARLY) early.push([event.key, location.pathname]);
});

/** The keys that were pressed before the stage of this page was there, once. */
export function takeEarlyKeys() {
  const keys = early.filter(([, page]) => page === location.pathname).map(([key]) => key);
  early = [];
  return keys;
}

/**
 * Call a function whenever the step or what is shown changes. Returns a function that ends this.
 * @param {() => void} listener
 */
export function onChange(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function changed() {
  for (const listener of listeners) listener();
}

/**
 * The step in the URL that the page was loaded with, once; NaN if it had none.
 * @param {string} param "step" or "position"
 */
function takeLoaded(param) {
  const value = loaded.get(param);
  loaded.delete(param);
  return value && /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
}

/**
 * The step of a stage that is about to show a subject.
 * @param {string} name
 * @param {string} subject
 * @param {string} param the URL parameter of its step
 */
export function stepOf(name, subject, param) {
  let left = stages.get(name);
  if (!left && (param === "step" || location.pathname === loadedPath)) {
    left = { subject, step: takeLoaded(param) || 0 };
  }
  if (left?.subject !== subject) left = { subject, step: 0 };
  stages.set(name, left);
  return left.step;
}

/**
 * Note the step of a stage.
 * @param {string} name
 * @param {string} subject
 * @param {number} step
 */
export function setStep(name, subject, step) {
  stages.set(name, { subject, step });
  changed();
}

/**
 * Note which stage is on the page.
 * @param {OpenStage} stage
 */
export function open(stage) {
  opened = stage;
}

/**
 * Note that a stage is no longer on the page.
 * @param {OpenStage} stage
 */
export function close(stage) {
  if (opened === stage) opened = null;
}

/** The step of the stage on the page. */
export function openStep() {
  return opened ? (stages.get(opened.name)?.step ?? 0) : 0;
}

/**
 * Move the stage on the page to a step.
 * @param {number} step
 */
export function goTo(step) {
  opened?.go(step);
}

/** Which views of the stages are on. */
export function views() {
  return view;
}

/** @param {string[]} names */
export function setViews(names) {
  view = names;
  changed();
}

/**
 * Which words of a subject are shown, if it has too many.
 * @param {string} subject
 * @returns {WordChoice}
 */
export function wordChoice(subject) {
  if (!words) {
    const choice = { words: loaded.get("words") ?? "first", find: loaded.get("find") ?? "" };
    words = { subject, choice };
  }
  return words.subject === subject ? words.choice : FIRST_WORDS;
}

/**
 * @param {string} subject
 * @param {WordChoice} choice
 */
export function setWordChoice(subject, choice) {
  words = { subject, choice };
  changed();
}

/**
 * The URL parameters that the browser owns.
 * @param {string} training the subject of the stage of the training page
 * @param {boolean} hasPosition whether the open page has a stage with the parameter "position"
 */
export function stepQuery(training, hasPosition) {
  const query = new URLSearchParams({ step: String(stepOf("training", training, "step")) });
  if (hasPosition) {
    const waiting = location.pathname === loadedPath && loaded.get("position");
    const left = opened?.param === "position" && stages.get(opened.name);
    query.set("position", String(left ? left.step : waiting || 0));
  }
  const { words: choice, find } = wordChoice(training);
  if (choice !== "first") query.set("words", choice);
  if (find) query.set("find", find);
  if (view.length) query.set("view", view.join(" "));
  return query.toString();
}

/** The session storage; null where the browser does not allow it. */
function storage() {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}

/**
 * Keep what is about to be the end of the URL, in case the page is loaded again before.
 * @param {string} old the end of the URL
 * @param {string} wanted what it should be
 */
export function keepPending(old, wanted) {
  storage()?.setItem(PENDING, JSON.stringify([location.pathname, old, wanted]));
}

/** Forget what was kept: the URL has it. */
export function clearPending() {
  storage()?.removeItem(PENDING);
}
