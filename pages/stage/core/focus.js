// Moving the keyboard focus inside a region, so that Tab needs only one stop for many items.

/** @param {KeyboardEvent} event */
const hasModifier = (event) => event.altKey || event.ctrlKey || event.metaKey;

/**
 * Up and Down move the focus among the visible items of a region.
 * @param {HTMLElement} region
 * @param {string} selector selects the items
 */
export function addArrowKeys(region, selector) {
  region.addEventListener("keydown", (event) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!by || hasModifier(event)) return;
    const all = /** @type {NodeListOf<HTMLElement>} */ (region.querySelectorAll(selector));
    const items = [...all].filter((item) => item.offsetParent);
    if (!items.length) return;
    const root = /** @type {Document | ShadowRoot} */ (region.getRootNode());
    const at = items.indexOf(/** @type {HTMLElement} */ (root.activeElement));
    const next = items[at < 0 ? 0 : Math.max(0, Math.min(items.length - 1, at + by))];
    next.tabIndex = -1;
    next.focus();
    event.preventDefault();
  });
}

/** @type {Record<string, number>} */
const BY = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/**
 * Make the buttons of a box one stop for Tab. The arrow keys, Home and End go from one to another.
 * @param {HTMLElement} box
 * @param {string} dir "rtl" if Left goes to the next button
 */
export function makeOneTabStop(box, dir) {
  const buttons = [...box.querySelectorAll("button")];
  for (const button of buttons.slice(1)) button.tabIndex = -1;
  box.addEventListener("keydown", (event) => {
    const at = buttons.findIndex((button) => button.contains(/** @type {Node} */ (event.target)));
    if (at < 0 || hasModifier(event)) return;
    const sign = dir === "rtl" && event.key.match(/Left|Right/) ? -1 : 1;
    /** @type {Record<string, number>} */
    const ends = { Home: 0, End: buttons.length - 1 };
    if (!(event.key in ends) && !(event.key in BY)) return;
    const next = ends[event.key] ?? at + BY[event.key] * sign;
    event.preventDefault();
    buttons[at].tabIndex = -1;
    const chosen = buttons[Math.max(0, Math.min(next, buttons.length - 1))];
    chosen.tabIndex = 0;
    chosen.focus();
  });
  box.addEventListener("click", (event) => {
    const clicked = buttons.find((button) => button.contains(/** @type {Node} */ (event.target)));
    if (clicked) for (const button of buttons) button.tabIndex = button === clicked ? 0 : -1;
  });
}
