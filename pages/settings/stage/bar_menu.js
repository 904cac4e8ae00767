// A list of the bar above a presented stage. It opens when a mouse points at it, when it has the focus, or
// while a finger presses it, so that a choice takes one click, one key or one press. It can have a field for
// what is not in the list.

import { el } from "../../stage/parts/dom.js";

const KEYS = { ArrowDown: 1, ArrowUp: -1 }; // the other arrows step

export class BarMenu {
  /**
   * @param {string} name of the class
   * @param {string} label
   * @param {(value: string) => void} onChoice
   * @param {string} [fieldLabel] of the field, if there is one
   */
  constructor(name, label, onChoice, fieldLabel) {
    this.onChoice = onChoice;
    this.drawn = ""; // the options that are drawn
    this.chosen = "";
    this.label = label;
    this.now = el("button", "speed now", { type: "button", "aria-haspopup": "true", title: label });
    this.list = el("div", "options", { role: "group", "aria-label": label });
    /** @type {(readonly [value: string, label: string])[]} */
    this.options = [];
    this.field = fieldLabel ? this.fieldOf(fieldLabel) : null;
    this.node = el("div", `bar-menu ${name}`, this.now, this.list);
    this.node.addEventListener("keydown", (event) => this.takeKey(event));
    // The style opens the list. Once something is chosen, it is closed until it is reached again.
    this.node.addEventListener("pointerenter", () => this.setClosed(false));
    this.node.addEventListener("focusin", () => this.setClosed(false));
    this.now.addEventListener("pointerdown", (event) => {
      this.now.releasePointerCapture(event.pointerId); // a finger may slide to an option
      this.setClosed(false);
      this.now.focus(); // Safari does not focus a button that is pressed
    });
    this.node.addEventListener("pointerup", (event) => {
      if (event.pointerType !== "mouse") this.choose(event.target); // a finger that slid there
    });
    this.list.addEventListener("click", (event) => this.choose(event.target));
  }

  /** @param {string} label */
  fieldOf(label) {
    const field = el("input", "text-field", { placeholder: label, "aria-label": label });
    field.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== "Escape") return;
      const typed = event.key === "Enter" ? field.value.trim() : "";
      field.value = "";
      const [value] = this.options.find(([, name]) => name === typed) ?? [typed];
      this.take(field, value);
      event.preventDefault();
    });
    return field;
  }

  /**
   * Show other options, if they have changed.
   * @param {readonly (readonly [value: string, label: string])[]} options
   * @param {string} chosen
   */
  fill(options, chosen) {
    const drawn = JSON.stringify([options, chosen]);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    this.options = [...options];
    this.chosen = chosen;
    const [, text = ""] = options.find(([value]) => value === chosen) ?? [];
    this.now.replaceChildren(el("span", "text", text));
    this.now.setAttribute("aria-label", `${this.label}: ${text}`);
    const buttons = options.map(([value, name]) => {
      const pressed = { "aria-pressed": String(value === chosen), "data-value": value };
      return el("button", "option", { type: "button", tabindex: -1, ...pressed }, name);
    });
    this.list.replaceChildren(...(this.field ? [this.field] : []), ...buttons);
  }

  /** @param {EventTarget | null} target what was pressed */
  choose(target) {
    const button = target instanceof Element ? target.closest("button.option") : null;
    if (!(button instanceof HTMLElement) || this.node.classList.contains("closed")) return;
    this.take(button, button.dataset.value ?? "");
  }

  /**
   * Close the list, and choose a value unless it is empty.
   * @param {HTMLElement} from what has the focus
   * @param {string} value
   */
  take(from, value) {
    from.blur(); // the keys are those of the stage again
    this.setClosed(true);
    if (value && value !== this.chosen) this.onChoice(value);
  }

  /** @param {boolean} isClosed */
  setClosed(isClosed) {
    this.node.classList.toggle("closed", isClosed);
  }

  /** @param {KeyboardEvent} event */
  takeKey(event) {
    const options = /** @type {HTMLElement[]} */ ([...this.list.children]);
    const { activeElement } = /** @type {ShadowRoot} */ (this.node.getRootNode());
    const at = options.indexOf(/** @type {HTMLElement} */ (activeElement));
    if (event.key === "Escape" && !this.node.classList.contains("closed")) {
      this.setClosed(true);
      event.preventDefault();
    } else if (event.key in KEYS) {
      const by = KEYS[/** @type {keyof typeof KEYS} */ (event.key)];
      const from = at < 0 ? options.findIndex((each) => each.dataset.value === this.chosen) : at;
      this.setClosed(false);
      options[(from + by + options.length) % options.length]?.focus();
      event.preventDefault();
    }
    if (event.defaultPrevented) event.stopPropagation();
  }
}
