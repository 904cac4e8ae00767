// The stage: transport, keys, blocks of records, announcements. It holds the current step.
// It draws what it is given and computes nothing; what a record looks like is the renderer's
// business. But: it does not know where records come from (`source`) or who listens (`onStep`).
import { el, icon, setSentence, setText } from "./dom.js";
import { isTyping, wantsKey, watchModality } from "./keys.js";
import { Predict } from "./predict.js";
import { Tour } from "./tour.js";

const KEPT_BLOCKS = 12;
const KEYS = {
  ArrowRight: "forward",
  PageDown: "forward",
  ArrowLeft: "back",
  PageUp: "back",
  Home: "first",
  End: "last",
  " ": "play",
};

/** Records by block, fetched once each, the oldest forgotten. */
class Blocks {
  constructor(source, size) {
    this.source = source;
    this.size = size;
    this.kept = new Map();
    this.asked = new Map();
  }
  of(step) {
    return this.kept.get(Math.floor(step / this.size));
  }
  ask(number) {
    if (this.kept.has(number)) return Promise.resolve();
    if (!this.asked.has(number)) {
      const done = this.source(number)
        .then((block) => {
          this.kept.set(number, block);
          if (this.kept.size > KEPT_BLOCKS) this.kept.delete(this.kept.keys().next().value);
        })
        .finally(() => this.asked.delete(number));
      this.asked.set(number, done);
    }
    return this.asked.get(number);
  }
}

export class Stage {
  /**
   * @param root     the element or shadow root to draw in
   * @param head     what holds for every step: {last, size, labels, ...}; of: the language of
   *                 the texts, where it is known
   * @param source   block number -> Promise of {first, steps: [record], ...}; the renderer may
   *                 ask it for other parts
   * @param renderer (body, head, {go, source, onView, onWords}) -> {draw(record, block, step), ...}
   * @param onStep   told each step at once
   * @param onView   told what the renderer's own switches say, as a list of words
   * @param onSwitch told (name, on) when the reader wants to be asked ("predict"), or to see the
   *                 stage alone ("projector")
   * @param onWords  told which words of many the reader wants to see
   * @param onMissing called where the records of the step that is wanted do not come
   */
  constructor({ root, head, source, renderer, onStep, onView, onSwitch, onWords, onMissing }) {
    this.head = head;
    this.onStep = onStep;
    this.onMissing = onMissing;
    this.blocks = new Blocks(source, head.size);
    this.target = -1;
    this.shown = -1;
    this.timer = 0;
    this.frame = el("section", "stage", { "aria-label": head.labels.stage });
    if (head.of) this.frame.dataset.of = head.of;
    this.buildTransport();
    this.predict = new Predict(head.labels, (on) => onSwitch("predict", on));
    this.predict.switch.hidden = !head.labels.predict;
    this.onSwitch = onSwitch;
    this.more.append(this.predict.switch, this.projector(), ...this.help());
    const body = el("div", "body");
    this.live = el("div", "unseen", { "aria-live": "polite", role: "status" });
    this.frame.append(this.transport, this.predict.panel, body, this.live);
    root.append(this.frame);
    const go = (step) => {
      this.pause();
      this.go(step);
    };
    this.renderer = renderer(body, head, { go, source, onView, onWords });
    if (head.labels.tour) this.tour = new Tour(this.frame, head.labels.stops_of_tour, head.labels);
    this.onKey = (event) => this.key(event);
    window.addEventListener("keydown", this.onKey, true);
    this.stopWatching = watchModality();
  }

  /** The switch that leaves nothing but the stage on the screen, for those who sit far away. */
  projector() {
    const { projector } = this.head.labels;
    this.wide = el("button", "act wide", {
      type: "button",
      title: projector,
      "aria-label": projector,
      "aria-pressed": "false",
    });
    this.wide.append(icon("wide"));
    this.wide.addEventListener("click", () => {
      const on = this.wide.getAttribute("aria-pressed") !== "true";
      this.project(on);
      this.onSwitch("projector", on);
    });
    return this.wide;
  }

  project(on) {
    this.wide.setAttribute("aria-pressed", on);
    this.frame.classList.toggle("projector", on);
    document.documentElement.toggleAttribute("data-projector", on);
  }

  /** The list of keys, by its button or by "?". */
  help() {
    const { labels } = this.head;
    this.keys = el("dialog", "keys", { "aria-label": labels.keys });
    const list = el("dl");
    for (const [key, does] of labels.shortcuts)
      list.append(el("dt", "", {}, key), el("dd", "", {}, does));
    const close = el("button", "act reveal", { type: "button" }, labels.close);
    close.addEventListener("click", () => this.keys.close());
    this.keys.append(el("h2", "", {}, labels.keys), list, close);
    if (labels.tour) {
      const tour = el("button", "act again", { type: "button" }, labels.tour);
      tour.addEventListener("click", () => {
        this.keys.close();
        this.tour.go(0);
      });
      this.keys.append(tour);
    }
    const open = el(
      "button",
      "act help",
      { type: "button", title: labels.keys, "aria-label": labels.keys },
      "?",
    );
    open.addEventListener("click", () => this.keys.showModal());
    return [open, this.keys];
  }

  destroy() {
    document.documentElement.removeAttribute("data-projector");
    this.pause();
    clearTimeout(this.sayLater);
    window.removeEventListener("keydown", this.onKey, true);
    this.stopWatching();
    this.tour?.destroy();
    this.frame.remove();
  }

  buildTransport() {
    const { labels, last, stops } = this.head;
    const button = (name) => {
      const made = el("button", `act ${name}`, {
        type: "button",
        title: labels[name],
        "aria-label": labels[name],
      });
      made.append(icon(name));
      made.addEventListener("click", () => this.act(name));
      return made;
    };
    this.buttons = Object.fromEntries(
      ["first", "back", "play", "forward", "last"].map((name) => [name, button(name)]),
    );
    this.scrubber = el("input", "scrubber", {
      type: "range",
      min: 0,
      max: last,
      step: 1,
      value: 0,
      "aria-label": labels.step,
    });
    this.scrubber.disabled = last === 0;
    this.scrubber.addEventListener("input", () => {
      this.pause();
      this.go(Number(this.scrubber.value));
    });
    this.title = el("output", "title");
    this.speed = el("select", "speed", { "aria-label": labels.speed, title: labels.speed });
    for (const [seconds, label] of labels.speeds) {
      this.speed.append(el("option", "", { value: seconds }, label));
    }
    this.speed.value = labels.speeds[1][0];
    this.speed.addEventListener("change", () => this.timer && this.play());
    this.jump = el("input", "jump-to", {
      type: "text",
      inputmode: "numeric",
      maxlength: 6,
      "aria-label": labels.jump,
      placeholder: labels.jump,
    });
    this.jump.addEventListener("keydown", (event) => event.key === "Enter" && this.jumped());
    this.stop = el("button", "act stop", { type: "button", title: labels.stop }, labels.stop);
    this.stop.addEventListener("click", () => {
      this.pause();
      this.go(stops.find((step) => step > this.target) ?? this.target);
    });
    this.stop.hidden = !stops.length;
    this.transport = el("div", "transport", { role: "group", "aria-label": labels.transport });
    const moves = el("div", "moves");
    moves.append(...Object.values(this.buttons), this.scrubber, this.title);
    this.more = el("div", "more");
    this.more.append(this.stop, this.jump, this.speed);
    this.transport.append(moves, this.more);
  }

  /** Go where the reader typed, and give the keys back to the stage. */
  jumped() {
    const typed = this.jump.value.trim();
    this.jump.value = "";
    if (/^[0-9]+$/.test(typed)) {
      this.pause();
      this.go(Number(typed));
      this.jump.blur();
    }
  }

  key(event) {
    if (this.keys.open) return;
    if (event.key === "Escape" && this.tour && !this.tour.note.hidden) this.tour.end();
    if (event.key === "?" && !event.ctrlKey && !event.metaKey && !isTyping(event)) {
      this.keys.showModal();
      return;
    }
    const action = KEYS[event.key];
    if (!action || event.altKey || event.ctrlKey || event.metaKey) return;
    if (wantsKey(event, this.scrubber)) return;
    event.preventDefault();
    event.stopPropagation();
    if (action !== "play" || !event.repeat) this.act(action);
  }

  act(name) {
    if (name === "play") return this.timer ? this.pause() : this.play();
    this.pause();
    if (name === "forward" && (this.predict.reveal() || this.asked(this.target + 1))) return;
    if (name === "forward") this.tour?.stepped();
    this.go(
      { first: 0, back: this.target - 1, forward: this.target + 1, last: this.head.last }[name],
    );
  }

  /** Ask what comes next, if the reader wants that and there is a choice. */
  asked(step) {
    if (!this.predict.on || this.predict.asking || this.shown !== this.target) return false;
    const block = this.blocks.of(step);
    const quiz = block?.steps[step - block.first]?.quiz;
    if (!quiz?.ask) return false;
    this.predict.ask(quiz, (told) => {
      this.go(step);
      this.renderer.tell(told);
      setSentence(this.live, told);
    });
    return true;
  }

  play() {
    this.pause();
    if (this.target >= this.head.last) this.go(0);
    this.setPlaying(true);
    this.timer = setInterval(() => {
      if (this.shown !== this.target) return; // the records are still on their way
      this.go(this.target + 1);
      if (this.target >= this.head.last) this.pause();
    }, Number(this.speed.value) * 1000);
  }

  pause() {
    clearInterval(this.timer);
    this.timer = 0;
    if (this.buttons.play.classList.contains("on")) this.setPlaying(false);
  }

  setPlaying(on) {
    const { play } = this.buttons;
    const label = this.head.labels[on ? "pause" : "play"];
    play.classList.toggle("on", on);
    play.replaceChildren(icon(on ? "pause" : "play"));
    play.title = label;
    play.setAttribute("aria-label", label);
  }

  /** Go to a step: the transport at once, the content at once or as soon as its records are here. */
  go(step) {
    step = Math.max(0, Math.min(this.head.last, step));
    if (step === this.target) return;
    this.predict.close();
    const ahead = step >= this.target ? 1 : -1;
    this.target = step;
    this.scrubber.value = step;
    const title = this.head.labels.title.replace("{step}", step.toLocaleString("en"));
    this.scrubber.setAttribute("aria-valuetext", title);
    setText(this.title, title);
    this.buttons.first.disabled = this.buttons.back.disabled = step === 0;
    this.buttons.forward.disabled = this.buttons.last.disabled = step === this.head.last;
    this.buttons.play.disabled = this.head.last === 0;
    this.stop.disabled = !this.head.stops.some((stop) => stop > step);
    this.onStep(step);
    this.show();
    const next = Math.floor((step + (ahead * this.head.size) / 2) / this.head.size);
    if (next >= 0 && next * this.head.size <= this.head.last) this.blocks.ask(next).catch(() => {});
  }

  show() {
    const step = this.target;
    const block = this.blocks.of(step);
    this.frame.classList.toggle("waiting", !block);
    if (!block) {
      this.blocks.ask(Math.floor(step / this.head.size)).then(
        () => this.target === step && this.shown !== step && this.show(),
        () => this.target === step && this.onMissing(),
      );
      return;
    }
    const record = block.steps[step - block.first];
    this.renderer.draw(record, block, step);
    if (this.shown < 0) this.tour?.offer();
    this.shown = step;
    clearTimeout(this.sayLater);
    this.sayLater = setTimeout(() => setSentence(this.live, record.announce), 400);
  }
}
