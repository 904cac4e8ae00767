// The controls of a task of the course, by kind. They report answers; `guide_part.js` judges them.

import { isTyping } from "../../stage/core/keys.js";
import { onChange, openStage, openStep } from "../../stage/core/steps.js";
import { el, sentenceEl, textWidth, withoutIsolates } from "../../stage/parts/dom.js";
import { pointAtPlaces } from "../../stage/parts/pointing.js";
import { answerForm, choiceButtons, choiceOfKey } from "../../stage/questions/question.js";
import { adjacentPair, clickedToken } from "../../training/stage/token_neighbors.js";

/** @import { QuestionRecord } from "../../stage/records.d.ts" */

/**
 * @typedef {object} TaskTools
 * @property {Record<string, string>} labels
 * @property {(given: string) => void} answer called with each answer
 * @property {(text: string) => void} say says what the reader does
 * @property {() => void} next called at Enter in the field of a finished task
 */

/**
 * @typedef {object} TaskControls
 * @property {HTMLElement | null} node what is drawn in the panel
 * @property {() => void} finish called when the task is finished
 * @property {() => void} end called when the part is left
 * @property {(given: string) => void} [show] shows an answer that was given before
 */

const MAX_WORD = 30; // characters, as in `parts.py`
const SHORT = 11; // width of a choice that fits next to another one on a phone

/** @type {Record<QuestionRecord["kind"], (task: QuestionRecord, tools: TaskTools) => TaskControls>} */
const KINDS = {
  step: reachStep,
  pick: pickTarget,
  remove: pickTarget,
  merge: clickNeighbors,
  number: typeAnswer,
  tokens: typeAnswer,
  word: typeAnswer,
  text: typeAnswer,
  choice: chooseOption,
};

/**
 * The controls of a task.
 * @param {QuestionRecord} task
 * @param {TaskTools} tools
 */
export function taskControls(task, tools) {
  return KINDS[task.kind](task, tools);
}

/**
 * The step counts once the reader has seen another one: the stage may still be at the step of the
 * part before.
 * @param {QuestionRecord} task
 * @param {TaskTools} tools
 * @returns {TaskControls}
 */
function reachStep({ answers = [] }, { answer }) {
  let wasElsewhere = false;
  const look = () => {
    if (!openStage()) return;
    const step = String(openStep());
    if (wasElsewhere && answers.includes(step)) answer(step);
    wasElsewhere ||= !answers.includes(step);
  };
  look(); // the stage of a link is open before the panel
  const end = onChange(look);
  return { node: null, finish: end, end };
}

/**
 * Call a function at every click on the stage. Returns a function that ends this.
 *
 * A click that answers must not reach the stage. It would highlight a token there, and this token
 * would stay highlighted in the next part.
 * @param {(event: MouseEvent) => boolean} onClick returns whether the click is an answer
 */
function onStageClick(onClick) {
  const listen = (/** @type {MouseEvent} */ event) => {
    const frame = openStage()?.frame;
    if (frame && event.composedPath().includes(frame) && onClick(event)) event.stopPropagation();
  };
  window.addEventListener("click", listen, true);
  return () => window.removeEventListener("click", listen, true);
}

/**
 * What a click is about, if it can answer a task: "pair 3 5" or "token 7".
 * @param {Event} event
 * @param {string} kind "pair" or "token"
 */
function targetOf(event, kind) {
  for (const node of event.composedPath()) {
    if (!(node instanceof HTMLElement || node instanceof SVGElement)) continue;
    const { pair, id } = node.dataset;
    if (kind === "token" && id !== undefined) return `token ${id}`;
    if (pair === undefined || pair.includes(" ") !== (kind === "pair")) continue;
    const chips = node.querySelectorAll("[data-id]"); // a row of one piece is named like its chip
    const chipId = chips.length === 1 ? chips[0].getAttribute("data-id") : null;
    return `${kind} ${chipId ?? pair}`;
  }
  return null;
}

/**
 * @param {QuestionRecord} task
 * @param {TaskTools} tools
 * @returns {TaskControls}
 */
function pickTarget({ answers = [""] }, { answer }) {
  const [kind] = answers[0].split(" ");
  let last = "";
  const end = onStageClick((event) => {
    const target = targetOf(event, kind);
    if (target !== null && target !== last) answer(target);
    last = target ?? last;
    return target !== null;
  });
  return { node: null, finish: end, end };
}

/**
 * @param {QuestionRecord} _task
 * @param {TaskTools} tools
 * @returns {TaskControls}
 */
function clickNeighbors(_task, { answer, say, labels }) {
  /** @type {HTMLElement[]} the first token, or both */
  let picked = [];
  const pick = (/** @type {HTMLElement[]} */ ...chips) => {
    for (const chip of picked) chip.removeAttribute("data-picked");
    picked = chips;
    for (const chip of picked) chip.setAttribute("data-picked", "");
  };
  const stop = onStageClick((event) => {
    const chip = clickedToken(event);
    const first = picked.length === 1 ? picked[0] : null;
    if (!chip || chip === first) return chip !== null;
    const pair = first?.isConnected ? adjacentPair(first, chip) : null;
    if (first && pair) pick(first, chip);
    else pick(chip);
    if (pair) answer(pair);
    else say(labels.picked.replace("{token}", chip.textContent ?? ""));
    return true;
  });
  pointAtPlaces(true);
  const finish = () => {
    pointAtPlaces(false);
    stop();
  };
  const end = () => {
    finish();
    pick();
  };
  return { node: null, finish, end };
}

/**
 * @param {QuestionRecord} task
 * @param {TaskTools} tools
 * @returns {TaskControls}
 */
function typeAnswer({ kind, answers = [], tolerance }, { answer, say, next, labels }) {
  /** @type {Partial<Record<QuestionRecord["kind"], string>>} */
  const fields = { tokens: labels.your_tokens, word: labels.your_word };
  const label = fields[kind] ?? (tolerance ? labels.digits : labels.answer);
  // The keys for decimal numbers have no fraction bar.
  const isPlain = kind === "number" && answers.every((each) => /^[\d.]+$/.test(each));
  const attributes = {
    "aria-label": label,
    placeholder: kind === "tokens" ? labels.tokens_example : label,
    ...(kind === "word" ? { maxlength: MAX_WORD } : {}),
    ...(isPlain ? { inputmode: "decimal" } : {}),
  };
  const className = kind === "tokens" ? "typed tokens" : "typed";
  let isFinished = false;
  const { form, field, button } = answerForm(className, labels.check, attributes, (typed) => {
    if (isFinished) next();
    else if (typed.trim()) answer(typed.trim());
    else say(labels.empty);
  });
  const finish = () => {
    isFinished = field.readOnly = true;
    button.hidden = true;
  };
  const show = (/** @type {string} */ given) => {
    field.value = given;
  };
  return { node: form, finish, end() {}, show };
}

/**
 * @param {QuestionRecord} task
 * @param {TaskTools} tools
 * @returns {TaskControls}
 */
function chooseOption({ choices = [] }, { answer }) {
  const options = choices.map(([content]) => String(content));
  const isShort = options.every((option) => textWidth(withoutIsolates(option)) <= SHORT);
  const node = el("div", isShort ? "options short" : "options");
  const contents = options.map((option) => {
    const text = sentenceEl("span", "", option);
    text.dir = "auto";
    return text;
  });
  const buttons = choiceButtons(contents, "option", (i) => {
    if (buttons[i].ariaDisabled === "true") return;
    show(options[i]);
    answer(options[i]);
  });
  const show = (/** @type {string} */ given) => {
    const i = options.indexOf(given);
    if (!buttons[i]) return;
    buttons[i].ariaDisabled = "true";
    buttons[i].classList.add(choices[i][1] ? "right" : "wrong");
  };
  node.append(...buttons);
  const onKey = (/** @type {KeyboardEvent} */ event) => {
    const isAsking = openStage()?.frame.classList.contains("asking"); // Predict has the same keys
    if (!isTyping(event) && !isAsking) buttons[choiceOfKey(event)]?.click();
  };
  window.addEventListener("keydown", onKey);
  const end = () => window.removeEventListener("keydown", onKey);
  const finish = () => {
    for (const [i, button] of buttons.entries()) {
      button.ariaDisabled = "true";
      if (choices[i][1]) button.classList.add("right");
    }
    end();
  };
  return { node, finish, end, show };
}
