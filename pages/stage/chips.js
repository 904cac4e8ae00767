// Tokens as chips, and what is lit when a token or a pair is pointed at, focused or tapped.
import { el } from "./dom.js";

/** A token as a chip; its look is decided by its id, so it is the same at every step. */
export function chip(head, id, className = "token") {
  const lang = head.of ? { lang: head.of } : {};
  if (typeof id === "string") return el("span", `${className} unknown`, lang, id);
  const [text, tint] = head.tokens[id];
  const made = el("span", `${className} tint${tint}`, { "data-id": id, ...lang });
  made.append(el("span", "glyphs", {}, text));
  return made;
}

/** Up and Down move the focus among the items of a region, so one Tab reaches them all. */
export function rove(region, selector) {
  region.addEventListener("keydown", (event) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!by || event.altKey || event.ctrlKey || event.metaKey) return;
    const items = [...region.querySelectorAll(selector)].filter((item) => item.offsetParent);
    if (!items.length) return;
    const at = items.indexOf(region.getRootNode().activeElement);
    const next = items[at < 0 ? 0 : Math.max(0, Math.min(items.length - 1, at + by))];
    next.tabIndex = -1;
    next.focus();
    event.preventDefault();
  });
}

// Where the mouse was last, and whether its last event moved it. A redraw under a resting mouse
// changes what is below it, which is no pointing.
let place = "";
let moved = false;
window.addEventListener(
  "pointermove",
  ({ clientX, clientY }) => {
    const now = `${clientX} ${clientY}`;
    moved = now !== place;
    place = now;
  },
  true,
);

const find = (event) => event.composedPath()[0]?.closest?.("[data-id], [data-pair]") ?? null;

/**
 * What the reader points at: a token ({id}) or a pair ({pair: "left right"}). Focus counts while
 * it lasts. A click or a tap pins until the next one. Hover counts until the next step, and not
 * at all while an answer is explained. `onChange` is told every change.
 */
export class Pointing {
  constructor(root, onChange) {
    this.root = root;
    this.onChange = onChange;
    this.element = null;
    this.hovers = false; // whether the element is hovered, not focused
    this.explains = false;
    this.pinned = null;
    root.addEventListener("pointermove", (event) => {
      if (event.pointerType === "mouse" && moved && !this.explains) this.set(find(event), true);
    });
    root.addEventListener("pointerleave", () => this.set(null, true));
    root.addEventListener("focusin", (event) => {
      if (event.target.matches(":focus-visible")) this.set(find(event));
    });
    root.addEventListener("focusout", () => this.set(null));
    root.addEventListener("click", (event) => {
      const found = find(event);
      if (found?.closest("button, a")) return; // it goes somewhere
      const what = found && this.read(found);
      this.pinned = what && what.key !== this.pinned?.key ? what : null;
      this.tell();
    });
    root.addEventListener("keydown", (event) => {
      if (event.key === "Escape") {
        this.element = this.pinned = null;
        this.tell();
      }
      if (event.key === "Enter" && find(event)) find(event).click();
    });
  }
  /** A chip in a row of the pair table stands for the pair. */
  read(element) {
    const row = element.closest("[data-pair]");
    if (row) return { key: `pair ${row.dataset.pair}`, pair: row.dataset.pair };
    return { key: `token ${element.dataset.id}`, id: element.dataset.id };
  }
  set(element, hovers = false) {
    if (element === this.element || (!element && hovers !== this.hovers)) return;
    this.element = element;
    this.hovers = hovers;
    this.tell();
  }
  tell() {
    const live = this.element?.isConnected ? this.read(this.element) : null;
    this.now = live ?? this.pinned;
    this.onChange(this.now);
  }
  /** After a step was drawn: hover ends; what is focused or pinned may show something else now. */
  stepped() {
    this.explains = false;
    if (!this.now && !this.element) return;
    if (this.hovers) this.element = null;
    this.tell();
  }
  /** From now on an answer is explained. */
  answered() {
    this.explains = true;
    this.element = this.pinned = null;
    this.tell();
  }
}

/** Light a token that is pointed at wherever else it stands below an element; then `tell`. */
export function lightSame(root, tell = () => {}) {
  return new Pointing(root, (now) => {
    for (const made of root.querySelectorAll("[data-id]")) {
      made.classList.toggle("same", now?.id !== undefined && made.dataset.id === now.id);
    }
    tell(now);
  });
}
