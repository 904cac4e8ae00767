// A question with the words or the table that it is about. A click on a token puts it into the
// answer; in a table of choices, it chooses the row.

import { makeOneTabStop } from "../core/focus.js";
import { colorOf } from "../parts/colors.js";
import { buttonEl, el, sentenceEl, withoutIsolates } from "../parts/dom.js";

/**
 * @import { AnswerField, GivenData, PracticeChip, PracticeContent } from "../types.d.ts"
 * @import { PictureHead, QuestionData } from "../types.d.ts"
 */
/** @typedef {(token: string) => void} OnToken called when a token is clicked */
/** @typedef {(head: PictureHead) => HTMLElement} DrawPicture */

/**
 * A token as a chip, or, if it can be clicked, as a button.
 * @param {PracticeChip} data
 * @param {OnToken | null} onToken
 */
function clickableChip([text, number, raw = text], onToken) {
  const className = `token ${colorOf(number)}`;
  const chip = onToken ? el("button", className, { type: "button" }) : el("span", className);
  chip.append(el("span", "glyphs", text));
  if (onToken) chip.addEventListener("click", () => onToken(raw));
  return chip;
}

/**
 * A cell or an item: a sentence, or chips.
 * @param {"td" | "li"} tag
 * @param {PracticeContent} content
 * @param {OnToken | null} onToken
 */
function contentEl(tag, content, onToken) {
  if (typeof content === "string") return sentenceEl(tag, "", content);
  const node = el(tag);
  node.append(el("span", "tokens", ...content.map((data) => clickableChip(data, onToken))));
  return node;
}

/**
 * An answer with one more token at its end. For a pair, a third token begins a new pair.
 * @param {string} answer
 * @param {string} token
 * @param {string} join what separates two tokens; "+" for a pair
 */
function withToken(answer, token, join) {
  if (!answer.trim() || (join === "+" && /\S[+\s]+\S/.test(answer))) return token;
  const isSeparated = answer.length > 1 && answer.endsWith(join);
  return isSeparated ? answer + token : answer + join + token;
}

/**
 * Call a function with the controls for an answer. Streamlit can draw them later than the question.
 * @param {Element} box of the question
 * @param {AnswerField} field
 * @param {(...inputs: (HTMLInputElement | HTMLTextAreaElement)[]) => void} call
 */
function withInputs(box, field, call) {
  const inputs = /** @type {NodeListOf<HTMLInputElement | HTMLTextAreaElement>} */ (
    document.querySelectorAll(`.st-key-${field.key} :is(input, textarea)`)
  );
  if (inputs.length) call(...inputs);
  else if (box.isConnected) requestAnimationFrame(() => withInputs(box, field, call));
}

/**
 * Put a token into the field for the answer, as if it were typed.
 * @param {string} token
 * @param {string} join what separates two tokens
 * @param {HTMLInputElement | HTMLTextAreaElement} input
 */
function insertToken(token, join, input) {
  // React keeps its own copy of the value, and only notices a value set by the native setter.
  const native = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), "value");
  native?.set?.call(input, withToken(input.value, token, join));
  input.dispatchEvent(new Event("input", { bubbles: true }));
  // Streamlit never empties a field in which someone seems to be typing.
  input.dispatchEvent(new FocusEvent("focusout", { bubbles: true }));
}

/**
 * The letter of a choice, as a button if it can be chosen.
 * @param {number} i
 * @param {(() => void) | null} onClick
 */
function choiceLetter(i, onClick) {
  const name = String.fromCharCode(65 + i);
  return el("th", "letter", { scope: "row" }, onClick ? buttonEl("pick", name, onClick) : name);
}

/**
 * The words of a corpus, with their counts.
 * @param {GivenData} data
 * @param {OnToken | null} onToken
 */
function wordList({ rows, dir }, onToken) {
  const items = rows.map(([tokens, count]) => {
    const item = contentEl("li", tokens, onToken);
    if (count) item.append(el("span", "times", `× ${count}`));
    return item;
  });
  return el("ul", "listed", { dir }, items);
}

/**
 * A table; in a table of choices, each row is a choice.
 * @param {GivenData} data
 * @param {((i: number) => void) | null} onRow called when a row is chosen
 * @param {OnToken | null} onToken
 */
function givenTable({ title, kind, columns, rows }, onRow, onToken) {
  const isChoice = kind === "choice";
  const names = columns.map((name) => el("th", "", { scope: "col" }, name));
  const header = el("tr", "", isChoice && el("td", "letter"), names);
  const lines = rows.map((row, i) => {
    const choose = onRow && (() => onRow(i));
    const cells = row.map((content) => contentEl("td", content, isChoice ? choose : onToken));
    return el("tr", "", isChoice && choiceLetter(i, choose), cells);
  });
  const head = columns.length > 0 && el("thead", "", header);
  const table = el("table", "", head, el("tbody", "", lines));
  const label = withoutIsolates(title);
  return el("div", "wide", { tabindex: 0, role: "group", "aria-label": label }, table);
}

/**
 * What a question is about.
 * @param {GivenData} data
 * @param {AnswerField | null} field where the answer goes, if tokens can be clicked
 * @param {DrawPicture} drawPicture
 */
function given(data, field, drawPicture) {
  const box = el("section", `given of-${data.kind}`, sentenceEl("h3", "", data.title));
  const onToken =
    field &&
    ((/** @type {string} */ token) =>
      withInputs(box, field, (input) => insertToken(token, field.join, input)));
  const onRow =
    field &&
    ((/** @type {number} */ i) => withInputs(box, field, (...choices) => choices[i]?.click()));
  if (data.lattice) box.append(drawPicture(data.lattice));
  else if (data.kind === "words") box.append(wordList(data, onToken));
  else box.append(givenTable(data, onRow, onToken));
  if (field) makeOneTabStop(box, data.dir);
  return box;
}

/**
 * What a question shows.
 * @param {Pick<QuestionData, "facts" | "field">} data
 * @param {DrawPicture} drawPicture draws the lattice of a word, which is part of a feature
 */
export const givenOf = ({ facts, field }, drawPicture) =>
  facts.map((data) => given(data, field, drawPicture));

/**
 * @param {QuestionData} data
 * @param {DrawPicture} drawPicture
 */
export function question({ kind, prompt, facts, field }, drawPicture) {
  return [
    ...(kind ? [el("p", "kind", kind)] : []),
    sentenceEl("h2", "prompt", prompt),
    ...givenOf({ facts, field }, drawPicture),
  ];
}
