// A text that is too long for a field. Streamlit drops such a text without a word and keeps the one
// before. Here, a sentence under the field says so, until the field changes or is left.
import { el } from "../parts/dom.js";
import { fieldOf } from "./left_field.js";
import { FIELD_LENGTH, TEXT_FIELD } from "./streamlit_page.js";

let sentence = ""; // with {length} and {most}

/**
 * The most characters that a field takes: the second number of "14/600".
 * @param {Element} field
 */
function mostIn(field) {
  const shown = field.querySelector(FIELD_LENGTH)?.textContent ?? "";
  return Number(/\/(\d+)$/.exec(shown)?.[1] ?? Number.POSITIVE_INFINITY);
}

/** @param {Event} event */
function sayIfTooLong(event) {
  const typed = fieldOf(event);
  const field = typed?.closest(TEXT_FIELD);
  if (!typed || !field) return;
  field.querySelector(".too-long")?.remove();
  const most = mostIn(field);
  if (event.type === "focusout" || typed.value.length <= most) return;
  const text = sentence.replace("{length}", `${typed.value.length}`).replace("{most}", `${most}`);
  field.append(el("p", "too-long", { role: "alert" }, text));
}

/** @param {string} text the sentence, with {length} and {most} */
export function watchLongTexts(text) {
  sentence = text;
  for (const type of ["input", "focusout"]) addEventListener(type, sayIfTooLong, true);
}
