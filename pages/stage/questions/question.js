// A question, wherever it is asked: its choices, its field, the keys of choices, and the sign of a
// verdict. Whether a typed answer is right is decided in `guide_answers.js`, or by the server.
import { setContent } from "../parts/chips.js";
import { el } from "../parts/dom.js";

/** @import { Content } from "../records.d.ts" */

export const LETTERS = "ABCDEF";
export const SIGNS = { right: "✓", wrong: "✕", note: "→", skipped: "–", hint: "?" };
const MAX_TYPED = 120; // characters of an answer

/**
 * The number of the choice that a key stands for: A or 1 for the first. -1 if it stands for none.
 * @param {KeyboardEvent} event
 */
export function choiceOfKey({ key, code, altKey, ctrlKey, metaKey }) {
  if (altKey || ctrlKey || metaKey) return -1;
  const isLatin = /^[a-z0-9]$/i.test(key); // else an input method is on: then the key's place counts
  const name = isLatin ? key.toUpperCase() : code.replace(/^(Key|Digit|Numpad)/, "");
  if (name.length !== 1) return -1;
  return Math.max(LETTERS.indexOf(name), "123456".indexOf(name));
}

/**
 * Content with chips that nothing points at.
 * @param {Content} content
 */
export function plainContent(content) {
  const node = setContent(el("span", "content flow"), content);
  for (const chip of node.querySelectorAll("[data-id]")) chip.removeAttribute("data-id");
  return node;
}

/**
 * A button for each choice, with its letter.
 * @param {HTMLElement[]} contents
 * @param {string} className
 * @param {(i: number) => void} onChoose
 * @param {Record<string, string>} attributes
 */
export function choiceButtons(contents, className, onChoose, attributes = {}) {
  return contents.map((content, i) => {
    const button = el("button", className, { type: "button", ...attributes });
    button.append(el("span", "letter", LETTERS[i]), content);
    button.addEventListener("click", () => onChoose(i));
    return button;
  });
}

/**
 * A field for a typed answer, with its button.
 * @param {string} className
 * @param {string} send the text of the button
 * @param {Record<string, string | number>} attributes of the field
 * @param {(typed: string) => void} onSend
 */
export function answerForm(className, send, attributes, onSend) {
  const form = el("form", className);
  const field = el("input", "text-field", {
    type: "text",
    maxlength: MAX_TYPED,
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    ...attributes,
  });
  const button = el("button", "button labelled", { type: "submit" }, send);
  form.append(field, button);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    onSend(field.value);
  });
  return { form, field, button };
}

/**
 * Whether an answer is right, as a sign and in words.
 * @param {keyof typeof SIGNS} kind
 * @param {string} text
 */
export function verdictParts(kind, text) {
  return [el("span", "sign", { "aria-hidden": "true" }, SIGNS[kind]), el("b", "", text)];
}
