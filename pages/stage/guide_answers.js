// Whether an answer to a task of the course is right, and which known mistake it is.

/** @import { TaskData } from "./types.d.ts" */

const SAME = 1e-9; // how far two equal numbers may be apart, relative, because they are rounded

/**
 * The value of an integer, a decimal number or a fraction; NaN if the text is none of these.
 * @param {string} text
 */
export function numberOf(text) {
  const plain = text
    .replace(/\s/g, "")
    .replace(/^(\d{1,3})((?:,\d{3})+)(?=$|\.)/, (found) => found.replaceAll(",", ""));
  const found = /^([+-]?\d*\.?\d+)(?:\/(\d*\.?\d+))?$/.exec(plain);
  return found ? Number(found[1]) / Number(found[2] ?? 1) : Number.NaN;
}

/**
 * Whether two answers to a task are the same.
 * @param {TaskData} task
 * @param {string} given
 * @param {string} answer
 * @param {number} [tolerance] of numbers, relative
 */
function isSame({ kind }, given, answer, tolerance = 0) {
  if (kind === "number") {
    const value = numberOf(answer);
    return Math.abs(numberOf(given) - value) <= Math.max(SAME, tolerance) * Math.abs(value);
  }
  const tidy = (/** @type {string} */ text) => text.trim().split(/\s+/).join(" ");
  if (kind === "text") return tidy(given).toLowerCase() === tidy(answer).toLowerCase();
  return tidy(given) === tidy(answer);
}

/**
 * Whether an answer is right.
 * @param {TaskData} task
 * @param {string} given
 */
export function isRight(task, given) {
  return task.answers.some((answer) => isSame(task, given, answer, task.tolerance));
}

/**
 * Why an answer is wrong; empty if it is no known mistake.
 * @param {TaskData} task
 * @param {string} given
 */
export function mistakeOf(task, given) {
  const known = Object.keys(task.mistakes).find((each) => isSame(task, given, each));
  return known === undefined ? "" : task.mistakes[known];
}
