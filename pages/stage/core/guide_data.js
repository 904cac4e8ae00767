// The course, or the teacher's lesson of the link: loaded once in a language. Finds its parts.
import { whenReady } from "./address.js";
import { progress } from "./guide_progress.js";

/** @import { ChapterData, GuideData, PartData } from "../types.d.ts" */

/**
 * @typedef {object} OpenPart
 * @property {PartData} part
 * @property {ChapterData} chapter
 * @property {number} number of the chapter, from 1
 * @property {string} back the part before; empty if there is none
 * @property {string} next
 */

const MAX_TRIES = 5; // to load the course
const RETRY_AFTER = 1000; // ms
const LESSON_PART = /^(?:[0-9a-f]{8}-)?\d+$/; // a part of a teacher's lesson; others: of the course

/** @type {{ record: string, data: GuideData } | null} what is loaded, with its URL */
let loaded = null;

/** The course or the lesson; null before it is loaded. */
export const guideData = () => loaded?.data ?? null;

/**
 * Load the course or the lesson of the URL, unless it is there in this language.
 * @param {string} lang
 * @param {string} name of a part
 */
export async function loadGuide(lang, name) {
  const lesson = isOfLesson(name) ? await lessonOfUrl() : "";
  const record = `${lang}/${lesson ? `lesson?${new URLSearchParams({ lesson })}` : "course"}`;
  for (let tries = 1; loaded?.record !== record; tries += 1) {
    const response = await fetch(new URL(`guide/${record}`, import.meta.url));
    if (response.ok) {
      loaded = { record, data: await response.json() };
    } else if (tries === MAX_TRIES) throw new Error(`${response.status} for the course`);
    else await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER));
  }
}

/** @param {string} name of a part */
export const isOfLesson = (name) => LESSON_PART.test(name);

/** The teacher's lesson in the link; empty if there is none. */
async function lessonOfUrl() {
  const query = location.search.includes("lesson=") ? location.search : (await whenReady()).query;
  return new URLSearchParams(query).get("lesson") ?? "";
}

/**
 * The first open part after another one; after the last part of all, it starts again with the first
 * one. Null if all parts are finished.
 * @param {string} [after] the name of a part
 */
export function nextOpenPart(after = "") {
  const chapters = guideData()?.chapters ?? [];
  const names = chapters.flatMap((chapter) => chapter.parts.map(({ name }) => name));
  const from = names.indexOf(after) + 1;
  const { parts } = progress();
  const open = [...names.slice(from), ...names.slice(0, from)].find((name) => !parts[name]);
  return open ? findPart(open) : null;
}

export const firstPart = () => guideData()?.chapters[0]?.parts[0].name;

/**
 * A part, with what is before and after it; null if there is none with this name.
 * @param {string} [name]
 * @returns {OpenPart | null}
 */
export function findPart(name) {
  const chapters = guideData()?.chapters ?? [];
  const all = chapters.flatMap((chapter) => chapter.parts);
  // A link can also name a part of a lesson by its number.
  const isIt = (/** @type {string} */ other) =>
    other === name || (isOfLesson(other) && other.endsWith(`-${name}`));
  const at = all.findIndex((part) => isIt(part.name));
  if (at < 0) return null;
  const of = chapters.findIndex((chapter) => chapter.parts.includes(all[at]));
  const chapter = chapters[of];
  const [back, next] = [all[at - 1]?.name ?? "", all[at + 1]?.name ?? ""];
  return { part: all[at], chapter, number: of + 1, back, next };
}

/**
 * Ask the server whether a word solves a part.
 * @param {string} part
 * @param {string} word
 */
export async function checkWord(part, word) {
  const url = new URL(`guide/${guideData()?.lang}/check/${part}`, import.meta.url);
  url.search = String(new URLSearchParams({ word }));
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${response.status} for a word`);
  return response.json();
}
