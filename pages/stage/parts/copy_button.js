// A button that copies a text and says so.
import { buttonEl, el } from "./dom.js";

/** @import { CopyLabels } from "../records.d.ts" */

const SHOWN_FOR = 2000; // ms

/**
 * Copy a text to the clipboard. Without HTTPS, browsers only allow the older way, by a selection.
 * @param {string} text
 * @param {HTMLElement} parent of the field with the selection; in an open dialog, if there is one
 */
async function copy(text, parent) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = el("textarea", "", { "aria-hidden": "true" });
    field.value = text;
    field.style.position = "fixed";
    field.style.opacity = "0";
    parent.append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    return done;
  }
}

export class CopyButton {
  /**
   * @param {CopyLabels} labels
   * @param {() => string | Promise<string>} text a promise if it must be loaded first
   * @param {HTMLElement} [parent] see `copy`
   */
  constructor(labels, text, parent = document.body) {
    this.labels = labels;
    this.timer = 0;
    this.node = buttonEl("button share copy", labels.copy, async () => {
      const given = text(); // not awaited if it is there: some browsers copy only right after a click
      const copied = await copy(typeof given === "string" ? given : await given, parent);
      this.report(copied);
    });
    this.status = el("span", "visually-hidden", { role: "status" });
  }

  /** @param {boolean} done */
  report(done) {
    const { copied, failed } = this.labels;
    this.node.textContent = this.status.textContent = done ? copied : failed;
    this.node.classList.toggle("done", done);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.node.textContent = this.labels.copy;
      this.node.classList.remove("done");
    }, SHOWN_FOR);
  }
}
