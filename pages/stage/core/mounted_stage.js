// A stage that gets its records over HTTP and keeps the step in the URL.

import { ByHand } from "../parts/by_hand.js";
import { buttonEl, el } from "../parts/dom.js";
import { isLeaving, isOpening, lastPlace, pageData, wakeServer } from "./address.js";
import { begin } from "./beginning.js";
import { Stage } from "./core.js";
import { hasPresses, keepPress, takePresses } from "./early_presses.js";
import { isEmbedded } from "./embedded.js";
import { afterText, leaveField } from "./left_field.js";
import { loadStyles } from "./panel.js";
import { setPresented } from "./present.js";
import * as steps from "./steps.js";

/**
 * @import { Head, StageData } from "../records.d.ts"
 * @import { Component, RendererFactory, Source } from "../types.d.ts"
 * @import { Action } from "./transport.js"
 */

const MODES = ["predict", "by_hand", "projector"]; // views of the stage itself, not of a renderer
const TOUCH = matchMedia("(pointer: coarse)"); // a tap may leave a typed text
const FOLLOWS = 600; // ms after which a stage that is the same is not expected to change
const ASK_AGAIN = 50; // ms; whether the place is there for which presses are kept
const MAX_TRIES = 30; // to load records, over a minute and a half

/**
 * @callback RecordUrl
 * @param {string | number} part
 * @returns {string}
 */

/** @type {Map<string, unknown>} the records that came with the early stage, by URL */
const received = new Map();

/**
 * Use records that are here already. Each is used once: a cache would grow.
 * @param {Record<string, unknown>} records by URL, without the folder of this version
 */
export function receive(records) {
  for (const [url, record] of Object.entries(records)) {
    received.set(new URL(url, import.meta.url).href, record);
  }
}

/**
 * The renderer of a kind of stage: its module exports it under the name of the kind.
 * @param {StageData} data
 * @returns {Promise<RendererFactory>}
 */
async function rendererOf({ kind, renderer }) {
  return (await import(`./${renderer}`))[kind];
}

/** @param {string} url */
async function fetchJson(url) {
  const record = received.get(url);
  if (received.delete(url)) return record;
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${response.status} for ${url}`);
  return response.json();
}

/** One mounted component, from the first call to the unmount. */
export class MountedStage {
  /** @param {Component<StageData>} component */
  constructor(component) {
    this.component = component;
    this.root = component.parentElement;
    /** @type {Stage | null} */
    this.stage = null;
    /** The URL of the records that are wanted, and of those that are drawn. */
    this.wantedKey = "";
    this.drawnKey = "";
    this.tries = 0;
    this.retryTimer = 0;
    /** @type {ByHand | null} */
    this.byHand = null;
    /** @type {HTMLElement | null} */
    this.errorBox = null;
    /** @type {HTMLElement | undefined} */
    this.note = undefined;
    /** @type {import("./steps.js").OpenStage | undefined} */
    this.opened = undefined;
    /** The number of the place that is drawn, see `address.js`. */
    this.drawnPlace = 0;
    this.isUnmounted = false;
    this.keptTimer = 0;
    this.waitsForText = false; // that was typed before a press
    /** @type {Element | null} where it is drawn until Streamlit's place for it has its styles */
    this.earlyHost = null;
    /** @type {Promise<unknown>} */
    this.styled = this.loadStyles();
  }

  loadStyles() {
    const own = this.component.data.styles;
    const byHand = steps.views().includes("by_hand") ? ["by_hand.css"] : [];
    return loadStyles(this.root, ["stage.css", ...own, ...byHand]);
  }

  /** @param {string} name of a style sheet that few readers need */
  loadMoreStyles(name) {
    const { root } = this;
    const isLoaded = root.querySelector(`link[href$="/${name}"]`);
    return isLoaded ? undefined : loadStyles(root, [name]);
  }

  /**
   * Move what is drawn to another element, once the styles are there.
   * @param {HTMLElement | ShadowRoot} root
   */
  moveTo(root) {
    const from = this.root;
    this.root = root;
    this.styled = this.loadStyles().then(() => {
      if (this.isUnmounted) return;
      const focused = from instanceof ShadowRoot ? from.activeElement : null;
      const dialog = from.querySelector(":modal");
      root.append(...[...from.childNodes].filter((node) => !(node instanceof HTMLLinkElement)));
      if (dialog instanceof HTMLDialogElement) {
        dialog.close(); // moved, it would be open, but no longer above the page
        dialog.showModal();
      }
      if (focused instanceof HTMLElement) focused.focus();
      this.earlyHost?.remove();
      if (this.stage) this.releasePlace();
      if (this.opened) steps.open(this.opened);
    });
  }

  /** Note on the page that the stage has its own height (see `frame.css`). */
  releasePlace() {
    const host = this.root instanceof ShadowRoot ? this.root.host : this.root;
    host.closest(".st-key-stage")?.setAttribute("data-built", "");
  }

  /**
   * A session that is younger than this page (the server was restarted) only knows the URL that the
   * page was loaded with. Until it has the current one (see `address.js`), what is shown stays.
   * @param {Component<StageData>} component
   */
  update(component) {
    const isOther = this.wantedKey && this.component.data.run !== component.data.run;
    if (!component.data.is_new_session || !isOther) this.accept(component);
  }

  /** @param {Component<StageData>} component */
  accept(component) {
    const isOpened = this.component.data.opened !== component.data.opened;
    this.component = component;
    const { data } = component;
    begin(data.lang, data.beginning);
    const url = this.recordUrls();
    const key = url("");
    if (key !== this.wantedKey) {
      this.wantedKey = key;
      this.tries = 0;
      this.load(url);
    } else if (this.drawnKey === key && this.stage) {
      const { watch = [], sentence = "" } = data;
      this.stage.renderer.watch?.(watch, Math.max(0, this.stage.shown), sentence);
      if (isOpened) this.goToPlace();
    }
  }

  /**
   * The URLs of the records of the run and the chosen words.
   * @returns {RecordUrl}
   */
  recordUrls() {
    const { run, lang, subject, has_choice: hasChoice } = this.component.data;
    const folder = new URL(`records/${run}/${lang}/`, import.meta.url).href;
    const choice = hasChoice ? steps.wordChoice(subject) : steps.FIRST_WORDS;
    const query = choice.words === "first" ? "" : `?${new URLSearchParams({ ...choice })}`;
    return (part) => folder + part + query;
  }

  /** What the head of a run contains only here: it depends on the page. */
  ownHead() {
    const { run, lang, corpus, text_lang, next_steps, course } = this.component.data;
    const folder = `downloads/${run}/${lang}/?${new URLSearchParams({ corpus })}`;
    return { text_lang, next_steps, course, downloads: new URL(folder, import.meta.url).href };
  }

  /**
   * Load the head of a run, and draw. A head that comes too late is ignored.
   * @param {RecordUrl} url
   */
  load(url) {
    const key = url("");
    const { data } = this.component;
    const isWanted = () => this.wantedKey === key && !this.isUnmounted;
    const styles = data.styles.map((name) => this.loadMoreStyles(name));
    const styled = Promise.all([this.styled, ...styles]);
    Promise.all([this.fetch(url("head")), rendererOf(data), styled]).then(
      ([head, renderer]) => isWanted() && this.build({ ...head, ...this.ownHead() }, renderer, url),
      () => isWanted() && this.retry(() => this.load(url)),
    );
  }

  /**
   * Build a new stage for a run and a language, at the step that the browser knows.
   * @param {Head} head
   * @param {RendererFactory} renderer
   * @param {RecordUrl} url
   */
  build(head, renderer, url) {
    const { stage: name, subject, step_param: param, watch, sentence } = this.component.data;
    // After Back twice, the stage of the page between may be built late. The place opened last
    // is not meant for it.
    const isCurrent = (this.component.data.opened ?? 0) >= (pageData()?.opened ?? 0);
    const step = steps.stepOf(name, subject, param, isCurrent);
    const isAsked = steps.isAsked(name);
    this.note?.remove();
    this.stage?.destroy();
    /** @type {Source} */
    const source = (/** @type {string | number} */ part) => this.fetch(url(part));
    const stage = new Stage({
      root: this.root,
      head,
      renderer,
      source,
      offersTour: !isEmbedded && steps.isPlainLink && !steps.openPart(),
      onWords: (choice) => {
        steps.setWordChoice(subject, choice);
        this.accept(this.component);
      },
      onSentence: (text) => this.component.setTriggerValue("sentence", text),
      onCourse: () => dispatchEvent(new Event("open-course")), // `frame.js` opens it
      keeps: (action) => this.keeps(action),
      // see `guide.js`
      mayStep: () => this.isOfPlace() && dispatchEvent(new Event("may-step", { cancelable: true })),
      onStep: (at) => steps.setStep(name, subject, at),
      onView: (view) =>
        steps.setViews([...view, ...steps.views().filter((each) => MODES.includes(each))]),
      onModeChange: (mode, isOn) => this.setMode(mode, isOn),
      onLoadError: () => this.retry(() => this.stage?.show()),
    });
    this.stage = stage;
    this.drawnKey = url("");
    if (this.opened) steps.close(this.opened);
    const { last } = head;
    const { words } = this.component.data;
    this.opened = {
      name,
      param,
      last,
      words,
      go: (/** @type {number} */ at) => stage.pauseAndGo(at),
      frame: stage.frame,
      refresh: () => this.refresh(),
      pinned: () => stage.renderer.pointing?.pinned?.key ?? "",
      release: () => stage.renderer.pointing?.clear(),
      hasQuestion: (/** @type {number} */ at) => stage.questions.quizOf(at) !== null,
      isOfPlace: () => this.isOfPlace(),
    };
    steps.open(this.opened);
    const view = steps.views();
    stage.renderer.setView?.(view);
    stage.predict.set(view.includes("predict"));
    this.byHand = this.makeByHand(stage);
    this.byHand?.set(view.includes("by_hand"));
    if (view.includes("projector")) setPresented(true);
    stage.renderer.watch?.(watch ?? [], 0, sentence ?? "");
    stage.go(step);
    this.drawnPlace = this.component.data.opened ?? 0;
    this.actOnKept();
    this.releasePlace();
    if (isAsked) this.noteBeyond(step, head.last);
  }

  /**
   * The by-hand mode of a stage; null if it has none.
   * @param {Stage} stage
   */
  makeByHand(stage) {
    const { run, lang, by_hand: offer } = this.component.data;
    if (!offer) return null;
    return new ByHand(stage, offer, {
      url: new URL(`by_hand/${run}/${lang}`, import.meta.url),
      loadStyles: () => this.loadMoreStyles("by_hand.css"),
      onToggle: (isOn) => this.setMode("by_hand", isOn),
    });
  }

  /**
   * @param {string} mode one of MODES
   * @param {boolean} isOn
   */
  setMode(mode, isOn) {
    steps.setViews([...steps.views().filter((each) => each !== mode), ...(isOn ? [mode] : [])]);
  }

  /** Go to the place that was opened, if it only differs in what the browser owns. */
  refresh() {
    if (this.recordUrls()("") === this.drawnKey) this.goToPlace();
    else this.accept(this.component);
  }

  /** Show the step and the views of the place that was opened. */
  goToPlace() {
    const { stage: name, subject, step_param: param } = this.component.data;
    const view = steps.views();
    this.stage?.renderer.setView?.(view);
    this.stage?.predict.set(view.includes("predict"));
    this.byHand?.set(view.includes("by_hand"));
    this.stage?.pauseAndGo(steps.stepOf(name, subject, param));
    this.drawnPlace = this.component.data.opened ?? 0;
    this.actOnKept();
  }

  /** Whether the stage is that of the place which was opened last. Another one may be on its way. */
  isOfPlace() {
    const page = pageData();
    if (!page) return true; // the server has not drawn it yet
    if (isOpening() || isLeaving() || page.stage !== this.component.data.stage) return false;
    return this.drawnPlace >= Number(lastPlace());
  }

  /**
   * Keep what the reader presses until the stage is that of the place which was opened last.
   * @param {Action} action
   */
  keeps(action) {
    if (TOUCH.matches) {
      leaveField();
      this.waitsForText ||= this.awaitText();
    }
    if (this.isOfPlace() && !this.waitsForText) return false;
    keepPress(action);
    this.actOnKept();
    return true;
  }

  /** Do what is pressed now once a text is drawn that was typed before. Returns whether there is one. */
  awaitText() {
    const before = { query: pageData()?.query, key: this.drawnKey };
    let since = 0; // when the page had the text
    // Other steps come a moment after the page; some texts, such as a watched one, leave the steps.
    const isDrawn = () => {
      if (pageData()?.query === before.query || this.wantedKey !== this.drawnKey) return false;
      since ||= performance.now();
      return this.drawnKey !== before.key || performance.now() > since + FOLLOWS;
    };
    const act = () => {
      this.waitsForText = false;
      this.actOnKept();
    };
    return afterText(() => setTimeout(act, ASK_AGAIN), isDrawn);
  }

  /** Do what was kept, as soon as the stage is that of its place. */
  actOnKept() {
    clearTimeout(this.keptTimer);
    if (this.isUnmounted || this.waitsForText) return;
    if (this.isOfPlace()) for (const action of takePresses()) this.stage?.act(action);
    else if (hasPresses()) this.keptTimer = setTimeout(() => this.actOnKept(), ASK_AGAIN);
  }

  /**
   * Say that a link asked for a step that does not exist.
   * @param {number} step
   * @param {number} last
   */
  noteBeyond(step, last) {
    const { beyond } = this.component.data;
    if (step <= last || !beyond) return;
    const text = beyond.replace("{step}", String(step)).replace("{last}", String(last));
    this.note = el("p", "stage-note", { role: "status" }, text);
    this.root.prepend(this.note);
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
    const button = buttonEl("button labelled", retry, () => {
      box.remove();
      this.tries = 0;
      this.retry(load);
    });
    const box = el("div", "stage load-error flow", { role: "alert" });
    this.errorBox?.remove();
    this.errorBox = box;
    box.append(el("p", "", load_error), button);
    this.root.prepend(box);
  }

  unmount() {
    this.isUnmounted = true;
    this.earlyHost?.remove(); // the style sheets of a place that is gone never come
    clearTimeout(this.retryTimer);
    clearTimeout(this.keptTimer);
    if (this.opened) steps.close(this.opened);
    this.stage?.destroy();
  }
}
