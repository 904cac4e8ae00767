// Whose key is it: the stage's, or the focused control's?
// A control keeps a key that it uses when it was reached by keyboard; typing is always its own.

const ARROWS = ["ArrowLeft", "ArrowRight"];
const MOVES = [...ARROWS, "Home", "End", "PageUp", "PageDown"];
const USES = [
  ["[role=slider], input[type=range]", MOVES],
  ["[role=radio], [role=radiogroup], input[type=radio]", [...ARROWS, " "]],
  ["[role=tab]", [...ARROWS, "Home", "End", " "]],
  ["[role=grid], [role=tree], canvas", MOVES],
  ["button, a, summary, [role=button], [role=switch], input[type=checkbox]", [" "]],
];
const TYPING = "textarea, select, " +
  "input:not([type=range]):not([type=radio]):not([type=checkbox]):not([type=button])";
const OPEN = "[role=dialog], [role=listbox], [role=menu]";

let pointer = false;

/** Remember whether the reader last moved by pointer or by keyboard. Returns how to stop. */
export function watchModality() {
  const onPointer = () => { pointer = true; };
  const onTab = (event) => { if (event.key === "Tab") pointer = false; };
  window.addEventListener("pointerdown", onPointer, true);
  window.addEventListener("keydown", onTab, true);
  return () => {
    window.removeEventListener("pointerdown", onPointer, true);
    window.removeEventListener("keydown", onTab, true);
  };
}

/** Is the key a letter of something that is being typed? */
export function isTyping(event) {
  const target = event.composedPath()[0];
  return target instanceof Element && (target.isContentEditable || target.matches(TYPING));
}

/** Does the focused control want this key for itself? `own` is the stage's scrubber: never. */
export function wantsKey(event, own) {
  const path = event.composedPath().filter((node) => node instanceof Element);
  const target = path[0];
  if (!target || target === own) return false;
  if (path.some((node) => node.matches(OPEN))) return true;
  if (target.matches("[role=combobox]")) {
    return !pointer || target.getAttribute("aria-expanded") === "true";
  }
  if (target.isContentEditable) return true;
  if (target.matches(TYPING)) return !(pointer && target.matches("select"));
  if (pointer) return false;
  return USES.some(([selector, keys]) =>
    keys.includes(event.key) && path.some((node) => node.matches(selector)));
}
