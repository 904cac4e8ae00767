// The stage inside a Streamlit component: records by HTTP, steps to the server and the address.
import { Stage } from "./core.js";
import { training } from "./training.js";

const RENDERERS = { training };
const SEND_AFTER = 120; // ms after the last press
const SEND_AT_LATEST = 600; // ms, while a key is held

async function fetched(url) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${answer.status} for ${url}`);
  return answer.json();
}

/** One mounted component, from the first call to the unmount. */
class Mounted {
  constructor(component) {
    this.root = component.parentElement;
    this.seq = 0;
    this.seek = -1;
    this.key = "";
    this.style = document.createElement("link");
    this.style.rel = "stylesheet";
    this.style.href = new URL("stage.css", import.meta.url);
    this.styled = new Promise((done) => { this.style.onload = this.style.onerror = done; });
    this.root.append(this.style);
    this.flush = () => this.later && this.report(...this.pending);
    window.addEventListener("pointerdown", this.flush, true); // it may lead away from the page
  }

  async update(component) {
    this.component = component;
    this.send = component.setTriggerValue;
    const { data } = component;
    const records = new URL(`records/${data.run}/${data.lang}/`, import.meta.url).href;
    if (records !== this.key) {
      this.key = records;
      try {
        const [head] = await Promise.all(
          [fetched(`${records}head`), this.styled]);
        if (this.key === records && !this.gone) this.build(head, records);
      } catch {
        if (this.key === records && !this.gone) this.missing();
      }
    } else if (this.drawn === records) {
      this.follow(component.data);
    }
  }

  /** A stage of its own for every run and language; the step stays unless the server moved it. */
  build(head, records) {
    const { data } = this.component;
    const step = data.seek.seq === this.seek ? this.stage?.target : data.seek.step;
    this.stage?.destroy();
    this.tries = 0;
    this.stage = new Stage({
      root: this.root,
      head,
      renderer: RENDERERS[head.kind],
      source: (number) => fetched(`${records}${number}`),
      onStep: (at) => this.stepped(data.run, at),
      onView: (view) => this.viewed(view),
      onMissing: () => this.missing(),
    });
    this.drawn = records;
    this.seek = data.seek.seq;
    this.view ??= data.view;
    this.stage.renderer.view?.(this.view);
    this.stage.renderer.watch?.(data.watch, 0);
    this.sent = step ?? data.seek.step;
    this.stage.go(this.sent);
  }

  follow(data) {
    this.stage.renderer.watch?.(data.watch, Math.max(0, this.stage.shown));
    if (data.seek.seq !== this.seek) {
      this.seek = data.seek.seq;
      this.stage.go(data.seek.step);
    }
  }

  /** The server has forgotten the run: a message makes it run the page again, then ask anew. */
  missing() {
    this.key = "";
    this.tries = (this.tries ?? 0) + 1;
    if (this.tries > 20) return;
    clearTimeout(this.again);
    this.again = setTimeout(() => {
      this.report(this.component.data.run, this.stage?.target ?? null);
      this.again = setTimeout(() => this.key || this.update(this.component), 400);
    }, 250 * this.tries);
  }

  viewed(view) {
    this.view = view;
    window.dispatchEvent(new CustomEvent("stage-view", { detail: view }));
    this.send("view", view);
  }

  stepped(run, step) {
    window.dispatchEvent(new CustomEvent("stage-step", { detail: { run, step } }));
    clearTimeout(this.later);
    this.later = 0;
    if (step === this.sent) return;
    this.since ??= performance.now();
    const held = performance.now() - this.since;
    const wait = Math.min(SEND_AFTER, Math.max(0, SEND_AT_LATEST - held));
    this.pending = [run, step];
    this.later = setTimeout(this.flush, wait);
  }

  report(run, step) {
    clearTimeout(this.later);
    this.later = 0;
    this.since = undefined;
    this.sent = step;
    this.seq = Math.max(this.seq + 1, Date.now());
    this.send("goto", { run, step, seq: this.seq });
  }

  unmount() {
    this.gone = true;
    clearTimeout(this.later);
    window.removeEventListener("pointerdown", this.flush, true);
    clearTimeout(this.again);
    this.stage?.destroy();
    this.style.remove();
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
