// What the buttons of a class show while this tab leads one.

// What they show where there is little space is short.
let shown = { long: "", short: "" };

/** "change": the buttons show something else. */
export const classTexts = new EventTarget();

/** What the buttons show; empty texts if this tab leads no class. */
export function shownTexts() {
  return shown;
}

/**
 * @param {string} long the code and the number of people; empty if this tab leads no class
 * @param {string} short the same
 */
export function setClassText(long, short) {
  if (long === shown.long) return;
  shown = { long, short };
  classTexts.dispatchEvent(new Event("change"));
}
