// The course and a teacher's lesson: which part is open, and what it does with the app. The panel is
// loaded only for readers who open it.
import { openPlace, whenReady, writeAddress } from "./address.js";
import { clearMarks, followMarks, mark } from "./guide_marks.js";
import { GuidePanel } from "./guide_panel.js";
import { finishPart, progress, saveProgress } from "./guide_progress.js";
import * as steps from "./steps.js";

/** @import { GuideData } from "./types.d.ts" */
/** @import { OpenPart } from "./guide_panel.js" */

const ROOT = document.documentElement;
const MAX_TRIES = 5; // to load the course
const RETRY_AFTER = 1000; // ms
const START = "start"; // in the place of a part's name: where the reader was, or the first part

/** @type {GuideData | null} */
let data = null;
/** @type {GuidePanel | null} */
let panel = null;
/** @type {OpenPart | null} */
let opened = null;

/** Open the panel at the part that the URL names, or at another one. */
export async function startGuide(name = steps.openPart()) {
  const isOpen = panel !== null;
  const lang = steps.loadedLanguage || (await whenReady()).lang;
  await load(ROOT.lang || lang);
  if (!data) return;
  const wanted = find(name === START ? progress().place?.part : name) ?? find(firstPart());
  if (!wanted) return;
  const isHere = wanted.part.name === steps.openPart() && steps.hasSettings && !isOpen;
  await show(wanted, !isHere, isOpen || !steps.openPart());
}

/**
 * Load the course, unless it is there in this language.
 * @param {string} lang
 */
async function load(lang) {
  for (let tries = 1; data?.lang !== lang; tries += 1) {
    const response = await fetch(new URL(`guide/${lang}/course`, import.meta.url));
    if (response.ok) data = await response.json();
    else if (tries === MAX_TRIES) throw new Error(`${response.status} for the course`);
    else await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER));
  }
}

const firstPart = () => data?.chapters[0]?.parts[0].name;

/**
 * A part, with what is before and after it; null if there is none with this name.
 * @param {string} [name]
 * @returns {OpenPart | null}
 */
function find(name) {
  const chapters = data?.chapters ?? [];
  const all = chapters.flatMap((chapter) => chapter.parts);
  const at = all.findIndex((part) => part.name === name);
  if (at < 0) return null;
  const number = chapters.findIndex((chapter) => chapter.parts.includes(all[at])) + 1;
  const chapter = chapters[number - 1];
  const [back, next] = [all[at - 1]?.name ?? "", all[at + 1]?.name ?? ""];
  return { part: all[at], chapter, number, back, next };
}

/**
 * Show a part.
 * @param {OpenPart} wanted
 * @param {boolean} opensPlace whether the app goes to the place of the part
 * @param {boolean} isNewEntry whether Back goes to what is shown now
 */
async function show(wanted, opensPlace, isNewEntry) {
  opened = wanted;
  const { part, number } = wanted;
  if (!panel || panel.data !== data) {
    panel?.remove();
    panel = new GuidePanel(/** @type {GuideData} */ (data), { open, again, close });
  }
  const marks = { marks: part.marks, hides: part.hides };
  const markNow = () => mark(marks.marks, marks.hides);
  markNow();
  panel.draw(wanted, {
    check: (word) => check(part.name, word),
    onHint: () => {
      marks.marks = [...part.marks, ...(part.task?.hint_marks ?? [])];
      markNow();
    },
    onFinish: (how) => {
      marks.hides = [];
      markNow();
      finishPart(part.name, how);
    },
    onNext() {},
  });
  saveProgress({ place: { part: part.name, chapter: number } });
  await panel.ready;
  if (opened !== wanted) return;
  ROOT.dataset.guide = "open";
  if (opensPlace) {
    await whenReady();
    if (opened !== wanted) return;
    if (isNewEntry) writeAddress();
    steps.setPart(part.name);
    openPlace(part.page, part.query, isNewEntry);
  } else {
    steps.setPart(part.name);
    writeAddress();
  }
  panel.view?.focus();
}

/** @param {string} name of a part */
function open(name) {
  const wanted = find(name);
  if (wanted) show(wanted, true, true);
}

function again() {
  if (opened) show(opened, true, false);
}

function close() {
  panel?.remove();
  panel = opened = null;
  delete ROOT.dataset.guide;
  clearMarks();
  steps.setPart("");
  writeAddress();
}

/**
 * Ask the server whether a word solves a part.
 * @param {string} part
 * @param {string} word
 */
async function check(part, word) {
  const url = new URL(`guide/${data?.lang}/check/${part}`, import.meta.url);
  url.search = String(new URLSearchParams({ word }));
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${response.status} for a word`);
  return response.json();
}

steps.onChange(() => {
  const stage = steps.openStage();
  if (stage) followMarks(stage.frame);
});
const shown = steps.openStage();
if (shown) followMarks(shown.frame);

// Back and Forward go to the part of that entry.
window.addEventListener("popstate", () => {
  const name = new URLSearchParams(location.search).get("part") ?? "";
  const wanted = find(name);
  if (!name && opened) close();
  else if (wanted && wanted.part !== opened?.part) show(wanted, true, false);
});

// Another language: the same part in that language.
new MutationObserver(async () => {
  if (!opened || !data || ROOT.lang === data.lang) return;
  const { name } = opened.part;
  await load(ROOT.lang);
  const wanted = find(name);
  if (wanted) show(wanted, false, false);
}).observe(ROOT, { attributes: true, attributeFilter: ["lang"] });
