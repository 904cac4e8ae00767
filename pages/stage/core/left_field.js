// A typed text, and a link to another page or a step that is tapped right after it. A tap leaves the
// field and clicks in one moment. Streamlit then sends the page before the text, and the server goes
// back to the page of the text; a step would be one of the text before. So both wait until the server
// has the text.

import { isScriptAtRest } from "./streamlit_page.js";

const SENDS = 150; // ms within which Streamlit sends the text
const TAKES = 2000; // ms within which the server should have begun with it
const ENDS = 10_000; // ms after which nothing waits for a busy server any more
const ASK_AGAIN = 50; // ms

/** @type {WeakMap<Element, string>} the text of a field when it got the focus */
const textBefore = new WeakMap();
let leftAt = Number.NEGATIVE_INFINITY; // when a changed field was left

/**
 * The text field that an event began at.
 * @param {Event} event
 */
export function fieldOf(event) {
  const [node] = event.composedPath();
  const isField = node instanceof HTMLInputElement || node instanceof HTMLTextAreaElement;
  return isField ? node : null;
}

window.addEventListener("focusin", (event) => {
  const field = fieldOf(event);
  if (field) textBefore.set(field, field.value);
});
window.addEventListener("focusout", (event) => {
  const field = fieldOf(event);
  const isAnswer = event.target instanceof Element && event.target.matches(".guide-host");
  const isSent = field && !isAnswer && field.value !== (textBefore.get(field) ?? "");
  if (isSent) leftAt = performance.now();
});

/** Leave the field that has the focus: on some phones, a tap on a button does not. */
export function leaveField() {
  const { activeElement: field } = document;
  if (field instanceof HTMLElement && field.matches("textarea, input[type=text]")) field.blur();
}

/**
 * Call a function once the server has the text of a field that was just left. Returns whether there is
 * such a text.
 * @param {() => void} then
 * @param {() => boolean} [isShown] whether the page shows the text
 */
export function afterText(then, isShown = () => true) {
  const now = performance.now();
  if (now > leftAt + SENDS) return false;
  leftAt = Number.NEGATIVE_INFINITY;
  const ask = () => {
    const waited = performance.now() - now;
    const isTaken = isScriptAtRest() && (isShown() || waited > TAKES); // a refused text is not shown
    if (isTaken || waited > ENDS) then();
    else setTimeout(ask, ASK_AGAIN);
  };
  setTimeout(ask, SENDS);
  return true;
}

/**
 * Whether a clicked link waits for a text. It is clicked again as soon as the server has the text.
 * @param {HTMLAnchorElement} link
 */
export const waitsForText = (link) => afterText(() => link.click());
