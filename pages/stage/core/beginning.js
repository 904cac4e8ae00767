// The first visit: a promise, some words, and one button, in front of the page. The first script of
// the page decides (see `first_paint.py`); `frame_begin.css` hides the page meanwhile.
import { buttonEl, el } from "../parts/dom.js";
import { ofBrowser } from "./storage.js";

/** @import { BeginningData } from "../records.d.ts" */

const BEGUN = "merge-by-merge-begun";
const ROOT = document.documentElement;

/** @type {HTMLElement | null} the first screen */
let shown = null;

/** Whether this is the first visit, and the reader has pressed nothing yet. */
export const isBeginning = () => ROOT.hasAttribute("data-begin");

/** "leave": the reader has seen the first screen, and the page is shown. */
export const beginning = new EventTarget();

/**
 * Draw the first screen, if this is the first visit.
 * @param {string} lang
 * @param {BeginningData} [data] without it, the page is not the first one
 */
export function begin(lang, data) {
  if (!isBeginning()) return;
  if (!data) {
    leaveBeginning();
    return;
  }
  if (shown?.lang === lang) return;
  const words = data.words.map(([word, times]) =>
    el("li", "", el("bdi", "", word), el("span", "times", times)),
  );
  const start = () => {
    dispatchEvent(new Event("open-course")); // `frame.js` opens it
    leaveBeginning();
  };
  const languages = data.languages.map(([code, name]) => {
    const isHere = code === lang;
    const current = isHere ? "true" : undefined;
    return el("a", "", { href: `?lang=${code}`, lang: code, "aria-current": current }, name);
  });
  const next = el(
    "main",
    "beginning",
    { lang },
    el(
      "div",
      "beginning-box",
      el("p", "name", { translate: "no" }, "Merge by Merge"),
      el("h1", "", data.promise),
      el("ul", "beginning-words", { dir: "ltr" }, words),
      el("p", "", data.about),
      buttonEl("begin", data.start, start),
      buttonEl("everything", data.everything, leaveBeginning),
      el("nav", "", { "aria-label": data.language }, languages),
    ),
  );
  if (shown) shown.replaceWith(next);
  else document.body.append(next);
  shown = next;
}

/** Show the page, at this visit and at all later ones. */
export function leaveBeginning() {
  if (!isBeginning()) return;
  ROOT.removeAttribute("data-begin");
  shown?.remove();
  shown = null;
  ofBrowser.setText(BEGUN, "1");
  beginning.dispatchEvent(new Event("leave"));
}
