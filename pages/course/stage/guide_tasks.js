// The controls of a task of the course, by kind. They report answers; `guide_part.js` judges them.

import { isTyping } from "../../stage/core/keys.js";
import { onChange, openStage, openStep } from "../../stage/core/steps.js";
import { el, sentenceEl } from "../../stage/parts/dom.js";
import { pointAtPlaces } from "../../stage/parts/pointing.js";
import { adjacentPair, clickedToken } from "../../training/stage/token_neighbors.js";

/** @import { TaskData } from "../../stage/types.d.ts" */

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

const LETTERS = "ABCDEF";
const MAX_WORD = 30; // characters, as in `parts.py`
const MAX_TYPED = 120; // characters of another answer

/** @type {Record<TaskData["kind"], (task: TaskData, tools: TaskTools) => TaskControls>} */
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
 * @param {TaskData} task
 * @param {TaskTools} tools
 */
export function taskControls(task, tools) {
  return KINDS[task.kind](task, tools);
}

/**
 * The step counts once the reader has seen another one: the stage may still be at the step of the
 * part before.
 * @param {TaskData} task
 * @param {TaskTools} tools
 * @returns {TaskControls}
 */
function reachStep({ answers }, { answer }) {
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
 * @param {TaskData} task
 * @param {TaskTools} tools
 * @returns {TaskControls}
 */
function pickTarget({ answers }, { answer }) {
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
 * @param {TaskData} _task
 * @param {TaskTools} tools
 * @returns {TaskControls}
 */
function clickNeighbors(_task, { answer, say, labels }) {
  /** @type {HTMLElement | null} */
  let first = null;
  const pick = (/** @type {HTMLElement | null} */ chip) => {
    first?.removeAttribute("data-picked");
    first = chip;
    first?.setAttribute("data-picked", "");
  };
  const stop = onStageClick((event) => {
    const chip = clickedToken(event);
    if (!chip || chip === first) return chip !== null;
    const pair = first?.isConnected ? adjacentPair(first, chip) : null;
    pick(pair ? null : chip);
    if (pair) answer(pair);
    else say(labels.picked.replace("{token}", chip.textContent ?? ""));
    return true;
  });
  pointAtPlaces(true);
  const end = () => {
    pointAtPlaces(false);
    pick(null);
    stop();
  };
  return { node: null, finish: end, end };
}

/**
 * @param {TaskData} task
 * @param {TaskTools} tools
 * @returns {TaskControls}
 */
function typeAnswer({ kind, answers }, { answer, say, next, labels }) {
  /** @type {Partial<Record<TaskData["kind"], string>>} */
  const fields = { tokens: labels.your_tokens, word: labels.your_word };
  const label = fields[kind] ?? labels.answer;
  // The keys for decimal numbers have no fraction bar.
  const isPlain = kind === "number" && answers.every((each) => /^[\d.]+$/.test(each));
  const node = el("form", kind === "tokens" ? "typed tokens" : "typed");
  const field = el("input", "text-field", {
    "aria-label": label,
    placeholder: kind === "tokens" ? labels.tokens_example : label,
    maxlength: kind === "word" ? MAX_WORD : MAX_TYPED,
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: false,
    ...(isPlain ? { inputmode: "decimal" } : {}),
  });
  const button = el("button", "button labelled", { type: "submit" }, labels.check);
  let isFinished = false;
  node.append(field, button);
  node.addEventListener("submit", (event) => {
    event.preventDefault();
    if (isFinished) next();
    else if (field.value.trim()) answer(field.value.trim());
    else say(labels.empty);
  });
  const finish = () => {
    isFinished = field.readOnly = true;
    button.hidden = true;
  };
  const show = (/** @type {string} */ given) => {
    field.value = given;
  };
  return { node, finish, end() {}, show };
}

/**
 * @param {TaskData} task
 * @param {TaskTools} tools
 * @returns {TaskControls}
 */
function chooseOption({ options = [], answers }, { answer }) {
  const node = el("div", "options");
  const buttons = options.map((option, i) => {
    const button = el("button", "option", { type: "button" });
    const text = sentenceEl("span", "", option);
    text.dir = "auto";
    button.append(el("b", "letter", {}, LETTERS[i]), text);
    button.addEventListener("click", () => {
      if (button.ariaDisabled === "true") return;
      show(option);
      answer(option);
    });
    return button;
  });
  const show = (/** @type {string} */ given) => {
    const button = buttons[options.indexOf(given)];
    if (!button) return;
    button.ariaDisabled = "true";
    button.classList.add(answers.includes(given) ? "right" : "wrong");
  };
  node.append(...buttons);
  const onKey = (/** @type {KeyboardEvent} */ event) => {
    if (isTyping(event) || event.altKey || event.ctrlKey || event.metaKey) return;
    const isAsking = openStage()?.frame.classList.contains("asking"); // Predict has the same keys
    if (event.key.length === 1 && !isAsking)
      buttons[LETTERS.indexOf(event.key.toUpperCase())]?.click();
  };
  window.addEventListener("keydown", onKey);
  const end = () => window.removeEventListener("keydown", onKey);
  const finish = () => {
    for (const [i, button] of buttons.entries()) {
      button.ariaDisabled = "true";
      if (answers.includes(options[i])) button.classList.add("right");
    }
    end();
  };
  return { node, finish, end, show };
}
