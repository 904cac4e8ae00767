// The first heading of a page, for screen readers. Others see the page's name in the menu. A new page is
// shown from its beginning; the browser would keep something in place that both pages have.

import { MAIN } from "../../stage/core/streamlit_page.js";
import { el, setText } from "../../stage/parts/dom.js";

const heading = el("h1", "page-title");

/** @param {import("../../stage/types.d.ts").AddressData} data */
export function drawPageTitle({ page, pages }) {
  setText(heading, pages.find(([path]) => path === page)?.[1] ?? "");
  const main = document.querySelector(MAIN);
  if (main && heading.parentElement !== main) main.prepend(heading);
  const isOther = heading.dataset.page !== undefined && heading.dataset.page !== page;
  if (main && isOther) main.scrollTop = 0;
  heading.dataset.page = page;
}
