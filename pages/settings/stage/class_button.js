// The button that starts a class, or opens the one that this tab leads. The rest is loaded for that.

import { isEmbedded } from "../../stage/core/embedded.js";
import { ofTab } from "../../stage/core/storage.js";
import { buttonEl } from "../../stage/parts/dom.js";
import { classTexts, shownTexts } from "./class_status.js";

const LEADING = "merge-by-merge-leading"; // in the session storage: the class that this tab leads

const PROBLEM_FOR = 6_000; // ms

/** @import { PartData } from "../../stage/types.d.ts" */
/**
 * @typedef {object} ClassModule
 * @property {() => Promise<string>} openClass
 * @property {() => void} showCode
 * @property {(part: PartData, isCourse: boolean, reveal: () => void) => void} askTask
 * @property {() => void} resume
 */
/** @type {() => Promise<ClassModule>} */
let loadClass;

/**
 * Say where the code of a class is; the first to know it is `frame.js`.
 * @param {typeof loadClass} load
 */
export function setClassLoader(load) {
  loadClass = load;
}

/**
 * A button for the class.
 * @param {string} className
 * @param {string} label
 * @param {boolean} [isShort]
 */
export function classButton(className, label, isShort = false) {
  const node = buttonEl(className, label, open, { "aria-haspopup": "dialog", hidden: isEmbedded });
  const draw = () => {
    const shown = shownTexts();
    node.textContent = (isShort ? shown.short : shown.long) || label;
    node.classList.toggle("leads", Boolean(shown.long));
    if (isShort && shown.long) node.setAttribute("aria-label", shown.long);
    else node.removeAttribute("aria-label");
  };
  async function open() {
    const { openClass } = await loadClass();
    const problem = await openClass().catch(() => "…");
    if (!problem) return;
    node.textContent = problem;
    setTimeout(draw, PROBLEM_FOR);
  }
  classTexts.addEventListener("change", draw);
  draw();
  return node;
}

/**
 * Have others join: in the class that this tab leads, by its code on the whole screen. Returns whether
 * there is a class. A link to the page would lead students out of it.
 */
export function showCodeOfClass() {
  const isLeading = Boolean(shownTexts().long);
  if (isLeading) loadClass().then(({ showCode }) => showCode());
  return isLeading;
}

/**
 * Ask the class that this tab leads the task of a part. Nothing happens without a class.
 * @param {PartData} part
 * @param {boolean} isCourse whether it is of our course, whose tasks the server knows
 * @param {() => void} reveal is called once the class sees the answer
 */
export async function askClass(part, isCourse, reveal) {
  if (shownTexts().long) (await loadClass()).askTask(part, isCourse, reveal);
}

/** Lead the class again that this tab led before a reload, or that the URL's fragment hands over. */
export async function resumeClass() {
  const isGiven = new URLSearchParams(location.hash.slice(1)).has("class");
  if (isGiven || ofTab.text(LEADING)) (await loadClass()).resume();
}
