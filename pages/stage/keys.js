// Whose key is it: the stage's, or the focused control's?
// A control keeps a key that it uses when it was reached by keyboard. A text field keeps all keys,
// except those of a presenter remote after the text was sent.

const ARROWS = ["ArrowLeft", "ArrowRight"];
const MOVES = [...ARROWS, "Home", "End", "PageUp", "PageDown"];
const USES = [
  ["[role=slider], input[type=range]", MOVES],
  ["[role=radio], [role=radiogroup], input[type=radio]", [...ARROWS, " "]],
  ["[role=tab]", [...ARROWS, "Home", "End", " "]],
  ["[role=grid], [role=tree], canvas", MOVES],
  ["button, a, summary, [role=button], [role=switch], input[type=checkbox]", [" "]],
];
const TYPING =
  "textarea, select, " +
  "input:not([type=range]):not([type=radio]):not([type=checkbox]):not([type=button])";
const OPEN = "[role=dialog], [role=listbox], [role=menu]";

const REMOTE = ["PageUp", "PageDown"]; // what a presenter remote sends

let pointer = false;
const sent = new WeakSet(); // text fields that were sent, and in which nothing was typed since

/** Does the key send the text field that it is pressed in? Enter also ends a composition. */
function sends(event) {
  if (event.key !== "Enter" || event.isComposing || event.keyCode === 229) return false;
  const [target] = event.composedPath();
  return (
    target.matches?.("input") || (target.matches?.("textarea") && (event.ctrlKey || event.metaKey))
  );
}

/**
 * Remember whether the reader last moved by pointer or by keyboard, and which text fields have
 * been sent. Returns a function that stops it.
 */
export function watchModality() {
  const listeners = {
    pointerdown: () => {
      pointer = true;
    },
    keydown: (event) => {
      if (event.key === "Tab") pointer = false;
      if (sends(event)) sent.add(event.composedPath()[0]);
    },
    input: (event) => sent.delete(event.composedPath()[0]),
  };
  for (const [type, listen] of Object.entries(listeners))
    window.addEventListener(type, listen, true);
  return () => {
    for (const [type, listen] of Object.entries(listeners))
      window.removeEventListener(type, listen, true);
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
  if (sent.has(target) && REMOTE.includes(event.key)) return false;
  if (target.matches(TYPING)) return !(pointer && target.matches("select"));
  if (pointer) return false;
  return USES.some(
    ([selector, keys]) => keys.includes(event.key) && path.some((node) => node.matches(selector)),
  );
}
