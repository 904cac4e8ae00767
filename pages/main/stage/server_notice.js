// While the server is away, a small notice says so on the projector. Streamlit's own dialog would cover
// the stage and take its clicks, although the steps are in the browser: it is closed as soon as it opens
// (`frame_present.css` hides it until then, and shows the notice after a while).

import { APP, CONNECTION_STATE, DIALOG, isConnected } from "../../stage/core/streamlit_page.js";
import { el, setText } from "../../stage/parts/dom.js";

const CLOSE = `html[data-projector][data-server-away] ${DIALOG} button`;
const notice = el("p", "server-notice", { role: "alert" });

/** @param {string} sentence in the language of the page */
export function setServerNotice(sentence) {
  notice.dataset.text = sentence;
  if (!notice.isConnected) document.body.append(notice);
}

function follow() {
  const isAway = Boolean(document.querySelector(APP)) && !isConnected();
  document.documentElement.toggleAttribute("data-server-away", isAway);
  setText(notice, isAway ? (notice.dataset.text ?? "") : "");
}

new MutationObserver(follow).observe(document.documentElement, {
  subtree: true,
  attributes: true,
  attributeFilter: [CONNECTION_STATE],
});

new MutationObserver(() => {
  /** @type {HTMLElement | null} */ (document.querySelector(CLOSE))?.click();
}).observe(document.body, { childList: true });
