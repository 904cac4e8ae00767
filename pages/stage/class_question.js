// A question to a class as everybody sees it: without votes.
import { setContent } from "./chips.js";
import { fill } from "./class_results.js";
import { el, sentenceEl, setLanguage } from "./dom.js";
import { question as practiceQuestion } from "./question.js";

/**
 * @import { Content } from "./records.d.ts"
 * @import { ClassLabels, ClassQuestion, ClassTally } from "./types.d.ts"
 */

const LETTERS = "ABCDEF";

/**
 * Content with chips that nothing points at.
 * @param {Content} content
 */
export function plainContent(content) {
  const node = setContent(el("span", "content"), content);
  for (const chip of node.querySelectorAll("[data-id]")) chip.removeAttribute("data-id");
  return node;
}

/**
 * What is asked, with what the question is about.
 * @param {ClassQuestion} question
 */
export function promptOf({ record, ask }) {
  if (!record) return sentenceEl("h2", "prompt", ask);
  const node = el("div", "practice question");
  node.append(...practiceQuestion({ ...record, field: null }));
  if (record.text_lang) node.dataset.textLang = record.text_lang;
  const texts = /** @type {NodeListOf<HTMLElement>} */ (node.querySelectorAll(".tokens, .quote"));
  for (const text of texts) setLanguage(text);
  return node;
}

/**
 * A question as everybody sees it: without votes.
 * @param {ClassQuestion} question
 */
export function questionParts(question) {
  const hasTable = question.record?.facts.some(({ kind }) => kind === "choice");
  /** @type {HTMLElement[]} */
  const parts = [promptOf(question)];
  if (question.characters) {
    const line = el("p", "split-word");
    line.append(...question.characters.map((each) => el("span", "split-letter", {}, each)));
    parts.push(line);
  } else if (question.choices?.length && !hasTable && question.state !== "revealed") {
    const list = el("ol", "shown-choices");
    question.choices.forEach((content, i) => {
      const item = el("li");
      item.append(el("span", "letter", {}, LETTERS[i]), plainContent(content));
      list.append(item);
    });
    parts.push(list);
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
