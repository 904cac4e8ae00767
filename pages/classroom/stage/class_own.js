// The lecturer's own question: choices, a number, a text or a word, with the right answer and an
// explanation if there are any.

import { buttonEl, el, selectEl } from "../../stage/parts/dom.js";

/**
 * @import { QuestionRecord } from "../../stage/records.d.ts"
 * @import { ClassLabels } from "../../stage/types.d.ts"
 */

const MAX_PROMPT = 600; // characters, as in `own_question.py`
const MAX_WHY = 1_000;
const MAX_CHOICE = 200;
const MAX_CHOICES = 8;
const RIGHT = /^\*\s*/; // before a right choice

/**
 * The fields of an own question.
 * @param {ClassLabels} labels
 * @param {(question: object) => void} ask
 */
export function ownQuestion(labels, ask) {
  const prompt = el("textarea", "text-field", { rows: 3, maxlength: MAX_PROMPT });
  prompt.setAttribute("aria-label", labels.own_prompt);
  prompt.placeholder = labels.own_prompt;
  const answers = el("textarea", "text-field", { rows: 3, maxlength: 2_000 });
  const why = el("input", "text-field", { maxlength: MAX_WHY, "aria-label": labels.own_why });
  why.placeholder = labels.own_why;
  const draw = () => {
    const isChoice = form.value === "choice";
    const text = isChoice ? labels.own_choices : labels.own_answers;
    answers.setAttribute("aria-label", text);
    answers.placeholder = text;
    answers.hidden = why.hidden = form.value === "word";
  };
  const forms = /** @type {const} */ (["choice", "number", "text", "word"]);
  const options = forms.map((name) => /** @type {const} */ ([name, labels[`own_form_${name}`]]));
  const form = selectEl(labels.own_form, options, draw);
  draw();
  const send = buttonEl("button labelled", labels.own_ask, () => {
    ask(questionOf(form.value, prompt.value, answers.value, why.value));
  });
  const row = el("div", "class-row flow", form, send);
  const fields = el("div", "own-fields", prompt, answers, why, row);
  const node = el("details", "own-question", el("summary", "", labels.own), fields);
  node.addEventListener("toggle", () => node.scrollIntoView({ block: "nearest" }));
  return node;
}

/**
 * @param {string} form
 * @param {string} prompt
 * @param {string} typed the choices, or the accepted answers, one in each line
 * @param {string} why
 */
function questionOf(form, prompt, typed, why) {
  if (form === "word") return { kind: "word", prompt };
  const lines = typed
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line.replace(RIGHT, ""));
  if (form !== "choice") return { kind: "own", form, prompt, answers: lines, why };
  const right = lines.flatMap((line, i) => (RIGHT.test(line) ? [i] : []));
  const choices = lines.map((line) => line.replace(RIGHT, "").slice(0, MAX_CHOICE));
  return { kind: "own", form, prompt, choices: choices.slice(0, MAX_CHOICES), right, why };
}

/**
 * The task of a part of a lesson as a question to the class.
 * @param {QuestionRecord} task
 */
export function questionOfTask({ kind, prompt, choices = [], answers = [], done = "" }) {
  const form = choices.length ? "choice" : kind === "number" ? "number" : "text";
  const why = done.slice(0, MAX_WHY);
  const shown = prompt.slice(0, MAX_PROMPT);
  if (form !== "choice") {
    const short = answers.filter((each) => each.length <= MAX_CHOICE);
    return { kind: "own", form, prompt: shown, answers: short, why };
  }
  const listed = choices.slice(0, MAX_CHOICES);
  const texts = listed.map(([content]) => String(content).slice(0, MAX_CHOICE));
  const reasons = listed.map((each) => each[2].slice(0, MAX_CHOICE));
  const right = listed.flatMap((each, i) => (each[1] ? [i] : []));
  return { kind: "own", form, prompt: shown, choices: texts, right, reasons, why };
}
