// Whether a region that scrolls has more behind its edge: it gets the class "has-more".
import { el } from "./dom.js";

/**
 * Follow whether the end of a region is out of sight. This needs no layout: the browser reports it.
 * @param {HTMLElement} region
 * @returns {HTMLElement} its end, which stays its last child
 */
export function followEnd(region) {
  const end = el("span", "end", { "aria-hidden": "true" });
  region.append(end);
  const onChange = (/** @type {IntersectionObserverEntry[]} */ entries) => {
    const { isIntersecting, rootBounds } = entries[entries.length - 1];
    region.classList.toggle("has-more", !isIntersecting && Boolean(rootBounds?.height));
  };
  new IntersectionObserver(onChange, { root: region }).observe(end);
  return end;
}
