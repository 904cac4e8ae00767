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

/**
 * What the reader points at: a token ({id}) or a pair ({pair: "left right"}). Pointing and focus
 * count while they last, a tap until the next one. `onChange` hears of every change.
 */
export class Pointing {
  constructor(root, onChange) {
    this.root = root;
    this.onChange = onChange;
    this.element = null;
    this.pinned = null;
    const find = (event) => event.composedPath()[0]?.closest?.("[data-id], [data-pair]") ?? null;
    root.addEventListener("pointerover", (event) => {
      if (event.pointerType === "mouse") this.set(find(event));
    });
    root.addEventListener("pointerleave", () => this.set(null));
    root.addEventListener("focusin", (event) => {
      if (event.target.matches(":focus-visible")) this.set(find(event));
    });
    root.addEventListener("focusout", () => this.set(null));
    root.addEventListener("click", (event) => {
      const found = find(event);
      const what = found && this.read(found);
      this.pinned = what && what.key !== this.pinned?.key ? what : null;
      this.tell();
    });
    root.addEventListener("keydown", (event) => {
      if (event.key === "Escape") { this.pinned = null; this.set(null); }
      if (event.key === "Enter" && find(event)) find(event).click();
    });
  }
  /** A chip in a row of the pair table stands for the pair. */
  read(element) {
    const row = element.closest("[data-pair]");
    if (row) return { key: `pair ${row.dataset.pair}`, pair: row.dataset.pair };
    return { key: `token ${element.dataset.id}`, id: element.dataset.id };
  }
  set(element) {
    this.element = element;
    this.tell();
  }
  /** After a redraw: what is pointed at may show something else now, or be gone. */
  tell() {
    const live = this.element?.isConnected ? this.read(this.element) : null;
    const now = live ?? this.pinned;
    this.now = now;
    this.onChange(now);
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
