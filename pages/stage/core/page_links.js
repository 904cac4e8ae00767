// Links to the pages, for a phone: there, Streamlit's own links are in the sidebar, which is closed.
import { el } from "../parts/dom.js";
import { pageLink } from "./page_link.js";
import { CLOSE_SIDEBAR, SIDEBAR_LINKS } from "./streamlit_page.js";

/** @import { AddressData } from "../types.d.ts" */

/** @type {WeakMap<Element, string>} what the links were drawn from */
const drawnFrom = new WeakMap();

/** On a mobile browser, each click on a link of Streamlit's toggles its sidebar, also a closed one. */
function closeSidebarSoon() {
  setTimeout(() => {
    /** @type {HTMLElement | null} */ (document.querySelector(CLOSE_SIDEBAR))?.click();
  });
}

/**
 * Draw the links again. They do what Streamlit's do. `frame.css` hides them on a wide screen.
 * @param {AddressData} data
 */
export function drawPageLinks({ page, pages, pages_label: label, query }) {
  const key = JSON.stringify([page, pages, query]);
  const before = document.querySelector("body > .page-links");
  if (before && drawnFrom.get(before) === key) return;
  const links = pages.map(([path, title], i) => {
    const link = el("a", "", { href: pageLink(path, query) }, title);
    if (path === page) link.setAttribute("aria-current", "page");
    link.addEventListener("click", (event) => {
      const own = /** @type {HTMLElement | undefined} */ (
        document.querySelectorAll(SIDEBAR_LINKS)[i]
      );
      if (!own || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      const isOpen = document.querySelector(CLOSE_SIDEBAR);
      own.click(); // without loading the app again
      if (!isOpen) closeSidebarSoon();
    });
    return link;
  });
  const isFocused = before?.contains(document.activeElement);
  const scrolled = before?.scrollLeft ?? 0;
  const current = links.find((link) => link.ariaCurrent);
  const isHere = before?.querySelector("[aria-current]")?.textContent === current?.textContent;
  before?.remove();
  const nav = el("nav", "page-links", { "aria-label": label }, ...links);
  drawnFrom.set(nav, key);
  document.body.append(nav); // behind Streamlit's link to the content, which must be the first
  // The open page is in sight, between its neighbors.
  const middle = current && current.offsetLeft - (nav.clientWidth - current.offsetWidth) / 2;
  nav.scrollLeft = isHere ? scrolled : (middle ?? 0);
  if (isFocused) current?.focus();
}
