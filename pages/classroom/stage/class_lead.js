// The lecturer's side of a class: it starts the class, tells it what is on the screen, and brings the
// class back if the server was restarted. The lecturer's other devices send commands.

import { setClassText } from "../../settings/stage/class_status.js";
import { places } from "../../stage/core/address.js";
import { guideData } from "../../stage/core/guide_data.js";
import { loadStyles } from "../../stage/core/panel.js";
import * as steps from "../../stage/core/steps.js";
import { el, fill } from "../../stage/parts/dom.js";
import { AskPanel } from "./class_ask.js";
import { CodeScreen, loadJoin } from "./class_code.js";
import { ClassDialog } from "./class_dialog.js";
import { ClassEvents } from "./class_events.js";
import { questionOfTask } from "./class_own.js";
import {
  classUrl,
  forgetLed,
  keepLed,
  ledBefore,
  ledHere,
  request,
  saveClass,
  savedClass,
  takeHandedOver,
} from "./class_requests.js";
import { COVERS, encodeWord, goBackward, goForward, shownScreen } from "./class_screen.js";

/** @import { Led } from "./class_requests.js" */
/** @import { ClassLabels, ClassQuestion, ClassTally } from "../../stage/types.d.ts" */

const ROOT = document.documentElement;
const RETRY = 2_000; // ms
const SOON = 50; // ms; whether the page is loaded
const LATEST = 20_000; // ms until a question is not asked, as the class does not know the place
const WINDOW = Math.random().toString(36).slice(2); // the name of this window

/** A class that this tab leads. */
export class LedClass {
  /**
   * @param {Led} led
   * @param {ClassLabels} labels
   */
  constructor({ code, key }, labels) {
    this.code = code;
    this.key = key;
    this.labels = labels;
    this.here = 0;
    this.address = ""; // where latecomers type the code
    /** @type {boolean | undefined} whether students may look around; undefined: as it is */
    this.canLook = undefined;
    this.isEnded = false;
    /** Whether this window begins to lead, and whether the server has said that it leads. */
    this.isTaking = true;
    this.hasLed = false;
    /** Whether another window, which was opened later, leads the class. */
    this.isOther = false;
    /** Whether Page Down asks before each step. */
    this.asksEachStep = false;
    /** Whether a word that the class was asked for is encoded. */
    this.isEncoding = false;
    /** @type {ClassQuestion | null} */
    this.question = null;
    /** @type {ClassTally | null} */
    this.tally = null;
    this.asked = ""; // the last question that was asked here
    /** @type {{ id: string, reveal: () => void } | null} the task that was asked last */
    this.task = null;
    this.posted = ""; // the last state that the server has
    this.isPosting = false;
    this.isGathering = false;
    this.retryTimer = 0;
    this.restoreTimer = 0;
    this.host = el("div", "class-host");
    const root = this.host.attachShadow({ mode: "open" });
    this.dialog = new ClassDialog(this);
    this.codeScreen = new CodeScreen(this);
    this.ask = new AskPanel(this);
    const nodes = [this.dialog.node, this.codeScreen.node, this.ask.node];
    const frame = el("div", "stage", {}, ...nodes);
    frame.addEventListener("click", ignoreDoubleClick, true);
    const styles = ["stage.css", "class.css", "share.css"];
    this.styled = loadStyles(root, styles).then(() => root.append(frame));
    document.body.append(this.host);
    this.show();
    this.lang = document.documentElement.lang;
    const post = () => {
      if (this.lang !== document.documentElement.lang) changeLanguage();
      setTimeout(() => this.postState()); // after the step is drawn
    };
    this.listening = new AbortController();
    const { signal } = this.listening;
    signal.addEventListener("abort", steps.onChange(post));
    places.addEventListener("change", post, { signal });
    window.addEventListener("click", post, { signal }); // it may have pinned something
    window.addEventListener("keyup", post, { signal });
    const covers = new MutationObserver(post);
    covers.observe(ROOT, { attributeFilter: [COVERS] });
    signal.addEventListener("abort", () => covers.disconnect());
    this.events = new ClassEvents({
      url: () => `${classUrl(code, "events")}?${new URLSearchParams({ lang: this.lang })}`,
      key,
      onEvent: (name, event) => this.take(name, event),
      onConnection: (connection) => this.onConnection(connection),
    });
    this.postState();
  }

  /** Say in the buttons which class this tab leads. */
  show() {
    const n = this.here.toLocaleString("en");
    const text = this.labels.button.replace("{code}", this.code).replace("{n}", n);
    setClassText(text, [this.address, this.code, n].filter(Boolean).join(" · "));
  }

  /**
   * Ask how others reach the class, and say so in the bar of a presented page.
   * @returns {Promise<{ address: string, image: string | null }>}
   */
  async loadJoin() {
    const join = await loadJoin(this.code);
    this.address = join.address.replace(`/${this.code}`, "");
    this.show();
    return join;
  }

  /** How many are here, as a sentence. */
  hereText() {
    const { labels, here: n } = this;
    return fill(n === 1 ? labels.here_one : labels.here, { n });
  }

  /** @param {import("./class_events.js").Connection} connection */
  onConnection(connection) {
    this.dialog.setConnection(connection);
    if (connection === "gone") this.restore();
    if (connection !== "connected") return;
    this.ask.sayProblem("");
    this.postState(true);
  }

  /** Have a server that was restarted know this class again, under the same code. */
  async restore() {
    clearTimeout(this.restoreTimer);
    if (this.isEnded) return;
    const body = { code: this.code, saved: savedClass() };
    try {
      const response = await request("POST", classUrl(""), { key: this.key, body });
      if (response.status === 429 || response.status === 503) {
        this.restoreTimer = setTimeout(() => this.restore(), RETRY * (0.5 + Math.random()));
      } else if (!response.ok) {
        this.ask.sayProblem((await response.text()).trim());
      } else {
        this.posted = "";
        this.events.connect();
      }
    } catch {
      // The stream of events tries again.
    }
  }

  /**
   * @param {string} name
   * @param {any} event
   */
  take(name, event) {
    if (name === "here") {
      this.here = event.count;
      this.show();
      this.dialog.drawCount();
      this.codeScreen.drawCount();
      this.ask.draw();
    } else if (name === "state") {
      this.dialog.looking.box.checked = event.look;
      this.takeLeader(event.leader);
    } else if (name === "question") {
      if (event.id !== this.question?.id) {
        this.isEncoding = false;
        this.dialog.onQuestion();
      }
      this.question = event.id === null ? null : event;
      if (this.tally?.question !== event.id) this.tally = null;
      if (event.state === "revealed" && event.id === this.task?.id) this.task?.reveal();
      this.ask.draw();
    } else if (name === "tally") {
      this.tally = event;
      this.ask.draw();
    } else if (name === "saved") {
      saveClass(typeof event === "string" ? event : event.saved);
    } else if (name === "problem") {
      this.ask.sayProblem(event.failed.length ? this.labels.phones_wait : "");
    } else if (name === "command") {
      this.obey(event.command);
    } else if (name === "end") {
      this.close();
    }
  }

  /**
   * Another window may lead since it was opened: two tabs must not contradict each other.
   * @param {string} leader the name of the window that leads
   */
  takeLeader(leader) {
    if (leader === WINDOW) this.hasLed = true;
    else if (leader && this.hasLed) this.setOther(true);
  }

  /** @param {boolean} isOther whether another window leads */
  setOther(isOther) {
    this.isOther = isOther;
    this.hasLed = false;
    this.ask.draw();
  }

  /** Lead from this window again. */
  leadHere() {
    this.isTaking = true;
    this.setOther(false);
    this.postState(true);
  }

  /** What is on the screen; null while it is being loaded. */
  screen() {
    return shownScreen(this.asksEachStep, this.canLook);
  }

  /**
   * Tell the class what is on the screen, if that has changed. Only the latest is sent.
   * @param {boolean} [isForced]
   */
  async postState(isForced = false) {
    if (this.isEnded || this.isOther) return;
    const screen = this.screen();
    if (!screen) {
      clearTimeout(this.retryTimer);
      this.retryTimer = setTimeout(() => this.postState(isForced), SOON);
      return;
    }
    const text = JSON.stringify(screen);
    if (text === this.posted && !this.isGathering && !isForced) return;
    if (this.isPosting) return; // the end of that request looks again
    this.isPosting = true;
    clearTimeout(this.retryTimer);
    const { isGathering, isTaking } = this;
    const body = {
      ...screen,
      leader: WINDOW,
      ...(isGathering ? { gather: true } : {}),
      ...(isTaking ? { take: true } : {}),
    };
    let isDone = false;
    try {
      const url = classUrl(this.code, "state");
      const { ok, status } = await request("POST", url, { key: this.key, body });
      isDone = ok || status === 400 || status === 403 || status === 409;
      if (ok && isTaking) this.isTaking = false;
      if (status === 409) this.setOther(true);
      if (status === 404) this.restore();
    } catch {
      // Sent again below.
    }
    this.isPosting = false;
    if (isDone) {
      this.posted = text;
      if (isGathering) this.isGathering = false;
      this.postState();
    } else {
      this.retryTimer = setTimeout(() => this.postState(true), RETRY);
    }
  }

  gather() {
    this.isGathering = true;
    this.postState();
  }

  /** @param {boolean} isAllowed */
  allowLooking(isAllowed) {
    this.canLook = isAllowed;
    this.postState();
  }

  /** Whether the class knows what is on the screen. */
  isPosted() {
    const screen = this.screen();
    return this.isOther || (screen !== null && JSON.stringify(screen) === this.posted);
  }

  /** Wait until the class knows what is on the screen. Resolves with whether it does. */
  async whenPosted() {
    for (let waited = 0; waited < LATEST && !this.isPosted(); waited += SOON) {
      this.postState();
      await new Promise((resolve) => setTimeout(resolve, SOON));
    }
    return this.isPosted();
  }

  /**
   * Ask, close, reveal or end. A question is about what is on the screen. Resolves with why that is
   * not possible, or with "".
   * @param {object} body
   */
  async change(body) {
    if ("question" in body && !(await this.whenPosted())) return this.labels.load_error;
    try {
      const url = classUrl(this.code, "question");
      const response = await request("POST", url, { key: this.key, body });
      if (response.status === 201) this.asked = (await response.json()).id;
      return response.ok ? "" : (await response.text()).trim();
    } catch {
      return this.labels.load_error;
    }
  }

  /**
   * Do what another device of the lecturer asks for.
   * @param {string} command
   */
  obey(command) {
    if (this.isOther) return;
    if (command === "forward") goForward(this.ask);
    else if (command === "back") goBackward();
    else if (command === "gather") this.gather();
    else if (command === "continue") this.ask.goOn();
    else if (command === "code") this.codeScreen.toggle();
    else if (command.startsWith("encode ")) {
      this.isEncoding = true;
      encodeWord(command.slice(7));
    }
  }

  /** End the class for everybody. */
  async end() {
    this.isEnded = true;
    await request("DELETE", classUrl(this.code), { key: this.key }).catch(() => {});
    this.close();
  }

  /** Stop leading in this tab. */
  detach() {
    this.isEnded = true;
    clearTimeout(this.retryTimer);
    clearTimeout(this.restoreTimer);
    this.listening.abort();
    this.events.close();
    this.dialog.node.close();
    this.codeScreen.node.close();
    this.host.remove();
    this.ask.close();
    led = null;
  }

  close() {
    this.detach();
    forgetLed();
    setClassText("", "");
  }
}

/**
 * Ignore the second click of a double click: a press may put another button in the place of its own.
 * @param {MouseEvent} event
 */
function ignoreDoubleClick(event) {
  const isOnButton = event.target instanceof Element && event.target.closest("button");
  if (event.detail > 1 && isOnButton) event.stopPropagation();
}

/** @type {LedClass | null} */
let led = null;

/** The texts of the class, in the language of the page. */
async function loadLabels() {
  const response = await fetch(
    new URL(`class_labels/${document.documentElement.lang}`, import.meta.url),
  );
  if (!response.ok) throw new Error(`${response.status} for the texts`);
  return response.json();
}

/**
 * @param {Led} given
 * @param {ClassLabels} labels
 */
function lead({ code, key }, labels) {
  keepLed({ code, key });
  const started = new LedClass({ code, key }, labels);
  led = started;
  return started;
}

/** Lead the class with the texts of another language. */
async function changeLanguage() {
  const before = led;
  if (!before) return;
  before.detach();
  const after = lead(before, await loadLabels());
  const { asksEachStep, isTaking, hasLed } = before;
  Object.assign(after, { asksEachStep, isTaking, hasLed });
  after.setOther(before.isOther);
}

/** Open the class that this tab leads, or start one. Resolves with why not, or with "". */
export const openClass = oneAtATime(openOrStart);

/**
 * A function that runs once at a time: calls meanwhile wait for the same result.
 * @param {() => Promise<string>} run
 */
function oneAtATime(run) {
  /** @type {Promise<string> | null} */
  let running = null;
  return () => {
    running ??= run().finally(() => {
      running = null;
    });
    return running;
  };
}

/** Show the code of the class that this tab leads on the whole screen. */
export function showCode() {
  led?.codeScreen.open();
}

/**
 * Ask the class the task of a part of the course or of a lesson.
 * @param {import("../../stage/types.d.ts").PartData} part
 * @param {boolean} isCourse
 * @param {() => void} reveal shows the answer to the task, once the class sees it
 */
export async function askTask({ name, task }, isCourse, reveal) {
  if (!led || !task) return;
  const words = guideData()?.lang; // those that the projector shows
  const question = isCourse ? { kind: "part", part: name, words } : questionOfTask(task);
  const { asked } = led;
  await led.ask.change({ question });
  if (led && led.asked !== asked) led.task = { id: led.asked, reveal };
}

async function openOrStart() {
  if (!led) {
    const labels = await loadLabels();
    const before = ledBefore();
    const known = before && (await continued(before));
    if (known) {
      lead(known, labels);
    } else {
      const response = await request("POST", classUrl(""), { body: {} });
      if (!response.ok) return (await response.text()).trim();
      lead(await response.json(), labels);
    }
  }
  led?.dialog.open();
  return "";
}

/**
 * The class that this browser led before, if the server still knows it.
 * @param {Led} before
 */
async function continued(before) {
  try {
    const { ok } = await request("GET", classUrl(before.code, "summary"), { key: before.key });
    return ok ? before : null;
  } catch {
    return null;
  }
}

/** Lead the class again that this tab led, or that was handed over to it. */
export async function resume() {
  const given = takeHandedOver() ?? ledHere();
  if (!given || led) return;
  lead(given, await loadLabels())
    .loadJoin()
    .catch(() => {}); // the dialog says why
}
