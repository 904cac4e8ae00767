// Links to the pages, for a phone: there, Streamlit's own links are in the sidebar, which is closed.
import { el } from "../parts/dom.js";
import { pageLink } from "./page_link.js";
import { SIDEBAR_LINKS } from "./streamlit_page.js";

/** @import { AddressData } from "../types.d.ts" */

/** @type {HTMLElement | null} */
let nav = null;
let drawn = ""; // what the links were drawn from

/**
 * Draw the links again. They do what Streamlit's do. `frame.css` hides them on a wide screen.
 * @param {AddressData} data
 */
export function drawPageLinks({ page, pages, pages_label: label, query }) {
  const key = JSON.stringify([page, pages, query]);
  if (key === drawn) return;
  drawn = key;
  const links = pages.map(([path, title], i) => {
    const link = el("a", "", { href: pageLink(path, query) }, title);
    if (path === page) link.setAttribute("aria-current", "page");
    link.addEventListener("click", (event) => {
      const own = /** @type {HTMLElement | undefined} */ (
        document.querySelectorAll(SIDEBAR_LINKS)[i]
      );
      if (!own || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      own.click(); // without loading the app again
    });
    return link;
  });
  const isFocused = nav?.contains(document.activeElement);
  const scrolled = nav?.scrollLeft ?? 0;
  nav?.remove();
  nav = el("nav", "page-links", { "aria-label": label });
  nav.append(...links);
  document.body.append(nav); // behind Streamlit's link to the content, which must be the first
  nav.scrollLeft = scrolled;
  if (isFocused) links.find((link) => link.ariaCurrent)?.focus();
}
