// The way back to the course, at any step of any page, for a reader who has begun it and closed it.
import { onProgress, progress } from "../../stage/core/guide_progress.js";
import { buttonEl } from "../../stage/parts/dom.js";

const ROOT = document.documentElement;
const button = buttonEl("course-return", "", () => dispatchEvent(new Event("open-course")));

/** Show it only to readers who have begun. */
function update() {
  ROOT.toggleAttribute("data-course-begun", progress().place !== null);
}

/**
 * Draw it in the language of the page.
 * @param {string} label
 */
export function drawReturn(label) {
  button.textContent = label;
  if (button.isConnected || !label) return;
  document.body.append(button);
  onProgress(update);
  update();
}
