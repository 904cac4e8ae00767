// The stage inside a Streamlit component: records by HTTP, steps to the server and the address.
import { live, stepped, viewed, wake } from "./address.js";
import { Stage } from "./core.js";
import { el } from "./dom.js";
import { encoding } from "./encoding.js";
import { lattice } from "./lattice.js";
import { styled } from "./panel.js";
import { rounds } from "./rounds.js";
import { training } from "./training.js";

const RENDERERS = { encoding, lattice, rounds, training };
const OF_STAGE = ["predict", "projector"]; // views that are the stage's own, not a renderer's
const SEND_AFTER = 120; // ms after the last press
const SEND_AT_LATEST = 600; // ms, while a key is held
const LEAVING = 15000; // ms at most from the reader's leaving of a page until the next one
const DOUBT = 2000; // ms until a session that knows no better is believed
const TRIES = 30; // of records that do not come, over a minute and a half

async function fetched(url) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${answer.status} for ${url}`);
  return answer.json();
}

const LEAVERS = ["click", "popstate"];

/** Whether an event may take the reader to another page: Back, Forward, or a link. */
function leaves(event) {
  if (event.type === "popstate") return true;
  const link = event.composedPath().find((node) => node.tagName === "A");
  return Boolean(link) && link.pathname !== location.pathname;
}

/** One mounted component, from the first call to the unmount. */
class Mounted {
  constructor(component) {
    this.root = component.parentElement;
    this.seq = 0;
    this.seek = -1;
    this.key = "";
    this.styled = styled(this.root, ["stage.css", "unigram.css", "encoding.css", "rooms.css"]);
    this.leaving = (event) => {
      if (leaves(event)) this.left = event;
    };
    for (const type of LEAVERS) window.addEventListener(type, this.leaving, true);
  }

  /**
   * A session that is younger than this page (the server was started again) knows the address as
   * it was when the page was loaded: until the page has told it better, what is shown stays.
   */
  update(component) {
    clearTimeout(this.doubt);
    const old = this.component?.data.run;
    if (component.data.fresh && old && old !== component.data.run) {
      this.doubt = setTimeout(() => this.take(component), DOUBT);
    } else {
      this.take(component);
    }
  }

  take(component) {
    this.component = component;
    const { data } = component;
    const folder = new URL(`records/${data.run}/${data.lang}/`, import.meta.url).href;
    const words = new URLSearchParams(data.words).toString();
    const records = (part) => folder + part + (words && `?${words}`);
    const key = records("");
    if (key !== this.key) {
      this.key = key;
      this.tries = 0;
      this.load(records);
    } else if (this.drawn === key) {
      this.follow(data);
    }
  }

  /** Fetch the head of a run, and draw; whatever comes too late is passed over. */
  load(records) {
    const key = records("");
    const current = () => this.key === key && !this.gone;
    Promise.all([this.fetched(records("head")), this.styled]).then(
      ([head]) => current() && this.build({ ...head, of: this.component.data.of }, records),
      () => current() && this.retry(() => this.load(records)),
    );
  }

  /** A stage of its own for every run and language; the step stays unless the server moved it. */
  build(head, records) {
    const { data } = this.component;
    const { seek } = data;
    let { step } = seek;
    if (this.stage && (seek.back || seek.seq === this.seek)) step = this.stage.target;
    else if (seek.back && live[data.place]?.run === data.run) ({ step } = live[data.place]);
    if (!this.stage || seek.seq !== this.seek) this.sent = seek.step; // what the server knows
    this.stage?.destroy();
    this.stage = new Stage({
      root: this.root,
      head,
      renderer: RENDERERS[head.kind],
      source: (part) => this.fetched(records(part)),
      onWords: (words) => this.tell("words", words),
      onStep: (at) => this.stepped(data.run, at),
      onView: (view) =>
        this.viewed([...view, ...this.view.filter((name) => OF_STAGE.includes(name))]),
      onSwitch: (name, on) =>
        this.viewed([...this.view.filter((each) => each !== name), ...(on ? [name] : [])]),
      onMissing: () => this.retry(() => this.stage.show()),
    });
    this.drawn = records("");
    this.seek = data.seek.seq;
    this.view ??= data.view ?? [];
    this.stage.renderer.view?.(this.view);
    this.stage.predict.set(this.view.includes("predict"));
    this.stage.project(this.view.includes("projector"));
    this.stage.renderer.watch?.(data.watch, 0);
    this.stage.go(step);
  }

  follow(data) {
    this.stage.renderer.watch?.(data.watch, Math.max(0, this.stage.shown));
    const { seek } = data;
    if (seek.seq === this.seek) return;
    this.seek = seek.seq;
    if (!seek.back || live[data.place]?.run !== data.run) this.stage.go(seek.step);
  }

  /** A part of the records; what comes ends the count of what did not. */
  async fetched(url) {
    const part = await fetched(url);
    this.tries = 0;
    this.lost?.remove();
    return part;
  }

  /** What was asked for did not come: the server may have to run the page first; ask again. */
  retry(ask) {
    this.tries += 1;
    clearTimeout(this.again);
    if (this.tries > TRIES) {
      this.giveUp(ask);
      return;
    }
    const { run } = this.component.data;
    this.again = setTimeout(
      () => {
        wake();
        this.again = setTimeout(() => this.component.data.run === run && ask(), 400);
      },
      Math.min(4000, 200 * this.tries),
    );
  }

  /** Say that nothing comes, and let the reader ask once more. */
  giveUp(ask) {
    const { lost, again } = this.component.data;
    const button = el("button", "act reveal", { type: "button" }, again);
    button.addEventListener("click", () => {
      this.lost.remove();
      this.tries = 0;
      this.retry(ask);
    });
    this.lost?.remove();
    this.lost = el("div", "stage lost", { role: "alert" });
    this.lost.append(el("p", "", {}, lost), button);
    this.root.prepend(this.lost);
  }

  viewed(view) {
    this.view = view;
    viewed(view);
    this.tell("view", view);
  }

  /**
   * Tell the server; but not when the page is being left. Streamlit would run what listens once
   * more after the next page, name the old page again, and the browser would clear the next one.
   */
  tell(name, value) {
    if (this.isLeft) return false;
    this.component.setTriggerValue(name, value);
    return true;
  }

  /** Whether the page is being left; a link that Streamlit has not taken opens elsewhere. */
  get isLeft() {
    const { left } = this;
    if (!left || performance.now() - left.timeStamp > LEAVING) return false;
    return left.type === "popstate" || left.defaultPrevented;
  }

  stepped(run, step) {
    const { place } = this.component.data;
    stepped(place, run, step);
    clearTimeout(this.later);
    if (step === this.sent) return;
    this.since ??= performance.now();
    const held = performance.now() - this.since;
    const wait = Math.min(SEND_AFTER, Math.max(0, SEND_AT_LATEST - held));
    this.later = setTimeout(() => this.report(run, step), wait);
  }

  report(run, step) {
    clearTimeout(this.later);
    this.since = undefined;
    this.seq = Math.max(this.seq + 1, Date.now());
    if (this.tell("goto", { run, step, seq: this.seq })) this.sent = step;
    else this.later = setTimeout(() => this.report(run, step), LEAVING);
  }

  unmount() {
    this.gone = true;
    clearTimeout(this.doubt);
    clearTimeout(this.later);
    clearTimeout(this.again);
    for (const type of LEAVERS) window.removeEventListener(type, this.leaving, true);
    this.stage?.destroy();
  }
}

const mounted = new WeakMap();

/** Called at the first mount and at every change of the data. */
export function update(component) {
  const { parentElement } = component;
  if (!mounted.has(parentElement)) mounted.set(parentElement, new Mounted(component));
  mounted.get(parentElement).update(component);
}

export function unmount(component) {
  mounted.get(component.parentElement)?.unmount();
  mounted.delete(component.parentElement);
}
