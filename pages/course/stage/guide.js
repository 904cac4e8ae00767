// The course and a teacher's lesson: which part is open, and what it does with the app. The panel is
// loaded only for readers who open it.

import { askClass } from "../../settings/stage/class_button.js";
import {
  currentPlace,
  fullPlace,
  isLeaving,
  isOpening,
  openPlace,
  pageData,
  places,
  whenReady,
  writeAddress,
} from "../../stage/core/address.js";
import {
  checkWord,
  findPart,
  firstPart,
  guideData,
  isOfLesson,
  loadGuide,
} from "../../stage/core/guide_data.js";
import {
  clearMarks,
  followMarks,
  mark,
  scrollToChange,
  scrollToMark,
} from "../../stage/core/guide_marks.js";
import { finishPart } from "../../stage/core/guide_progress.js";
import { noteAnswer } from "../../stage/core/reviews.js";
import * as steps from "../../stage/core/steps.js";
import { entriesOf, isText, ofTab } from "../../stage/core/storage.js";
import { holdsSteps, queryAfter, staysHidden, wordAfter } from "./guide_held.js";
import { GuidePanel } from "./guide_panel.js";
import { firstDue, isFinished, notePlace, partToContinue } from "./guide_place.js";

/** @import { GuideData } from "../../stage/types.d.ts" */
/** @import { OpenPart } from "../../stage/core/guide_data.js" */
/** @import { Given } from "./guide_part.js" */

const ROOT = document.documentElement;
// In the place of a part's name: where the reader was, or the first part; what is due.
const START = "start";
const DUE = "due";
const BEFORE = "merge-by-merge-before-course"; // in the session storage: what was open before it

/** @type {GuidePanel | null} */
let panel = null;
/** @type {Map<string, Given[]>} the answers of this visit, by the name of the part */
const answers = new Map();

/** Open the panel at the part that the URL names, or at another one. */
export async function startGuide(name = steps.openPart()) {
  const isOpen = panel !== null;
  const lang = steps.loadedLanguage || (await whenReady()).lang;
  // While the page loads, its language is not yet that of the link.
  await loadGuide(name === steps.openPart() && !isOpen ? lang : ROOT.lang, name);
  if (!guideData()) return;
  if (name === DUE && openDue()) return;
  const choosesChapter = name === START && isFinished();
  const wanted =
    (name === START || name === DUE ? partToContinue() : findPart(name)) ?? findPart(firstPart());
  if (!wanted) return;
  const isHere = wanted.part.name === steps.openPart() && steps.hasSettings && !isOpen;
  await show(wanted, !isHere, isOpen || !steps.openPart());
  if (choosesChapter) panel?.toggleChapters(true);
}

/**
 * Show a part.
 * @param {OpenPart} wanted
 * @param {boolean} opensPlace whether the app goes to the place of the part
 * @param {boolean} isNewEntry whether Back goes to what is shown now
 * @param {boolean} [isReview] whether the part came back because it was missed
 */
async function show(wanted, opensPlace, isNewEntry, isReview = false) {
  const { part } = wanted;
  const data = /** @type {GuideData} */ (guideData());
  if (!panel || panel.data !== data) {
    panel?.remove();
    panel = new GuidePanel(data, { open, again, back, close, leave, openDue, goOn });
  }
  if (panel.opened !== wanted) steps.openStage()?.release?.(); // it would mark what is asked next
  panel.opened = wanted;
  panel.isReview = isReview;
  panel.isAtEnd = false;
  const isOpen = () => panel?.opened === wanted;
  const { labels } = data;
  const isCourse = !isOfLesson(part.name);
  const marks = { marks: part.marks, hides: part.hides };
  panel.isHeld = isCourse && holdsSteps(part);
  let { covered } = labels;
  const markNow = () => {
    if (!panel || !isOpen() || panel.isElsewhere) return;
    const { isHeld, isAtEnd } = panel;
    panel.marked = mark(marks.marks, marks.hides, { isCourse, isHeld, isAtEnd, covered });
    const frame = steps.openStage()?.frame;
    if (frame) followMarks(frame, panel.marked);
  };
  const uncover = () => {
    if (panel) panel.isHeld = false;
    covered = labels.stays_covered;
    marks.hides = part.hides.filter((name) => staysHidden(part, name));
    marks.marks = [...marks.marks, ...(part.done_marks ?? [])];
    markNow();
  };
  panel.markNow = markNow;
  panel.showElsewhere(false);
  markNow();
  const given = answers.get(part.name) ?? [];
  answers.set(part.name, given);
  if (isCourse) notePlace(wanted);
  panel.draw(wanted, {
    lang: data.lang,
    given,
    check: (word) => checkWord(part.name, word),
    onHint: () => {
      marks.marks = [...part.marks, ...(part.task?.hint_marks ?? [])];
      markNow();
    },
    onFinish: (how) => {
      finishPart(part.name, how);
      if (isCourse) {
        noteAnswer(part.name, how === "solved" && given.length === 1);
        notePlace(wanted);
      }
      if (!isOpen()) return; // the reader has gone on while a word was checked
      if (how === "solved") marks.marks = part.marks; // the hint is not needed anymore
      uncover();
      const { step, after = step } = part;
      if (panel) panel.step = -1; // what the answer shows comes into sight
      if (after !== step)
        steps.goTo(after); // what followed, with the counts that decided
      else followStage();
      const word = wordAfter(part, given.at(-1));
      if (word && panel) {
        panel.settings = null; // as at the beginning of a part
        openPlace(part.page, withProjector(queryAfter(part, word)), false);
      }
      presentable(); // the notes say what Page Down does now
    },
    onNext() {},
    askClass: () => askClass(part, isCourse, () => isOpen() && panel?.view?.revealToClass()),
  });
  const { view } = panel;
  const isAnswered = view?.isFinished ?? false; // earlier in this visit
  if (isAnswered) uncover();
  presentable();
  await panel.ready;
  if (!isOpen()) return;
  ROOT.dataset.guide = isOfLesson(part.name) ? "lesson" : "open";
  if (opensPlace) {
    await whenReady();
    if (!isOpen()) return;
    if (!steps.openPart()) ofTab.setValue(BEFORE, fullPlace());
    if (isNewEntry) writeAddress();
    steps.setPart(part.name);
    const word = wordAfter(part, given.at(-1));
    const query = isAnswered && isCourse ? queryAfter(part, word) : part.query;
    openPlace(part.page, withProjector(query), isNewEntry);
  } else {
    steps.setPart(part.name);
    writeAddress();
  }
  panel.settings = null; // noted once the page is at this place
  panel.isToScroll = true;
  followStage();
  panel.view?.focus();
}

/** Have a presenter remote and the lecturer's window follow the lesson. */
async function presentable() {
  const { followLesson } = await import("./lesson_presenter.js");
  followLesson({
    opened: () => panel?.opened ?? null,
    data: guideData,
    open,
    isAsking: () => Boolean(panel?.view?.task && !panel.view.isFinished),
    reveal: () => panel?.view?.reveal(),
  });
}

/**
 * A query that keeps presenting, if the page is presented.
 * @param {string} text
 */
function withProjector(text) {
  if (!steps.views().includes("projector")) return text;
  const query = new URLSearchParams(text);
  query.set("view", `${query.get("view") ?? ""} projector`.trim());
  return String(query);
}

/** @param {string} name of a part */
function open(name) {
  const wanted = findPart(name);
  if (wanted) show(wanted, true, true);
}

/** Open the part or the question that is due first. Returns whether there is one. */
function openDue() {
  const { part, query } = firstDue() ?? {};
  if (part) {
    answers.delete(part.part.name);
    show(part, true, true, true);
  }
  if (query) leave("practice", query);
  return Boolean(part ?? query);
}

/** Return from what was due to where the reader goes on. */
function goOn() {
  const wanted = partToContinue();
  if (wanted) show(wanted, true, true);
}

/**
 * Close the panel, and go to another page.
 * @param {string} page
 * @param {URLSearchParams} query
 */
function leave(page, query) {
  remove();
  openPlace(page, String(query));
}

function again() {
  const opened = panel?.opened;
  if (!opened) return;
  answers.delete(opened.part.name);
  show(opened, true, Boolean(panel?.isElsewhere));
}

/** Return from another page to the place of the open part. */
function back() {
  if (panel?.opened) show(panel.opened, true, true);
}

/** The settings of the page, in any language. */
function settings() {
  const query = new URLSearchParams(pageData()?.query);
  query.delete("lang");
  return String(query);
}

/**
 * Close the panel. The course leads back to what was open before it, unless its place was changed. The
 * end of a chapter leads on with own words, if it offers them.
 */
function close() {
  const { opened, isElsewhere, isAtEnd, settings: given } = panel ?? {};
  const isChanged = given !== null && given !== settings();
  const free = isAtEnd && !isElsewhere && opened?.chapter.free;
  if (free) return leave(free.page, new URLSearchParams(free.query));
  remove();
  if (!opened || isElsewhere || isChanged || isOfLesson(opened.part.name)) return;
  const { page, query } = entriesOf(ofTab.value(BEFORE));
  const isKnown = isText(page) && isText(query);
  const before = new URLSearchParams(isKnown ? query : "");
  before.set("lang", ROOT.lang); // the reader may have changed it meanwhile
  openPlace(isKnown ? page : "", withProjector(String(before)));
}

function remove() {
  panel?.remove();
  panel = null;
  delete ROOT.dataset.guide;
  clearMarks(steps.openStage()?.frame);
  steps.setPart("");
  writeAddress();
}

/** A reader who has gone to another page sees all of it: marks and covers are for the part's page. */
function followPage() {
  const here = currentPlace();
  if (!panel?.opened || isOfLesson(panel.opened.part.name)) return;
  const isElsewhere = here !== null && here.page !== panel.opened.part.page;
  if (!isElsewhere && !isOpening()) panel.settings ??= settings();
  if (isElsewhere === panel.isElsewhere) return;
  panel.showElsewhere(isElsewhere);
  if (isElsewhere) clearMarks(steps.openStage()?.frame);
  else panel.markNow();
}
places.addEventListener("change", followPage);

/** Apply the marks of the open part to the stage on the page, and bring them into sight. */
function followStage() {
  followPage();
  const frame = steps.openStage()?.frame;
  if (!frame) return;
  const { shown = [], marks = "" } = panel?.marked ?? {};
  followMarks(frame, panel?.isElsewhere ? null : (panel?.marked ?? null));
  panel?.handle.watch(frame, marks && shown.join(", "));
  panel?.more.follow(frame, shown);
  if (!panel || isOpening()) return;
  const { isToScroll, step } = panel;
  panel.step = steps.openStep();
  panel.isToScroll = false;
  if (isToScroll || step !== panel.step)
    requestAnimationFrame(() => {
      panel?.handle.makeRoom(); // it says what is in sight
      const scroll = isToScroll ? scrollToMark : scrollToChange;
      scroll(frame, panel?.marked?.shown ?? []);
    });
}
steps.onChange(followStage);

// Have the reader stay at a step whose next one gives the answer away. The panel says why.
addEventListener("may-step", (event) => {
  if (!panel?.isHeld || panel.isElsewhere) return;
  event.preventDefault();
  panel.view?.say("note", panel.data.labels.held);
});

// Back and Forward go to the part of that entry.
/** @param {PopStateEvent} event */
function onBack(event) {
  const name = new URLSearchParams(location.search).get("part") ?? "";
  const wanted = findPart(name);
  if (!name && panel) remove();
  if (!wanted || wanted.part === panel?.opened?.part) return;
  if (!isLeaving()) event.stopImmediatePropagation(); // Streamlit would run the page for nothing
  show(wanted, true, false);
}
window.addEventListener("popstate", onBack, true);

// Another language: the same part in that language.
new MutationObserver(async () => {
  if (!panel?.opened || ROOT.lang === guideData()?.lang) return;
  const { opened, isAtEnd, isCompleted } = panel;
  const { name } = opened.part;
  await loadGuide(ROOT.lang, name);
  const wanted = findPart(name);
  if (wanted) await show(wanted, false, false);
  if (isAtEnd && panel?.opened === wanted) panel.showEnding(isCompleted);
}).observe(ROOT, { attributes: true, attributeFilter: ["lang"] });
