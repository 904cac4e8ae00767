// A typed text, and a link to another page that is tapped right after it. A tap leaves the field and
// clicks the link in one moment. Streamlit then sends the page before the text, and the server goes
// back to the page of the text. So such a link waits until the server has the text.

import { isScriptAtRest } from "./streamlit_page.js";

const SENDS = 150; // ms within which Streamlit sends the text
const TAKES = 2000; // ms within which the server should have taken it
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
  if (field && field.value !== (textBefore.get(field) ?? "")) leftAt = performance.now();
});

/**
 * Whether a clicked link waits for a text. It is clicked again as soon as the server has the text.
 * @param {HTMLAnchorElement} link
 */
export function waitsForText(link) {
  const now = performance.now();
  if (now > leftAt + SENDS) return false;
  leftAt = Number.NEGATIVE_INFINITY;
  const follow = () => {
    const isTaken = isScriptAtRest() || performance.now() > now + TAKES;
    if (isTaken) link.click();
    else setTimeout(follow, ASK_AGAIN);
  };
  setTimeout(follow, SENDS);
  return true;
}
