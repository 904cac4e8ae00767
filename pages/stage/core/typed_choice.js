// A menu whose text can be typed, with a fault of Streamlit 1.67: once the typed text equals the value
// before, the next key replaces it. After start, nobody can type starter. So Streamlit does not hear of
// that moment, until something else than typing follows.

import { fieldOf } from "./left_field.js";

const MENU = '[data-testid="stSelectbox"]';

/** @type {string | null} the text of the menu when it got the focus */
let before = null;
/** @type {HTMLInputElement | null} the field whose last text Streamlit has not heard of */
let held = null;

/** @param {Event} event */
function menuOf(event) {
  const field = fieldOf(event);
  return field instanceof HTMLInputElement && field.closest(MENU) ? field : null;
}

function tell() {
  const field = held;
  held = null;
  field?.dispatchEvent(new InputEvent("input", { bubbles: true }));
}

/** Watch all menus, once. */
export function watchTypedChoices() {
  window.addEventListener("focusin", (event) => {
    // Streamlit also says that it goes from the field to its list, and back.
    if (event.isTrusted) before = menuOf(event)?.value ?? null;
  });
  window.addEventListener(
    "input",
    (event) => {
      const field = menuOf(event);
      if (!field || !event.isTrusted) return;
      const isBack = before !== "" && field.value === before;
      held = isBack ? field : null;
      if (isBack) event.stopImmediatePropagation();
    },
    true,
  );
  for (const name of ["keydown", "pointerdown", "focusout"]) {
    window.addEventListener(
      name,
      (event) => {
        const isTyping = event instanceof KeyboardEvent && event.key.length === 1;
        if (event.isTrusted && !isTyping) tell();
      },
      true,
    );
  }
}
