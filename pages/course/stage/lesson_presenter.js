// Presenting a teacher's lesson: a presenter remote goes through its steps and parts, and a second
// window has the notes and a clock. The presented window never shows the notes.
import { isOpening, pageData } from "../../stage/core/address.js";
import { isOfLesson } from "../../stage/core/guide_data.js";
import { wantsKey } from "../../stage/core/keys.js";
import { isPresented, onPresent } from "../../stage/core/present.js";
import { setRemote } from "../../stage/core/remote.js";
import * as steps from "../../stage/core/steps.js";
import { ofTab } from "../../stage/core/storage.js";

/** @import { OpenPart } from "../../stage/core/guide_data.js" */
/** @import { GuideData, PresenterState } from "../../stage/types.d.ts" */

const STORED = "merge-by-merge-presenter"; // in the session storage: which window has the notes

/**
 * @typedef {object} Lesson
 * @property {() => OpenPart | null} opened the open part
 * @property {() => GuideData | null} data
 * @property {(part: string) => void} open
 * @property {() => boolean} isAsking whether the task of the open part is not finished
 * @property {() => void} reveal shows the answer to it
 */

/** @type {Lesson | null} */
let lesson = null;
/** @type {NotesWindow | null} */
let notes = null;

/** The window with the notes, as the presented window knows it. */
class NotesWindow {
  /** @param {string} id */
  constructor(id) {
    this.channel = new BroadcastChannel(`merge-by-merge ${id}`);
    this.channel.onmessage = ({ data }) => {
      if (!isShown()) report();
      else if (data.command === "forward") forward();
      else if (data.command === "backward") backward();
      else if (data.command === "hello") report();
    };
    this.isKnown = false; // whether it shows a part
  }

  /** @param {PresenterState} state */
  show(state) {
    this.isKnown = true;
    this.channel.postMessage(state);
  }

  /** Tell it that the lesson is not presented anymore. */
  end() {
    if (this.isKnown) this.channel.postMessage({ ended: true });
    this.isKnown = false;
  }
}

/** Open the window with the notes, and present the page. */
export function presentLesson() {
  const id = String(Math.floor(Math.random() * 1e9));
  ofTab.setText(STORED, id);
  const url = new URL(`presenter.html#${id}`, import.meta.url);
  window.open(url, "merge-by-merge-notes", "popup,width=900,height=640");
  connect(id);
  steps.setViews([...steps.views().filter((each) => each !== "projector"), "projector"]);
}

/** @param {string} id of the window with the notes */
function connect(id) {
  notes?.channel.close();
  notes = new NotesWindow(id);
}

/**
 * Have a remote and the window with the notes follow a lesson.
 * @param {Lesson} given
 */
export function followLesson(given) {
  const isNew = lesson === null;
  lesson = given;
  if (!notes && ofTab.text(STORED)) connect(ofTab.text(STORED));
  report();
  if (!isNew) return;
  setRemote(takeKey);
  steps.onChange(report);
  onPresent(report);
  window.addEventListener("pagehide", () => notes?.end());
}

/** Whether the lesson is presented, or will be as soon as its page is there. */
function isShown() {
  return isPresented() || steps.views().includes("projector");
}

/** Tell the window with the notes what is shown. */
function report() {
  const [opened, data] = [lesson?.opened(), lesson?.data()];
  if (!opened || !isShown()) notes?.end();
  if (!notes || !opened || !data || !isShown()) return;
  const { part, chapter, next } = opened;
  const following = chapter.parts.find(({ name }) => name === next);
  notes.show({
    lang: data.lang,
    labels: data.labels,
    number: chapter.parts.indexOf(part) + 1,
    count: chapter.parts.length,
    title: part.title,
    sentences: part.sentences,
    note: part.note ?? "",
    prompt: part.task?.prompt ?? "",
    answer: part.task?.worked ?? "",
    next: following ? [following.title, ...following.sentences] : [],
    move: nextMove(),
    step: steps.openStep(),
    last: lastStep(),
  });
}

/** The step at which a part ends: the one that the lesson sets, or the last one. */
function lastStep() {
  const last = steps.openStage()?.last ?? 0;
  const part = lesson?.opened()?.part;
  if (!part) return last;
  return Math.min(isOfLesson(part.name) ? (part.until ?? last) : lastOfCourse(part), last);
}

/**
 * The step at which a part of the course ends: the one that its task asks for, or that the answer
 * leads to.
 * @param {import("../../stage/types.d.ts").PartData} part
 */
function lastOfCourse({ step, after = step, task }) {
  return task?.kind === "step" ? Number(task.answers?.[0] ?? step) : after;
}

/** Whether the stage of the open part is not there yet. */
function isLoading() {
  const page = lesson?.opened()?.part.page ?? "";
  const hasStage = pageData()?.pages.some(([path, , stage]) => path === page && stage);
  return isOpening() || (Boolean(hasStage) && !steps.openStage());
}

/**
 * What Page Down does now. Where the results are covered, the steps would give the answer away, so
 * the answer comes first.
 * @returns {PresenterState["move"]}
 */
function nextMove() {
  const opened = lesson?.opened();
  if (!opened) return "";
  const isAsking = lesson?.isAsking();
  if (isAsking && opened.part.hides.length) return "answer";
  if (steps.openStage() && steps.openStep() < lastStep()) return "step";
  if (isAsking) return "answer";
  return opened.next ? "part" : "";
}

/** Show the answer, or go to the next step, or from the last one to the next part. */
function forward() {
  const opened = lesson?.opened();
  if (!opened || isLoading()) return;
  const move = nextMove();
  if (move === "answer") lesson?.reveal();
  else if (move === "step") steps.goTo(steps.openStep() + 1);
  else if (move === "part") lesson?.open(opened.next);
  report();
}

/** Go back by a step, or from the first one of a part to the part before. */
function backward() {
  const opened = lesson?.opened();
  if (!opened || isLoading()) return;
  if (steps.openStage() && steps.openStep() > opened.part.step) steps.goTo(steps.openStep() - 1);
  else if (opened.back) lesson?.open(opened.back);
}

/**
 * Take a key of a remote. Returns whether it was one.
 * @param {KeyboardEvent} event
 */
function takeKey(event) {
  if (!isShown()) return false;
  if (event.altKey || event.ctrlKey || event.metaKey || wantsKey(event, null)) return false;
  if (!lesson?.opened() || !["PageDown", "PageUp"].includes(event.key)) return false;
  event.preventDefault();
  if (event.key === "PageDown") forward();
  else backward();
  return true;
}
