// Where the reader goes on in the course: never in a chapter that is finished, while others are open.
// And what comes back because it was missed.

import { findPart, guideData, nextOpenPart } from "../../stage/core/guide_data.js";
import { progress, saveProgress } from "../../stage/core/guide_progress.js";
import { dueNames, SKILL } from "../../stage/core/reviews.js";

/** @import { ChapterData } from "../../stage/types.d.ts" */
/** @import { OpenPart } from "../../stage/core/guide_data.js" */

/** Where the reader was, or the next open part if the chapter there is finished. */
export function partToContinue() {
  const found = findPart(progress().place?.part);
  const isFinished = found && isComplete(found.chapter);
  return isFinished ? (nextOpenPart(found.chapter) ?? found) : found;
}

/** @param {ChapterData} chapter */
function isComplete(chapter) {
  const { parts } = progress();
  return chapter.parts.every(({ name }) => parts[name]);
}

/**
 * Note where the reader goes on: at a part, or in the next open chapter if that of the part is
 * finished.
 * @param {OpenPart} at
 */
export function notePlace(at) {
  const next = isComplete(at.chapter) ? nextOpenPart(at.chapter) : at;
  const { part, number } = next ?? { ...at, number: 0 };
  saveProgress({ place: { part: part.name, chapter: number } });
}

/**
 * What is due first: a part, or the query of a question of Practice. Null if nothing is.
 * @returns {{ part?: OpenPart, query?: URLSearchParams } | null}
 */
export function firstDue() {
  const { chapters = [], lang = "" } = guideData() ?? {};
  for (const name of dueNames()) {
    const part = findPart(name);
    if (part) return { part };
    const skills = chapters.flatMap((chapter) => chapter.skills ?? []);
    const found = skills.find(({ skill }) => name === SKILL + skill);
    if (found) return { query: new URLSearchParams({ position: String(found.position), lang }) };
  }
  return null;
}
