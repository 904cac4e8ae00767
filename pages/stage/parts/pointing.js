// What the reader points at: a token or a pair, by mouse, by keyboard focus or by a tap.

/**
 * @typedef {{ key: string, id?: string, pair?: string }} Target a token (id), or a pair
 *   ("left right"), which for a row of a table of pieces is the piece's id
 */

const CONTROLS = "button, a, input, select, label, summary";

// Where the pointer was last, and which events have moved it. When a redraw puts something else under a
// resting mouse, the browser also reports a pointer event, but the reader pointed at nothing.
let position = "";
/** @type {WeakSet<Event>} */
const moves = new WeakSet();
window.addEventListener(
  "pointermove",
  (event) => {
    const now = `${event.clientX} ${event.clientY}`;
    if (now !== position) moves.add(event);
    position = now;
  },
  true,
);

const AT_PLACES = "data-points-at-places"; // of the root element
const isAtPlace = () => document.documentElement.hasAttribute(AT_PLACES);

/**
 * Whether pointing at a token means only this place. If not, it highlights all equal tokens.
 * @param {boolean} isOn
 */
export function pointAtPlaces(isOn) {
  document.documentElement.toggleAttribute(AT_PLACES, isOn);
}

/**
 * The token or row below an event.
 * @param {Event} event
 * @returns {HTMLElement | null}
 */
function targetElement(event) {
  const [node] = event.composedPath();
  return node instanceof Element ? node.closest("[data-id], [data-pair]") : null;
}

/**
 * What an element is about. A chip in a row of the pair table is about the pair.
 * @param {HTMLElement} element
 * @returns {Target}
 */
function targetOf(element) {
  const row = /** @type {HTMLElement | null} */ (element.closest("[data-pair]"));
  if (row) return { key: `pair ${row.dataset.pair}`, pair: row.dataset.pair };
  return { key: `token ${element.dataset.id}`, id: element.dataset.id };
}

/**
 * Watches what the reader points at. Focus counts while it lasts. A click, a tap or Enter pins a
 * target; the next one, or Escape, releases it. Hover counts while nothing is pinned, until the next
 * step, and not while an answer is explained.
 */
export class Pointing {
  /**
   * @param {HTMLElement} root
   * @param {(target: Target | null, isPinned: boolean) => void} onChange
   */
  constructor(root, onChange) {
    this.root = root;
    this.onChange = onChange;
    /** @type {HTMLElement | null} */
    this.element = null;
    /** Whether the element is hovered, not focused. */
    this.isHovered = false;
    this.ignoresHover = false;
    /** @type {HTMLElement | null} the token under the pointer, if only its place counts */
    this.place = null;
    /** @type {Target | null} what is pinned; it stays when the step changes */
    this.pinned = null;
    /** @type {HTMLElement | null} */
    this.pinnedElement = null;
    /** Whether a click on an equal token pins that one: side by side, it is another tokenizer's. */
    this.pinsEachPlace = false;
    /** @type {Target | null} */
    this.current = null;
    root.addEventListener("pointermove", (event) => {
      if (event.pointerType === "mouse" && moves.has(event) && !this.ignoresHover) {
        this.set(targetElement(event), true);
      }
    });
    root.addEventListener("pointerleave", () => this.set(null, true));
    root.addEventListener("focusin", (event) => {
      const focused = /** @type {Element} */ (event.target);
      if (focused.matches(":focus-visible")) this.set(targetElement(event));
    });
    root.addEventListener("focusout", () => this.set(null));
    root.addEventListener("click", (event) => this.pin(event));
    root.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.clear();
      if (event.key === "Enter") targetElement(event)?.click();
    });
  }

  /** @param {MouseEvent} event */
  pin(event) {
    const [node] = event.composedPath();
    if (node instanceof Element && node.closest(CONTROLS)) return; // a click on it does something else
    const element = targetElement(event);
    const target = element && targetOf(element);
    const isOther = this.pinsEachPlace && element !== this.pinnedElement;
    this.pinned = target && (isOther || target.key !== this.pinned?.key) ? target : null;
    this.pinnedElement = this.pinned && element;
    if (!this.isHovered) this.element = null;
    this.update();
    if (event.detail) this.dropFocus(); // by mouse or touch
  }

  /** A click on a target also focuses the region around it, which would show a ring at the next key. */
  dropFocus() {
    const root = /** @type {Document | ShadowRoot} */ (this.root.getRootNode());
    const { activeElement: focused } = root;
    if (focused instanceof HTMLElement && this.root.contains(focused)) focused.blur();
  }

  /** @param {string} id a token's */
  pinToken(id) {
    this.pinned = { key: `token ${id}`, id };
    this.update();
  }

  /** @param {HTMLElement | null} element */
  set(element, isHovered = false) {
    if (element === this.element || (!element && isHovered !== this.isHovered)) return;
    this.element = element;
    this.isHovered = isHovered;
    this.update();
  }

  clear() {
    this.element = this.pinned = null;
    this.update();
  }

  /** The element that is pointed at or was pinned; null if a step has removed it. */
  get currentElement() {
    const element = this.current === this.pinned ? this.pinnedElement : this.element;
    return element?.isConnected ? element : null;
  }

  update() {
    this.place?.removeAttribute("data-pointed");
    const token = isAtPlace() ? this.element?.closest(".corpus .tokens > [data-id]") : null;
    this.place = /** @type {HTMLElement | null} */ (token ?? null);
    this.place?.setAttribute("data-pointed", "");
    const isWhole = this.element?.isConnected && !this.place;
    const live = isWhole && this.element ? targetOf(this.element) : null;
    this.current = (!this.isHovered && live) || this.pinned || live;
    this.onChange(this.current, this.current !== null && this.current === this.pinned);
  }

  /** Call it after a step was drawn: hover ends, and what is focused or pinned may have changed. */
  afterStep() {
    this.ignoresHover = false;
    if (!this.current && !this.element) return;
    if (this.isHovered) this.element = null;
    this.update();
  }

  /** Call it when an answer is explained: pointing ends, and hover does not count until a step. */
  onAnswer() {
    this.ignoresHover = true;
    this.clear();
  }
}

/**
 * Highlight every chip of the token, or the row, that the reader points at; then call `onChange`.
 * @param {HTMLElement} root
 * @param {(target: Target | null, isPinned: boolean) => void} [onChange]
 */
export function highlightSameTokens(root, onChange = () => {}) {
  return new Pointing(root, (target, isPinned) => {
    const marked = /** @type {NodeListOf<HTMLElement>} */ (
      root.querySelectorAll("[data-id], [data-pair]")
    );
    for (const { dataset, classList } of marked) {
      const { id, pair } = dataset;
      classList.toggle("same", id !== undefined && id === target?.id);
      classList.toggle("highlighted", isPinned && pair !== undefined && pair === target?.pair);
    }
    const isShown = isPinned && root.querySelector(".same, .highlighted") !== null;
    root.classList.toggle("pinned", isShown);
    onChange(target, isPinned);
  });
}
