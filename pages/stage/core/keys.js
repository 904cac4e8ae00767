// Decides whether a key belongs to the stage or to the focused control.
// A control keeps a key that it uses if it was reached by keyboard. A text field keeps all keys. The
// keys of a presenter remote always belong to the stage, except in an open dialog or list, and in a
// text field with input that was not submitted.

/** @import { Action } from "./transport.js" */

/** @type {Record<string, Action>} what the keys of the stage do */
export const STEP_KEYS = {
  ArrowRight: "forward",
  PageDown: "forward",
  ArrowLeft: "back",
  PageUp: "back",
  Home: "first",
  End: "last",
  " ": "play",
};
const ARROWS = ["ArrowLeft", "ArrowRight"];
const MOVES = [...ARROWS, "Home", "End", "PageUp", "PageDown"];
/** @type {[selector: string, keys: string[]][]} */
const USED_KEYS = [
  ["[role=slider], input[type=range]", MOVES],
  ["[role=radio], [role=radiogroup], input[type=radio]", [...ARROWS, " "]],
  ["[role=tab]", [...ARROWS, "Home", "End", " "]],
  ["[role=grid], [role=tree], canvas", MOVES],
  ["button, a, summary, [role=button], [role=switch], input[type=checkbox]", [" "]],
];
const TEXT_FIELDS =
  "textarea, select, " +
  "input:not([type=range]):not([type=radio]):not([type=checkbox]):not([type=button])";
const POPUPS = "[role=dialog], [role=listbox], [role=menu]";
const REMOTE_KEYS = ["PageUp", "PageDown"]; // the keys of a presenter remote

let lastUsedPointer = false;
/** @type {WeakSet<Element>} text fields that were submitted and not changed since */
const submitted = new WeakSet();
/** @type {WeakSet<Element>} text fields that were changed and not submitted since */
const unsent = new WeakSet();

/**
 * The element that an event began at, also inside a shadow root.
 * @param {Event} event
 */
function targetOf(event) {
  const [target] = event.composedPath();
  return target instanceof Element ? target : null;
}

/** @param {Element} target */
const isEditable = (target) => target instanceof HTMLElement && target.isContentEditable;

/**
 * Whether a key submits the text field in which it is pressed. Enter can also end a composition.
 * @param {KeyboardEvent} event
 */
function submits(event) {
  if (event.key !== "Enter" || event.isComposing || event.keyCode === 229) return false;
  const target = targetOf(event);
  if (target?.matches("textarea")) return event.ctrlKey || event.metaKey;
  return Boolean(target?.matches("input"));
}

/**
 * Watch whether the reader uses a pointer or the keyboard, and which text fields are submitted.
 * @param {AbortSignal} signal stops watching
 */
export function watchModality(signal) {
  const onPointerDown = () => {
    lastUsedPointer = true;
  };
  const onKeyDown = (/** @type {KeyboardEvent} */ event) => {
    if (event.key === "Tab") lastUsedPointer = false;
    const target = targetOf(event);
    if (!target || !submits(event)) return;
    submitted.add(target);
    unsent.delete(target);
  };
  const onInput = (/** @type {Event} */ event) => {
    const target = targetOf(event);
    if (!target) return;
    submitted.delete(target);
    if (!target.matches("select")) unsent.add(target); // what is chosen is sent at once
  };
  const onLeave = (/** @type {Event} */ event) => {
    const target = targetOf(event); // the text is submitted when the reader leaves the field
    if (target) unsent.delete(target); // `change` events do not leave a shadow root
  };
  const options = { capture: true, signal };
  window.addEventListener("pointerdown", onPointerDown, options);
  window.addEventListener("keydown", onKeyDown, options);
  window.addEventListener("input", onInput, options);
  window.addEventListener("focusout", onLeave, options);
}

/**
 * Whether a key is typed into a text.
 * @param {KeyboardEvent} event
 */
export function isTyping(event) {
  const target = targetOf(event);
  return Boolean(target && (isEditable(target) || target.matches(TEXT_FIELDS)));
}

/**
 * Whether a key is typed into a text that was not just submitted.
 * @param {KeyboardEvent} event
 */
export function isWriting(event) {
  const target = targetOf(event);
  return isTyping(event) && !target?.matches("select") && !(target && submitted.has(target));
}

/**
 * Whether the focused control uses a key.
 * @param {KeyboardEvent} event
 * @param {Element | null} own the stage's scrubber, which never uses keys itself
 */
export function wantsKey(event, own) {
  const path = event.composedPath().filter((node) => node instanceof Element);
  const [target] = path;
  if (!target || target === own) return false;
  if (path.some((node) => node.matches(POPUPS))) return true;
  const isList = target.matches("[role=combobox]");
  if (isList && target.getAttribute("aria-expanded") === "true") return true;
  if (REMOTE_KEYS.includes(event.key)) return unsent.has(target) && isTyping(event);
  if (isList) return !lastUsedPointer;
  if (isEditable(target)) return true;
  if (target.matches(TEXT_FIELDS)) return !(lastUsedPointer && target.matches("select"));
  if (lastUsedPointer) return false;
  return USED_KEYS.some(
    ([selector, keys]) => keys.includes(event.key) && path.some((node) => node.matches(selector)),
  );
}
