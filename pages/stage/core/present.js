// Presenting: the page shows only a stage, in full screen if the browser allows it, and sizes follow

// the screen. The bar with the settings is in `present_bar.js`, the layout in `present_stage.css`.
import { buttonEl, el } from "../parts/dom.js";

import { isEmbedded } from "./embedded.js";
import { HiddenParts } from "./hidden_parts.js";
import { isWriting } from "./keys.js";
import { ofBrowser } from "./storage.js";

/** @import { PresentLabels } from "../records.d.ts" */

const ROOT = document.documentElement;
const LINES = 36; // the height of the screen, in the size of body text at zoom 1
const LEAST_WIDTH = 52; // the width of a narrow screen, in the same unit
const NARROW = "(max-width: 50rem)"; // a phone: it has its own layout, and only shows the bar
const PHONE = "(max-width: 47.99rem)"; // the style sheets say the same
const ZOOMS = [0.8, 0.9, 1, 1.15];
const STORED_ZOOM = "merge-by-merge-zoom"; // in the local storage

/** @type {PresentLabels | null} */
let labels = null;
let lines = 1; // that the screen must have for all that the page shows: the server says how many
/** @type {Set<() => void>} */
const listeners = new Set();

/** The zoom that is chosen, from ZOOMS. "change": another one is. */
class Zoom extends EventTarget {
  constructor() {
    super();
    const stored = Number(ofBrowser.text(STORED_ZOOM));
    this.value = ZOOMS.includes(stored) ? stored : 1;
  }

  /**
   * The next zoom, if there is one, and the stage still fits on the screen with it.
   * @param {number} by 1 for larger, -1 for smaller
   */
  next(by) {
    const wanted = ZOOMS[ZOOMS.indexOf(this.value) + by];
    const unit = Math.min(innerHeight / LINES, innerWidth / LEAST_WIDTH);
    const most = Math.min(innerHeight / lines, innerWidth / LEAST_WIDTH);
    return wanted && (by < 0 || wanted * unit <= most) ? wanted : null;
  }

  /** @param {number} wanted one of ZOOMS */
  set(wanted) {
    this.value = wanted;
    setSize();
    this.dispatchEvent(new Event("change"));
    ofBrowser.setText(STORED_ZOOM, String(wanted));
  }
}
export const zooms = new Zoom();

/** Whether the page is presented. */
export function isPresented() {
  return ROOT.hasAttribute("data-projector");
}

/** Whether text is as large as a projector needs it. */
export function isLarge() {
  return isPresented() && !matchMedia(NARROW).matches;
}

/** Whether the steps are below the stage, and the panel of the course below both. */
export function isPhone() {
  return matchMedia(PHONE).matches;
}

/**
 * Call a function whenever presenting begins or ends. Returns a function that ends this.
 * @param {() => void} listener
 */
export function onPresent(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** @param {PresentLabels} given */
export function setLabels(given) {
  labels = given;
}

/** @param {number} least the lines that the screen must have for all that the stage shows */
export function setLines(least) {
  lines = least;
  setSize();
}

/**
 * Switch the layout, without full screen.
 * @param {boolean} wanted
 */
export function setPresented(wanted) {
  if (wanted === isPresented() || isEmbedded) return;
  ROOT.toggleAttribute("data-projector", wanted);
  setSize();
  showBlank(false);
  const change = wanted ? window.addEventListener : window.removeEventListener;
  change("keydown", /** @type {EventListener} */ (onKey));
  change("keydown", /** @type {EventListener} */ (onRemote), true);
  document[wanted ? "addEventListener" : "removeEventListener"]("fullscreenchange", onFullScreen);
  for (const listener of listeners) listener();
}

/** Show only the stage, and fill the screen. */
export function present() {
  if (isEmbedded) return; // the bar leads to the class and to other pages
  setPresented(true);
  enterFullScreen();
}

/** Fill the screen. Nothing happens where the browser does not allow it. */
export async function enterFullScreen() {
  try {
    await ROOT.requestFullscreen({ navigationUI: "hide" });
    // Escape then first closes what is open. Only some browsers can do this.
    await /** @type {any} */ (navigator).keyboard?.lock?.(["Escape"]);
  } catch {
    // The layout is enough.
  }
}

export function leave() {
  setPresented(false);
  if (document.fullscreenElement) document.exitFullscreen().catch(() => {});
}

/** The browser ends full screen at Escape, often without telling the page of the key. */
function onFullScreen() {
  if (document.fullscreenElement) return;
  let focused = document.activeElement;
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
  const init = { key: "Escape", bubbles: true, composed: true, cancelable: true };
  (focused ?? document.body).dispatchEvent(new KeyboardEvent("keydown", init));
}

/** @param {number} by 1 for larger, -1 for smaller */
export function canZoom(by) {
  return zooms.next(by) !== null;
}

/** @param {number} by 1 for larger, -1 for smaller */
export function changeZoom(by) {
  const wanted = zooms.next(by);
  if (wanted) zooms.set(wanted);
}

/** All sizes are in rem, so the size of the root's text is all that changes. */
function setSize() {
  const width = `(${LEAST_WIDTH} + var(--guide-rems, 0))`; // with the panel of a lesson
  const unit = `min(100dvh / ${LINES}, 100vw / ${width})`;
  const most = `min(100dvh / ${lines}, 100vw / ${width})`;
  ROOT.style.fontSize = isLarge() ? `min(${zooms.value} * ${unit}, ${most})` : "";
}
matchMedia(NARROW).addEventListener("change", setSize);

/** What hides the stage while the screen is blank. */
const blankScreen = () => document.querySelector("body > .blank-screen");

/** @param {boolean} wanted */
function showBlank(wanted) {
  blankScreen()?.remove();
  if (!wanted) return;
  const blank = el("div", "blank-screen", { role: "img", "aria-label": labels?.blank ?? "" });
  blank.style.cssText = "position: fixed; inset: 0; z-index: 2000000; background: #000";
  blank.addEventListener("click", () => showBlank(false));
  document.body.append(blank);
}

/**
 * The key of a presenter remote that blanks the screen. Every other key shows it again.
 * @param {KeyboardEvent} event
 */
function onRemote(event) {
  if (event.altKey || event.ctrlKey || event.metaKey || event.repeat) return;
  if (event.key === "." && !isWriting(event)) {
    showBlank(!blankScreen());
    event.preventDefault();
  } else if (blankScreen()) {
    showBlank(false);
    if (event.key === "Escape") event.preventDefault();
  }
}

/**
 * Zoom, and leave at Escape unless it has closed or released something else.
 * @param {KeyboardEvent} event
 */
function onKey(event) {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
  const path = event.composedPath().filter((node) => node instanceof Element);
  if (isWriting(event) || path.some((node) => node.matches("dialog[open]"))) return;
  if (event.key === "Escape") leave();
  else if (event.key === "+" || event.key === "=") changeZoom(1);
  else if (event.key === "-") changeZoom(-1);
}

/**
 * A button that starts presenting, or ends it.
 * @param {string} label
 */
export function presentButton(label) {
  const button = buttonEl("button present", label, () => (isPresented() ? leave() : present()));
  button.hidden = isEmbedded;
  return button;
}

/**
 * Have a stage follow the layout. Returns a function that ends this.
 * @param {HTMLElement} frame
 */
export function followPresenting(frame) {
  const hidden = new HiddenParts(frame, () => labels);
  const follow = () => {
    const isOn = isPresented();
    hidden.watch(false);
    frame.classList.toggle("projector", isOn);
    for (const button of frame.querySelectorAll(".button.present")) {
      button.setAttribute("aria-pressed", String(isOn));
    }
    hidden.watch(isOn);
  };
  follow();
  const end = onPresent(follow);
  return () => {
    hidden.watch(false);
    end();
  };
}
