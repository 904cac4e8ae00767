// Where the reader is: the step of each stage, and what the stages show. The browser keeps it and
// the URL contains it; the server does not know it. A stage has a name, and a subject: what it
// steps through. Another subject starts at its first step.
import { ofTab } from "./storage.js";

/**
 * @import { WordList } from "../records.d.ts"
 * @import { WordChoice } from "../types.d.ts"
 */

/**
 * @typedef {object} Left where the reader left a stage
 * @property {string} subject
 * @property {number} step
 * @property {boolean} [isAsked] whether the link that the page was loaded with asks for the step
 */

/**
 * @typedef {object} OpenStage the stage on the page
 * @property {string} name
 * @property {string} param the URL parameter of its step
 * @property {number} last the last step
 * @property {WordList} [words] the words that it can show
 * @property {(step: number) => void} go
 * @property {HTMLElement} frame its root element
 * @property {() => void} refresh go to the place that was opened
 * @property {() => string} [pinned] the key of what the reader has pinned; empty if nothing is
 * @property {() => void} [release] release what the reader has pinned
 * @property {(step: number) => boolean} [hasQuestion] whether Predict asks before a step
 * @property {() => boolean} [isOfPlace] whether it is that of the place which was opened last
 */

const PENDING = "merge-by-merge-url"; // in the session storage
export const FIRST_WORDS = { words: "first", find: "" };
export const OWNED = ["step", "position", "view", "words", "find"]; // parameters of the browser

// The link that the page was loaded with, or the place that was opened last. A step is taken out of
// it once; the view and the part stay in it, as the browser's own part of the URL.
const link = new URL(location.href);
const { searchParams: loaded } = link;
if (loaded.has("at") && !loaded.has("position")) loaded.set("position", loaded.get("at") ?? "");
// A reload may come before the last press is in the URL (see `keepPending`). It loads the URL that
// was there when it began, even if a later one was written meanwhile.
const [url, pending, isWritten] = ofTab.list(PENDING);
const [navigation] = performance.getEntriesByType("navigation");
const isReload = /** @type {PerformanceNavigationTiming} */ (navigation)?.type === "reload";
if (url === fingerprint() && (isReload || !isWritten)) {
  for (const [name, value] of new URLSearchParams(String(pending))) loaded.set(name, value);
}

/** Whether the page was loaded with a link that leads to no step, no lesson and no part. */
export const isPlainLink = !["step", "lesson", "part"].some((name) => loaded.has(name));
/** The language of that link; empty if it has none. */
export const loadedLanguage = loaded.get("lang") ?? "";
/** Whether that link has settings: then it leads to what they describe. */
export const hasSettings = loaded.has("corpus");
/** @type {Map<string, Left>} */
const stages = new Map();
/** @type {OpenStage | null} */
let opened = null;
/** @type {{ subject: string, choice: WordChoice } | null} */
let words = null;
/** @type {Set<() => void>} */
const listeners = new Set();

/** Whether the page is the one that the link leads to. */
export function isAtLink() {
  return location.pathname === link.pathname;
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
  keepPending();
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
 * @param {boolean} [isCurrent] false if the stage is from before the place that was opened last
 */
export function stepOf(name, subject, param, isCurrent = true) {
  let left = stages.get(name);
  // What was opened comes first: the stage may still have noted its step of before.
  const isGiven = isCurrent && (!left || loaded.has(param));
  if (isGiven && (param === "step" || isAtLink())) {
    left = { subject, step: takeLoaded(param) || 0, isAsked: true };
  }
  if (left?.subject !== subject) left = { subject, step: 0 };
  stages.set(name, left);
  return left.step;
}

/**
 * Whether the step of a stage comes from a link, and the stage has shown none yet.
 * @param {string} name
 */
export function isAsked(name) {
  return stages.get(name)?.isAsked === true;
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
  for (const listener of listeners) listener();
}

/**
 * Note that a stage is no longer on the page.
 * @param {OpenStage} stage
 */
export function close(stage) {
  if (opened !== stage) return;
  opened = null;
  for (const listener of listeners) listener();
}

/** The stage on the page; null if there is none. */
export function openStage() {
  return opened;
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

/**
 * Take the step and what the stages show from a query, as if the page had been loaded with it.
 * @param {string} path of the page
 * @param {string} query
 */
export function expect(path, query) {
  const given = new URLSearchParams(query);
  link.pathname = path;
  for (const name of OWNED) {
    const value = given.get(name);
    if (value === null) loaded.delete(name);
    else loaded.set(name, value);
  }
  stages.clear();
  words = null;
}

/** The part of the course or of a lesson that is open in the panel; empty if it is closed. */
export function openPart() {
  return (loaded.get("part") ?? "").slice(0, 100);
}

/** @param {string} name empty if the panel is closed */
export function setPart(name) {
  loaded.set("part", name);
}

/** Which views of the stages are on. */
export function views() {
  return (loaded.get("view") ?? "").split(" ").filter(Boolean);
}

/** @param {string[]} names */
export function setViews(names) {
  loaded.set("view", names.join(" "));
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
    const waiting = isAtLink() && loaded.get("position");
    const left = opened?.param === "position" && stages.get(opened.name);
    query.set("position", String(left ? left.step : waiting || 0));
  }
  const { words: choice, find } = wordChoice(training);
  if (choice !== "first") query.set("words", choice);
  if (find) query.set("find", find);
  if (views().length) query.set("view", views().join(" "));
  if (openPart()) query.set("part", openPart());
  return query.toString();
}

/** What tells one URL from another, even if it is long. */
function fingerprint() {
  const { pathname, search } = location;
  return `${pathname} ${search.length} ${search.slice(-100)}`;
}

/** Keep what is not in the URL yet, in case the page is loaded again before. */
function keepPending() {
  const query = new URLSearchParams({ view: views().join(" "), part: openPart() });
  const step = stages.get("training")?.step ?? loaded.get("step");
  const position = opened?.param === "position" && stages.get(opened.name)?.step;
  if (step !== null) query.set("step", String(step));
  if (position !== undefined && position !== false) query.set("position", String(position));
  if (words) for (const [name, value] of Object.entries(words.choice)) query.set(name, value);
  ofTab.setValue(PENDING, [fingerprint(), query.toString(), false]);
}

/** Note that the URL has what was kept. */
export function notePendingWritten() {
  const [kept, query, isInUrl] = ofTab.list(PENDING);
  if (kept && !isInUrl) ofTab.setValue(PENDING, [kept, query, true]);
}
