// What the reader has done in the course. It stays in this browser's local storage.
import { entriesOf, ofBrowser, validIn } from "./storage.js";

/** @import { SkillState } from "../types.d.ts" */

/**
 * @typedef {object} Progress
 * @property {Record<string, "solved" | "shown">} parts finished parts, by name: solved by the reader,
 *   or with the answer shown after three tries
 * @property {{ part: string, chapter: number } | null} place where the reader goes on; chapters
 *   count from 1, and 0 is the end of the course
 * @property {number} begun the last chapter that was begun; 0 if none was
 * @property {Record<string, SkillState>} skills how far the reader is with each skill, by name
 * @property {Record<string, Record<string, SkillState>>} sets the same for the last set of questions
 *   that a class shares, by its seed
 * @property {Record<string, [times: number, due: number]>} reviews what was missed, and when it comes
 *   back (see `reviews.js`)
 */

const STORED = "merge-by-merge-course";
/** @type {Set<() => void>} */
const listeners = new Set();

/**
 * @param {any} value
 * @returns {value is SkillState}
 */
function isSkill(value) {
  return Array.isArray(value) && value.length === 6 && value.every(Number.isFinite);
}

/**
 * @param {any} value
 * @returns {value is "solved" | "shown"}
 */
function isEnd(value) {
  return value === "solved" || value === "shown";
}

/**
 * @param {any} value
 * @returns {value is [number, number]}
 */
function isReview(value) {
  return Array.isArray(value) && value.length === 2 && value.every(Number.isFinite);
}

/** What is kept, without what is damaged. */
export function progress() {
  return validProgress(ofBrowser.value(STORED));
}

/**
 * @param {unknown} value
 * @returns {Progress}
 */
function validProgress(value) {
  const { parts, place, begun, skills, sets, reviews } = entriesOf(value);
  const { part, chapter } = entriesOf(place);
  const isPlace = typeof part === "string" && Number.isFinite(chapter);
  const ofSets = Object.entries(entriesOf(sets));
  return {
    parts: validIn(parts, isEnd),
    place: isPlace ? { part, chapter } : null,
    begun: Number.isInteger(begun) ? Number(begun) : 0,
    skills: validIn(skills, isSkill),
    sets: Object.fromEntries(ofSets.map(([seed, each]) => [seed, validIn(each, isSkill)])),
    reviews: validIn(reviews, isReview),
  };
}

/** @param {Partial<Progress>} changes */
export function saveProgress(changes) {
  ofBrowser.setValue(STORED, { ...progress(), ...changes });
  for (const listener of listeners) listener();
}

/**
 * Note that a part is finished. One that was solved stays solved.
 * @param {string} name
 * @param {"solved" | "shown"} how
 */
export function finishPart(name, how) {
  const { parts } = progress();
  if (parts[name] !== "solved") saveProgress({ parts: { ...parts, [name]: how } });
}

/** Forget all of it. */
export function resetProgress() {
  saveProgress({ parts: {}, place: null, begun: 0, skills: {}, sets: {}, reviews: {} });
}

/**
 * Take the progress of a file in place of that of this browser. Returns whether the file has any.
 * @param {string} text
 */
export function importProgress(text) {
  let value;
  try {
    value = validProgress(JSON.parse(text));
  } catch {
    return false;
  }
  const { place, ...found } = value;
  const isEmpty = !place && Object.values(found).every((each) => !Object.keys(each).length);
  if (!isEmpty) saveProgress(value);
  return !isEmpty;
}

/** All of it as the text of a file. */
export function exportedProgress() {
  return `${JSON.stringify(progress(), null, 2)}\n`;
}

/**
 * Call a function whenever something is saved. Returns a function that ends this.
 * @param {() => void} listener
 */
export function onProgress(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
