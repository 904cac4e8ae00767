// The stage inside a Streamlit component: records over HTTP, steps to the server and the URL.
import { lastSteps, onStep, onView, wakeServer } from "./address.js";
import { Stage } from "./core.js";
import { el } from "./dom.js";
import { encoding } from "./encoding.js";
import { lattice } from "./lattice.js";
import { loadStyles } from "./panel.js";
import { rounds } from "./rounds.js";
import { training } from "./training.js";

/** @import { Component, Head, RendererFactory, Source, StageData } from "./types.d.ts" */

/** @type {Record<Head["kind"], RendererFactory>} */
const RENDERERS = { encoding, lattice, rounds, training };
const MODES = ["predict", "projector"]; // views of the stage itself, not of a renderer
const SEND_AFTER = 120; // ms after the last press
const SEND_AT_LATEST = 600; // ms, while a key is held
const LEAVING = 15000; // ms at most from leaving a page until the next page is shown
const TRUST_STALE_AFTER = 2000; // ms until a session that may be stale is believed
const MAX_TRIES = 30; // to load records, over a minute and a half

/**
 * @callback RecordUrl
 * @param {string | number} part
 * @returns {string}
 */

/** @param {string} url */
async function fetchJson(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${response.status} for ${url}`);
  return response.json();
}

const LEAVING_EVENTS = ["click", "popstate"];

/**
 * Whether an event may take the reader to another page: Back, Forward, or a link.
 * @param {Event} event
 */
function leavesPage(event) {
  if (event.type === "popstate") return true;
  const link = event.composedPath().find((node) => node instanceof HTMLAnchorElement);
  return Boolean(link) && link?.pathname !== location.pathname;
}

/** One mounted component, from the first call to the unmount. */
class MountedStage {
  /** @param {Component<StageData>} component */
  constructor(component) {
    this.component = component;
    this.root = component.parentElement;
    /** @type {Stage | null} */
    this.stage = null;
    /** The sequence number of the last message to the server. */
    this.seq = 0;
    /** The sequence number of the last step that the server asked for. */
    this.seekSeq = -1;
    /** The URL of the records that are wanted, and of those that are drawn. */
    this.wantedKey = "";
    this.drawnKey = "";
    /** @type {string[]} */
    this.view = [];
    this.hasView = false;
    /** The step that the server knows. */
    this.sentStep = -1;
    this.tries = 0;
    this.staleTimer = 0;
    this.sendTimer = 0;
    this.retryTimer = 0;
    /** @type {number | undefined} when the reader started to step */
    this.steppingSince = undefined;
    /** @type {HTMLElement | null} */
    this.errorBox = null;
    /** @type {Event | null} the last event that may take the reader to another page */
    this.leavingEvent = null;
    this.isUnmounted = false;
    this.styled = loadStyles(this.root, [
      "stage.css",
      "unigram.css",
      "encoding.css",
      "layouts.css",
    ]);
    this.onLeavingEvent = (/** @type {Event} */ event) => {
      if (leavesPage(event)) this.leavingEvent = event;
    };
    for (const type of LEAVING_EVENTS) window.addEventListener(type, this.onLeavingEvent, true);
  }

  /**
   * A session that is younger than this page (the server was restarted) only knows the URL that the
   * page was loaded with. Until the page has sent it the current one, what is shown stays.
   * @param {Component<StageData>} component
   */
  update(component) {
    clearTimeout(this.staleTimer);
    const isOther = this.wantedKey && this.component.data.run !== component.data.run;
    if (component.data.is_new_session && isOther) {
      this.staleTimer = setTimeout(() => this.accept(component), TRUST_STALE_AFTER);
    } else {
      this.accept(component);
    }
  }

  /** @param {Component<StageData>} component */
  accept(component) {
    this.component = component;
    const { data } = component;
    const folder = new URL(`records/${data.run}/${data.lang}/`, import.meta.url).href;
    const words = new URLSearchParams(data.words).toString();
    /** @type {RecordUrl} */
    const url = (part) => folder + part + (words && `?${words}`);
    const key = url("");
    if (key !== this.wantedKey) {
      this.wantedKey = key;
      this.tries = 0;
      this.load(url);
    } else if (this.drawnKey === key) {
      this.follow(data);
    }
  }

  /**
   * Load the head of a run, and draw. A head that comes too late is ignored.
   * @param {RecordUrl} url
   */
  load(url) {
    const key = url("");
    const isWanted = () => this.wantedKey === key && !this.isUnmounted;
    Promise.all([this.fetch(url("head")), this.styled]).then(
      ([head]) =>
        isWanted() && this.build({ ...head, text_lang: this.component.data.text_lang }, url),
      () => isWanted() && this.retry(() => this.load(url)),
    );
  }

  /**
   * Build a new stage for a run and a language. The step stays unless the server moved it.
   * @param {Head} head
   * @param {RecordUrl} url
   */
  build(head, url) {
    const { data } = this.component;
    const { seek } = data;
    const step = this.firstStep(data);
    if (!this.stage || seek.seq !== this.seekSeq) this.sentStep = seek.step;
    this.stage?.destroy();
    /** @type {Source} */
    const source = (/** @type {string | number} */ part) => this.fetch(url(part));
    const stage = new Stage({
      root: this.root,
      head,
      renderer: RENDERERS[head.kind],
      source,
      onWords: (words) => this.send("words", words),
      onStep: (at) => this.onStep(data.run, at),
      onView: (view) =>
        this.setView([...view, ...this.view.filter((name) => MODES.includes(name))]),
      onModeChange: (mode, isOn) =>
        this.setView([...this.view.filter((name) => name !== mode), ...(isOn ? [mode] : [])]),
      onLoadError: () => this.retry(() => this.stage?.show()),
    });
    this.stage = stage;
    this.drawnKey = url("");
    this.seekSeq = seek.seq;
    if (!this.hasView) this.view = data.view ?? [];
    this.hasView = true;
    stage.renderer.setView?.(this.view);
    stage.predict.set(this.view.includes("predict"));
    stage.setProjector(this.view.includes("projector"));
    stage.renderer.watch?.(data.watch, 0);
    stage.go(step);
  }

  /**
   * The step of a new stage.
   * @param {StageData} data
   */
  firstStep({ seek, step_param, run }) {
    if (this.stage && (seek.back || seek.seq === this.seekSeq)) return this.stage.target;
    if (seek.back && lastSteps[step_param]?.run === run) return lastSteps[step_param].step;
    return seek.step;
  }

  /** @param {StageData} data */
  follow({ watch, seek, step_param, run }) {
    if (!this.stage) return;
    this.stage.renderer.watch?.(watch, Math.max(0, this.stage.shown));
    if (seek.seq === this.seekSeq) return;
    this.seekSeq = seek.seq;
    if (!seek.back || lastSteps[step_param]?.run !== run) this.stage.go(seek.step);
  }

  /**
   * Load a part of the records. Success resets the count of tries.
   * @param {string} url
   */
  async fetch(url) {
    const part = await fetchJson(url);
    this.tries = 0;
    this.errorBox?.remove();
    return part;
  }

  /**
   * Try again later. The server may have to run the page before it can serve these records.
   * @param {() => void} load
   */
  retry(load) {
    this.tries += 1;
    clearTimeout(this.retryTimer);
    if (this.tries > MAX_TRIES) {
      this.giveUp(load);
      return;
    }
    const { run } = this.component.data;
    this.retryTimer = setTimeout(
      () => {
        wakeServer();
        this.retryTimer = setTimeout(() => this.component.data.run === run && load(), 400);
      },
      Math.min(4000, 200 * this.tries),
    );
  }

  /**
   * Show an error, with a button to try again.
   * @param {() => void} load
   */
  giveUp(load) {
    const { load_error, retry } = this.component.data;
    const button = el("button", "button labelled", { type: "button" }, retry);
    const box = el("div", "stage load-error", { role: "alert" });
    button.addEventListener("click", () => {
      box.remove();
      this.tries = 0;
      this.retry(load);
    });
    this.errorBox?.remove();
    this.errorBox = box;
    box.append(el("p", "", {}, load_error), button);
    this.root.prepend(box);
  }

  /** @param {string[]} view */
  setView(view) {
    this.view = view;
    onView(view);
    this.send("view", view);
  }

  /**
   * Send a value to the server, unless the page is being left. Streamlit would run the callback
   * after the next page and name the old page again, and the browser would clear the next page.
   * @param {string} name
   * @param {unknown} value
   */
  send(name, value) {
    if (this.isLeaving) return false;
    this.component.setTriggerValue(name, value);
    return true;
  }

  /** Whether the page is being left. A link that Streamlit does not handle opens elsewhere. */
  get isLeaving() {
    const event = this.leavingEvent;
    if (!event || performance.now() - event.timeStamp > LEAVING) return false;
    return event.type === "popstate" || event.defaultPrevented;
  }

  /**
   * @param {string} run
   * @param {number} step
   */
  onStep(run, step) {
    onStep(this.component.data.step_param, run, step);
    clearTimeout(this.sendTimer);
    if (step === this.sentStep) return;
    this.steppingSince ??= performance.now();
    const held = performance.now() - this.steppingSince;
    const wait = Math.min(SEND_AFTER, Math.max(0, SEND_AT_LATEST - held));
    this.sendTimer = setTimeout(() => this.sendStep(run, step), wait);
  }

  /**
   * @param {string} run
   * @param {number} step
   */
  sendStep(run, step) {
    clearTimeout(this.sendTimer);
    this.steppingSince = undefined;
    this.seq = Math.max(this.seq + 1, Date.now());
    if (this.send("goto", { run, step, seq: this.seq })) this.sentStep = step;
    else this.sendTimer = setTimeout(() => this.sendStep(run, step), LEAVING);
  }

  unmount() {
    this.isUnmounted = true;
    clearTimeout(this.staleTimer);
    clearTimeout(this.sendTimer);
    clearTimeout(this.retryTimer);
    for (const type of LEAVING_EVENTS) window.removeEventListener(type, this.onLeavingEvent, true);
    this.stage?.destroy();
  }
}

/** @type {WeakMap<Node, MountedStage>} */
const mounted = new WeakMap();

/**
 * Called at the first mount and at every change of the data.
 * @param {Component<StageData>} component
 */
export function update(component) {
  const { parentElement } = component;
  const stage = mounted.get(parentElement) ?? new MountedStage(component);
  mounted.set(parentElement, stage);
  stage.update(component);
}

/** @param {Component<StageData>} component */
export function unmount(component) {
  mounted.get(component.parentElement)?.unmount();
  mounted.delete(component.parentElement);
}
