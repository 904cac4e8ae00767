// The transport: buttons, scrubber, title, speed and step field. It shows a step and asks for steps.
import { buttonEl, el, icon, selectEl, setText, signEl } from "../parts/dom.js";

/** @import { Head } from "../records.d.ts" */

/** @typedef {"first" | "back" | "play" | "forward" | "last"} Action */

export class Transport {
  /**
   * @param {Head} head
   * @param {object} on
   * @param {(action: Action) => void} on.action called when a button is clicked
   * @param {(step: number) => void} on.go called when the reader chooses a step
   * @param {() => void} on.stop called when the reader asks for the next of the head's stops
   * @param {() => void} on.speed called when the reader changes the speed
   */
  constructor(head, on) {
    const { labels, last } = head;
    this.head = head;
    this.on = on;
    this.buttons = {
      first: this.button("first"),
      back: this.button("back"),
      play: this.button("play"),
      forward: this.button("forward"),
      last: this.button("last"),
    };
    this.scrubber = el("input", "scrubber", {
      type: "range",
      min: 0,
      max: last,
      step: 1,
      value: 0,
      "aria-label": labels.step,
    });
    this.scrubber.disabled = last === 0;
    this.scrubber.addEventListener("input", () => on.go(Number(this.scrubber.value)));
    const widest = labels.title.replace("{step}", last.toLocaleString("en"));
    this.title = el("output", "title", { "data-widest": widest });
    this.speed = this.speedSelect();
    this.stepField = this.stepInput();
    this.stop = buttonEl("button stop", labels.stop, on.stop, { title: labels.stop });
    this.stop.hidden = !head.stops.length;
    const main = el("div", "main-controls");
    main.append(...Object.values(this.buttons), this.scrubber, this.title);
    this.more = el("div", "more-controls", this.stop, this.stepField, this.speed);
    this.node = el("div", "transport", { role: "group", "aria-label": labels.transport });
    this.node.append(main, this.more);
  }

  /** @param {Action} action */
  button(action) {
    const label = this.head.labels[action];
    return signEl(`button ${action}`, icon(action), label, () => this.on.action(action));
  }

  speedSelect() {
    const { speed, speeds } = this.head.labels;
    const select = selectEl(speed, speeds, this.on.speed);
    select.value = speeds[1][0];
    return select;
  }

  /** The field for the number of a step. Enter goes there and gives the keys back to the stage. */
  stepInput() {
    const { labels } = this.head;
    const field = el("input", "text-field", {
      type: "text",
      inputmode: "numeric",
      maxlength: 6,
      "aria-label": labels.jump,
      placeholder: labels.jump,
    });
    field.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      const typed = field.value.trim();
      field.value = "";
      if (/^[0-9]+$/.test(typed)) {
        this.on.go(Number(typed));
        field.blur();
      }
    });
    return field;
  }

  /** Seconds between two steps while playing. */
  get interval() {
    return Number(this.speed.value);
  }

  /** @param {number} step */
  showStep(step) {
    const { last, stops, labels } = this.head;
    const { buttons, scrubber } = this;
    scrubber.value = String(step);
    const title = labels.title.replace("{step}", step.toLocaleString("en"));
    scrubber.setAttribute("aria-valuetext", title);
    setText(this.title, title);
    buttons.first.disabled = buttons.back.disabled = step === 0;
    buttons.forward.disabled = buttons.last.disabled = step === last;
    buttons.play.disabled = last === 0;
    this.stop.disabled = !stops.some((stop) => stop > step);
  }

  /** @param {boolean} isPlaying */
  showPlaying(isPlaying) {
    const { play } = this.buttons;
    if (play.classList.contains("on") === isPlaying) return;
    const name = isPlaying ? "pause" : "play";
    const label = this.head.labels[name];
    play.classList.toggle("on", isPlaying);
    play.replaceChildren(icon(name));
    play.title = label;
    play.setAttribute("aria-label", label);
  }
}
