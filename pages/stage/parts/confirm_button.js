// A button for what cannot be undone: the first press asks, the second one does it. A double click is
// one press.
import { buttonEl } from "./dom.js";

/**
 * @param {string} text
 * @param {string} question
 * @param {() => void} onConfirm
 * @param {() => boolean} [isAsked] whether it has to ask
 */
export function confirmButton(text, question, onConfirm, isAsked = () => true) {
  const button = buttonEl("button", text, (event) => {
    if (event.detail > 1) return;
    if (isAsked() && !isSure) {
      ask(true);
      return;
    }
    ask(false);
    onConfirm();
  });
  let isSure = false;
  const ask = (/** @type {boolean} */ wanted) => {
    isSure = wanted;
    button.textContent = wanted ? question : text;
  };
  button.addEventListener("blur", () => ask(false));
  return button;
}
