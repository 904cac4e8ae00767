// What the reader missed, and when it comes back: after 1, 3, 7 and 21 days. Each day starts at
// four, so a question of the evening is there in the morning, and none after minutes.
import { progress, saveProgress } from "./guide_progress.js";

/** @import { Due } from "../records.d.ts" */

const DAYS = [1, 3, 7, 21];
const START = 4; // the hour at which a day starts
const LEAST = 6 * 3_600_000; // ms: what is missed later comes back a day later
const AT_ONCE = 5; // questions, which take about five minutes
export const SKILL = "skill "; // in front of the name of a skill of Practice; others: parts

/**
 * @param {number} now in ms since 1970
 * @param {number} days
 */
function morningAfter(now, days) {
  const date = new Date(now);
  date.setHours(START, 0, 0, 0);
  if (date.getTime() > now) date.setDate(date.getDate() - 1); // it still belongs to the day before
  date.setDate(date.getDate() + days);
  if (date.getTime() < now + LEAST) date.setDate(date.getDate() + 1);
  return date.getTime();
}

/**
 * Note an answer. What was missed comes back, and is asked less often each time it is right at once.
 * @param {string} name of a part, or of a skill after SKILL
 * @param {boolean} isRight whether it was right at once
 * @param {number} [now]
 */
export function noteAnswer(name, isRight, now = Date.now()) {
  const { [name]: old, ...others } = progress().reviews;
  if (isRight && (!old || old[1] > now)) return; // it was not missed, or is not due yet
  const times = isRight ? old[0] + 1 : 0;
  const isLearned = times >= DAYS.length;
  const review = /** @type {[number, number]} */ ([times, morningAfter(now, DAYS[times])]);
  saveProgress({ reviews: isLearned ? others : { ...others, [name]: review } });
}

/**
 * What is due, the longest waiting first.
 * @param {number} [now]
 */
export function dueNames(now = Date.now()) {
  const waiting = Object.entries(progress().reviews).filter(([, [, due]]) => due <= now);
  waiting.sort(([, [, one]], [, [, other]]) => one - other);
  return waiting.slice(0, AT_ONCE).map(([name]) => name);
}

/**
 * Say how many questions are due; empty if there is none.
 * @param {Due} labels
 */
export function dueText([one, many]) {
  const { length } = dueNames();
  return length === 1 ? one : length ? many.replace("{n}", String(length)) : "";
}
