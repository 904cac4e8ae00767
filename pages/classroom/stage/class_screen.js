// What the lecturer's page shows, as the class is told, and how the lecturer's other devices move it.

import { currentPlace, openPlace } from "../../stage/core/address.js";
import { findPart, guideData, isOfLesson } from "../../stage/core/guide_data.js";
import { isTaken } from "../../stage/core/remote.js";
import * as steps from "../../stage/core/steps.js";

/** @import { AskPanel } from "./class_ask.js" */

export const COVERS = "data-guide-covers"; // on the root: see `guide_marks.js`
const MAX_TEXTS = 20; // of a part, as in `shown_part.py`

/**
 * What is on the screen; null while it is being loaded.
 * @param {boolean} asksEachStep whether Page Down asks before each step
 * @param {boolean | undefined} look whether students may look around
 */
export function shownScreen(asksEachStep, look) {
  const place = currentPlace();
  if (!place) return null;
  const query = new URLSearchParams(place.query);
  const views = new Set([...steps.views(), ...(asksEachStep ? ["predict"] : [])]);
  // A part hides what its task asks.
  const hides = document.documentElement.getAttribute(COVERS);
  if (hides !== null) views.add("covered");
  if (views.size) query.set("view", [...views].join(" "));
  const part = partOf(steps.openPart());
  const hidden = hides?.split(" ") ?? [];
  const shown = { page: place.page, query: query.toString(), hides: hidden, look, part };
  if (!place.stage) return { ...shown, step: 0, pin: null };
  const stage = steps.openStage();
  if (stage?.name !== place.stage || stage.isOfPlace?.() === false) return null;
  return { ...shown, step: steps.openStep(), pin: stage.pinned?.() || null };
}

/**
 * The part of the course or of a lesson that is open, as the server reads it.
 * @param {string} name of the part; empty if none is open
 */
function partOf(name) {
  const part = name && findPart(name)?.part;
  if (!part) return [];
  if (!isOfLesson(part.name)) return ["course", part.name, guideData()?.lang ?? "en"];
  return ["", part.title, ...part.sentences].slice(0, MAX_TEXTS);
}

/**
 * Go on as Page Down does: to the answer or the question first, or to the next part of a lesson.
 * @param {AskPanel} ask
 */
export function goForward(ask) {
  if (!ask.forward() && !isTaken(keyOf("PageDown"))) steps.goTo(steps.openStep() + 1);
}

export function goBackward() {
  if (!isTaken(keyOf("PageUp"))) steps.goTo(steps.openStep() - 1);
}

/**
 * The press of a key on a presenter remote.
 * @param {string} key
 */
function keyOf(key) {
  return new KeyboardEvent("keydown", { key, cancelable: true });
}

/**
 * Show how a word is encoded; on the page of Unigram, how it is segmented there.
 * @param {string} word
 */
export function encodeWord(word) {
  const { page = "", query: before = location.search } = currentPlace() ?? {};
  const query = new URLSearchParams(before);
  const isUnigram = page === "unigram";
  if (isUnigram) {
    query.set("word", word);
    if (query.get("show") !== "both") query.set("show", "word");
    query.delete("position");
  } else {
    query.set("input", word);
    query.delete("max_merges");
  }
  const views = steps.views().filter((each) => each === "projector");
  if (views.length) query.set("view", views.join(" "));
  openPlace(isUnigram ? page : "encode", query.toString());
}
