// A question to a class as everybody sees it: without votes.

import { el, fill, sentenceEl, setLanguage } from "../../stage/parts/dom.js";
import { question as practiceQuestion } from "../../stage/questions/facts.js";
import { LETTERS, plainContent } from "../../stage/questions/question.js";
import { drawLattice } from "../../unigram/stage/lattice_picture.js";

/** @import { ClassLabels, ClassQuestion, ClassTally } from "../../stage/types.d.ts" */

const SHORT = 8; // characters of choices of which two fit next to each other, with the letter

/**
 * What is asked, with what the question is about.
 * @param {ClassQuestion} question
 */
export function promptOf({ record, ask }) {
  if (!record) return sentenceEl("h2", "prompt", ask);
  const node = el(
    "div",
    "practice question",
    ...practiceQuestion({ ...record, field: null }, drawLattice),
  );
  if (record.text_lang) node.dataset.textLang = record.text_lang;
  const texts = /** @type {NodeListOf<HTMLElement>} */ (node.querySelectorAll(".tokens, .quote"));
  for (const text of texts) setLanguage(text);
  return node;
}

/**
 * A choice: tokens are drawn as chips, also in a text.
 * @param {import("../../stage/records.d.ts").Content} content
 */
export function contentOf(content) {
  return typeof content === "string"
    ? sentenceEl("span", "content", content)
    : plainContent(content);
}

/**
 * A question as everybody sees it: without votes.
 * @param {ClassQuestion} question
 * @param {ClassLabels} labels
 */
export function questionParts(question, labels) {
  const hasTable = question.record?.facts.some(({ kind }) => kind === "choice");
  /** @type {HTMLElement[]} */
  const parts = [promptOf(question)];
  if (question.similar) parts.unshift(el("p", "similar-tag", labels.is_similar));
  if (question.characters) {
    const letters = question.characters.map((each) => el("span", "split-letter", each));
    const hasPicture = question.result?.rounds.at(-1)?.arcs; // with the letters
    if (!hasPicture) parts.push(el("p", "split-word", letters));
  } else if (question.choices?.length && !hasTable && question.state !== "revealed") {
    const items = question.choices.map((content, i) =>
      el("li", "", el("span", "letter", LETTERS[i]), contentOf(content)),
    );
    const isShort = items.every((item) => (item.textContent ?? "").length <= SHORT);
    parts.push(el("ol", isShort ? "shown-choices short" : "shown-choices", items));
  }
  return parts;
}

/**
 * How many of the people here have answered.
 * @param {ClassQuestion} question
 * @param {ClassTally | null} tally
 * @param {number} here
 * @param {ClassLabels} labels
 */
export function countText(question, tally, here, labels) {
  const answered = tally?.round === question.round ? tally.answered : 0;
  const text = question.round > 1 ? labels.answered_2 : labels.answered;
  return fill(text, { answered, here: Math.max(answered, here) });
}

/**
 * The next thing to do about a question, as PageDown does it.
 * @param {ClassQuestion} question
 */
export function nextOf({ kind, state }) {
  if (kind === "word" || state === "revealed") return { end: true };
  return { reveal: true };
}
