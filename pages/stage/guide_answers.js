// Whether an answer to a task of the course is right, and which known mistake it is.

/** @import { TaskData } from "./types.d.ts" */

const SAME = 1e-9; // how far two equal numbers may be apart, relative, because they are rounded

/**
 * The value of a number, a fraction, or a sum or product of them, such as 10 + 5 or 1/4 × 2/3; NaN if
 * the text is none of these. An input method may write the digits at their full width.
 * @param {string} text
 */
export function numberOf(text) {
  const plain = text.normalize("NFKC").replace(/\s/g, "").replaceAll("−", "-");
  const terms = plain.match(/[+-]?[^+-]+/g) ?? [];
  if (terms.join("") !== plain) return Number.NaN;
  return terms.reduce((sum, term) => sum + productOf(term), terms.length ? 0 : Number.NaN);
}

/** @param {string} term */
function productOf(term) {
  const sign = term.startsWith("-") ? -1 : 1;
  const factors = term.replace(/^[+-]/, "").split(/[×*]/);
  return factors.reduce((product, factor) => product * fractionOf(factor), sign);
}

/** @param {string} text */
function fractionOf(text) {
  const [, top, bottom = "1"] = /^([\d.,]+)(?:\/([\d.,]+))?$/.exec(text) ?? [];
  return decimalOf(top) / decimalOf(bottom);
}

/** @param {string} [text] */
function decimalOf(text = "") {
  const plain = /^\d{1,3}(,\d{3})+(\.|$)/.test(text) ? text.replaceAll(",", "") : text;
  return /^\d*\.?\d+$/.test(plain) ? Number(plain) : Number.NaN;
}

/**
 * The word that the tokens of an answer must spell, if they spell another one; otherwise empty.
 * @param {TaskData} task
 * @param {string} given
 */
export function missedWord({ kind, answers }, given) {
  const [word, typed] = [answers[0], given].map((text) => text.replace(/\s/g, ""));
  const isOther = kind === "tokens" && !word.includes("[") && typed !== word;
  return isOther ? word : "";
}

/**
 * Whether an answer is right, but rounded to too few digits.
 * @param {TaskData} task
 * @param {string} given
 */
export function isRoundedTooMuch({ kind, answers, tolerance }, given) {
  const digits = /^0*\.(\d+)$/.exec(given.normalize("NFKC").trim())?.[1];
  if (kind !== "number" || !tolerance || !digits || !Number(digits)) return false;
  const last = 10 ** -digits.length;
  return answers.some((each) => Math.abs(numberOf(given) - numberOf(each)) <= 0.5001 * last);
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
