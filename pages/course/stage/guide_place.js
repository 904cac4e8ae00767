// Where the reader goes on in the course: at an open part, as long as there is one.
// And what comes back because it was missed.

import { findPart, guideData, nextOpenPart } from "../../stage/core/guide_data.js";
import { progress, saveProgress } from "../../stage/core/guide_progress.js";
import { dueNames, SKILL } from "../../stage/core/reviews.js";

/** @import { OpenPart } from "../../stage/core/guide_data.js" */

/** Where the reader goes on; if all parts are finished, where the reader was. */
export const partToContinue = () => openPart() ?? findPart(progress().place?.part);

/** The part where the reader was, or the next open one if it is finished or no longer there. */
function openPart() {
  const { place, parts } = progress();
  const found = findPart(place?.part);
  if (found && !parts[found.part.name]) return found;
  const before = guideData()?.chapters[(place?.chapter ?? 0) - 2];
  return nextOpenPart(found?.part.name ?? before?.parts.at(-1)?.name);
}

/** Whether the reader has finished the course. */
export const isFinished = () => progress().place?.chapter === 0;

/**
 * Note where the reader goes on: at a part, unless it is finished. For a reader who has finished the
 * course, it stays finished until a part that was added since is opened.
 * @param {OpenPart} at
 */
export function notePlace(at) {
  const isDone = Boolean(progress().parts[at.part.name]);
  const next = isDone ? !isFinished() && openPart() : at;
  const { part, number } = next || { ...at, number: 0 };
  const begun = Math.max(progress().begun, at.number);
  saveProgress({ begun, place: { part: part.name, chapter: number } });
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
