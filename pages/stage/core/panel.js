// A component that is drawn again, as a whole, whenever its data change: tables, a question, a lesson.
import { el } from "../parts/dom.js";
import { wantsKey } from "./keys.js";
import { followPresenting, isPresented } from "./present.js";
import { setRemote } from "./remote.js";

/** @import { Component } from "../types.d.ts" */
/** @typedef {(name: string, value: unknown) => void} Send */

/**
 * Add style sheets to an element. Resolves when all are loaded, or have failed.
 * @param {Node} root
 * @param {string[]} names a later one overrules an earlier one
 */
export function loadStyles(root, names) {
  return Promise.all(
    names.map((name) => {
      const link = el("link", "", { rel: "stylesheet", href: new URL(name, import.meta.url) });
      const loaded = new Promise((resolve) => {
        link.onload = link.onerror = resolve;
      });
      root.appendChild(link);
      return loaded;
    }),
  );
}

/**
 * Put a drawing in the place of the old one. The control with the text of the focused one is focused.
 * @param {HTMLElement | undefined} old
 * @param {HTMLElement} frame
 * @param {Node} root
 */
function replace(old, frame, root) {
  const { activeElement: focused } = /** @type {Document | ShadowRoot} */ (root.getRootNode());
  const text = old?.contains(focused) && focused?.textContent;
  old?.remove();
  root.appendChild(frame);
  if (!focused || !text) return;
  const same = /** @type {HTMLElement[]} */ ([...frame.querySelectorAll(focused.localName)]);
  same.find((each) => each.textContent === text)?.focus({ preventScroll: true });
}

/**
 * Scroll a presented table with a presenter remote. Returns whether there was more to see.
 * @param {HTMLElement} frame
 * @param {KeyboardEvent} event
 */
function scrollTable(frame, event) {
  const by = { PageDown: 1, PageUp: -1 }[event.key];
  if (!by || !isPresented() || wantsKey(event, null)) return false;
  if (event.altKey || event.ctrlKey || event.metaKey) return false;
  for (const table of frame.querySelectorAll(".scroll")) {
    const before = table.scrollTop;
    const head = table.querySelector("thead")?.getBoundingClientRect();
    const { top, bottom } = table.getBoundingClientRect();
    const shown = bottom - (head?.bottom ?? top);
    const isCut = (/** @type {Element} */ row) => row.getBoundingClientRect().bottom > bottom;
    const next = by > 0 && [...table.querySelectorAll("tbody > tr")].find(isCut); // it is not halved
    const above = next ? next.getBoundingClientRect().top - (head?.bottom ?? top) : 0;
    const move = above > 1 ? above : by * shown;
    table.scrollBy({ top: move, behavior: "instant" });
    if (table.scrollTop === before) continue;
    event.preventDefault();
    return true;
  }
  return false;
}

/**
 * Make the two functions of such a component.
 * @template Data
 * @template {object} State what is kept between drawings
 * @param {(data: Data, state: Partial<State> & { end?: () => void }, send: Send) => HTMLElement} draw
 *   `state.end` is called before the next drawing, and when the component is removed; `send` sends
 *   something to the server
 * @param {string[]} styles
 */
export function panel(draw, styles = ["stage.css"]) {
  /**
   * @typedef {object} Mounted
   * @property {Partial<State> & { end?: () => void }} state
   * @property {Promise<unknown>} styles
   * @property {Send} send the way to the server that came last
   * @property {string} [key] the data, to see whether they changed
   * @property {HTMLElement} [frame]
   * @property {() => void} [stopFollowing]
   */
  /** @type {WeakMap<Node, Mounted>} */
  const mounted = new WeakMap();

  /** @param {Component<Data>} component */
  async function update({ parentElement: root, data, setTriggerValue: send }) {
    /** @type {Mounted} */
    const mine = mounted.get(root) ?? { state: {}, styles: loadStyles(root, styles), send };
    mounted.set(root, mine);
    mine.send = send;
    const key = JSON.stringify(data);
    if (key === mine.key) return;
    mine.key = key;
    await mine.styles;
    if (key !== mine.key) return; // the data changed again meanwhile
    mine.state.end?.();
    const frame = draw(data, mine.state, (name, value) => mine.send(name, value));
    mine.stopFollowing?.();
    replace(mine.frame, frame, root);
    mine.frame = frame;
    const stop = followPresenting(frame);
    const stopScrolling = setRemote((event) => scrollTable(frame, event));
    mine.stopFollowing = () => {
      stop();
      stopScrolling();
    };
  }

  /** @param {Component<Data>} component */
  function unmount({ parentElement }) {
    mounted.get(parentElement)?.stopFollowing?.();
    mounted.get(parentElement)?.state.end?.();
    mounted.delete(parentElement);
  }

  return { update, unmount };
}
