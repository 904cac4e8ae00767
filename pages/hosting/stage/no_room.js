// Says why a page does not connect: the server, or a proxy in front of it, has too many open pages.
// Streamlit's client tries again by itself. The page loads this module if it connects late.

import { appUrl } from "../../stage/core/app_root.js";
import { isConnected } from "../../stage/core/streamlit_page.js";
import { el } from "../../stage/parts/dom.js";

const EVERY = 3000; // ms
const REFUSED = [429, 503]; // what a proxy and the server answer

/** Whether the server or a proxy would refuse a WebSocket now. Fails if the server is away. */
async function isRefused() {
  const response = await fetch(appUrl("_stcore/stream"), { cache: "no-store" });
  return REFUSED.includes(response.status);
}

/** What to show, in the page's language or the browser's. */
async function sentence() {
  const url = new URL("no_room", import.meta.url);
  url.searchParams.set("lang", new URLSearchParams(location.search).get("lang") ?? "");
  const response = await fetch(url);
  return response.ok ? response.text() : "";
}

/** Show the notice while the page is refused. */
async function watch() {
  const notice = el("p", "no-room", { role: "alert" });
  for (;;) {
    if (isConnected()) {
      notice.remove();
    } else if (!notice.isConnected && (await isRefused().catch(() => false))) {
      notice.textContent = await sentence().catch(() => "");
      if (notice.textContent) document.body.append(notice);
    }
    await new Promise((done) => setTimeout(done, EVERY));
  }
}

watch();
