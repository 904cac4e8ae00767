// The button that starts a class, or opens the one that this tab leads. The rest is loaded for that.
import { el } from "./dom.js";

const LEADING = "merge-by-merge-leading"; // in the session storage: the class that this tab leads

let shown = ""; // what the buttons show while this tab leads a class
const changes = new EventTarget();

/** @param {string} text the code and the number of people; empty if this tab leads no class */
export function setClassText(text) {
  if (text === shown) return;
  shown = text;
  changes.dispatchEvent(new Event("change"));
}

/**
 * A button for the class. Call `setLabel` when the language changes.
 * @param {string} className
 */
export function classButton(className) {
  const node = el("button", className, { type: "button", "aria-haspopup": "dialog" });
  let label = "";
  const draw = () => {
    node.textContent = shown || label;
  };
  node.addEventListener("click", async () => (await import("./class_lead.js")).openClass());
  changes.addEventListener("change", draw);
  const setLabel = (/** @type {string} */ given) => {
    label = given;
    draw();
  };
  return { node, setLabel };
}

/** Lead the class again that this tab led before a reload, or that the URL's fragment hands over. */
export async function resumeClass() {
  let isLeading = new URLSearchParams(location.hash.slice(1)).has("class");
  try {
    isLeading ||= sessionStorage.getItem(LEADING) !== null;
  } catch {
    // The browser keeps nothing.
  }
  if (isLeading) (await import("./class_lead.js")).resume();
}
