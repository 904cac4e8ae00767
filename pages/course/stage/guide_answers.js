// Whether an answer to a task of the course is right, and which known mistake it is.
import { isSameNumber, numberOf } from "../../stage/questions/expressions.js";
import { splitTokens, tokensOf, UNKNOWN } from "../../stage/questions/typed_tokens.js";

/** @import { QuestionRecord } from "../../stage/records.d.ts" */

/**
 * The word that the tokens of an answer must spell, if they spell another one; otherwise empty.
 * @param {QuestionRecord} task
 * @param {string} given
 */
export function missedWord(task, given) {
  const word = wordOf(task);
  if (task.kind !== "tokens" || word.includes(UNKNOWN)) return "";
  return readTokens(task, given).join("") === word ? "" : word;
}

/**
 * Whether an answer is right, but rounded to too few digits.
 * @param {QuestionRecord} task
 * @param {string} given
 */
export function isRoundedTooMuch({ kind, answers = [], tolerance }, given) {
  const plain = given.normalize("NFKC").trim();
  const [, digits, percent] = /^\d*[.,](\d+) ?(%?)$/.exec(plain) ?? [];
  if (kind !== "number" || !tolerance || !digits || !numberOf(given)) return false;
  const last = 10 ** -digits.length / (percent ? 100 : 1);
  return answers.some((each) => Math.abs(numberOf(given) - numberOf(each)) <= 0.5001 * last);
}

/**
 * Whether an answer is right.
 * @param {QuestionRecord} task
 * @param {string} given
 */
export function isRight(task, given) {
  const { answers = [], choices } = task;
  if (choices) return choices.some(([text, isRight]) => isRight && text === given);
  return answers.some((answer) => isSame(task, given, answer));
}

/**
 * Why an answer is wrong; empty if it is no known mistake. Of two that a rounded number fits, the
 * nearest.
 * @param {QuestionRecord} task
 * @param {string} given
 */
export function mistakeOf(task, given) {
  const { choices, mistakes = {} } = task;
  if (choices) return choices.find(([text]) => text === given)?.[2] ?? "";
  const known = Object.keys(mistakes).filter((each) => isSame(task, given, each));
  if (task.kind === "number") {
    const distance = (/** @type {string} */ each) => Math.abs(numberOf(each) - numberOf(given));
    known.sort((one, other) => distance(one) - distance(other));
  }
  return known.length ? mistakes[known[0]] : "";
}

/**
 * Whether two answers to a task are the same.
 * @param {QuestionRecord} task
 * @param {string} given
 * @param {string} answer
 */
function isSame(task, given, answer) {
  if (task.kind === "number") {
    return isSameNumber(numberOf(given), numberOf(answer), task.tolerance);
  }
  if (tidy(given) === tidy(answer)) return true;
  if (task.kind === "text") return isSameText(given, answer);
  return task.kind === "tokens" && readTokens(task, given).join(" ") === tidy(answer);
}

/**
 * Whether two texts are the same in small and in full-width letters, or as lists of words.
 * @param {string} given
 * @param {string} answer
 */
function isSameText(given, answer) {
  const plain = (/** @type {string} */ text) => tidy(text.normalize("NFKC")).toLowerCase();
  if (plain(given) === plain(answer)) return true;
  const alphabet = new Set(answer);
  const [one, other] = [given, answer].map((text) => splitTokens(text, alphabet));
  return other.length > 1 && one.join(" ") === other.join(" ");
}

/**
 * @param {QuestionRecord} task
 * @param {string} given
 */
function readTokens(task, given) {
  const { answers = [], mistakes = {} } = task;
  const all = [...answers, ...Object.keys(mistakes)].join("").replaceAll(UNKNOWN, "");
  return tokensOf(given, wordOf(task), new Set(all.replace(/\s/g, "")));
}

/**
 * The word whose tokens are asked for.
 * @param {QuestionRecord} task
 */
function wordOf({ answers = [""] }) {
  return answers[0].replace(/\s/g, "");
}

/** @param {string} text */
function tidy(text) {
  return text.trim().split(/\s+/).join(" ");
}
