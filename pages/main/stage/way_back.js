// A phone that follows a class can open the full app in another tab. There, a link leads back.

import { appUrl } from "../../stage/core/app_root.js";
import { ofTab } from "../../stage/core/storage.js";
import { el } from "../../stage/parts/dom.js";

const FOLLOWED = "merge-by-merge-followed"; // in the session storage: the code of the class
const CODE = /^[2-9A-HJ-NP-Z]{6}$/;

const link = el("a", "way-back");

/** Take the code from the URL's fragment, and remove it there. */
function takeCode() {
  const code = new URLSearchParams(location.hash.slice(1)).get("followed") ?? "";
  if (!CODE.test(code)) return;
  ofTab.setText(FOLLOWED, code);
  history.replaceState(history.state, "", location.pathname + location.search);
}

/**
 * Draw the link, if this tab was opened from a class.
 * @param {string} label
 */
export function drawWayBack(label) {
  takeCode();
  const code = ofTab.text(FOLLOWED);
  if (!CODE.test(code)) return;
  link.href = appUrl(`class/${code}`);
  link.textContent = label;
  if (!link.isConnected) document.body.append(link);
}
