// A button that copies the link to what is on the screen.
import { writeAddress } from "./address.js";
import { el } from "./dom.js";
import { loadStyles } from "./panel.js";

/** @import { Component, ShareLabels } from "./types.d.ts" */

/** @type {WeakMap<Node, ShareButton>} */
const mounted = new WeakMap();

/**
 * Copy a text to the clipboard. Without HTTPS, browsers only allow the older way, by a selection.
 * @param {string} text
 */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = el("textarea", "", { "aria-hidden": "true" });
    field.value = text;
    field.style.position = "fixed";
    field.style.opacity = "0";
    document.body.append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    return done;
  }
}

class ShareButton {
  /**
   * @param {Node} root
   * @param {ShareLabels} labels
   */
  constructor(root, labels) {
    this.labels = labels;
    this.timer = 0;
    this.button = el("button", "button share", { type: "button" });
    this.status = el("span", "visually-hidden", { role: "status" });
    const frame = el("div", "stage");
    frame.append(this.button, this.status);
    loadStyles(root, ["stage.css", "share.css"]);
    root.appendChild(frame);
    this.button.addEventListener("click", () => this.share());
  }

  async share() {
    writeAddress();
    const done = await copy(location.href);
    const { copied, failed } = this.labels;
    this.button.textContent = this.status.textContent = done ? copied : failed;
    this.button.classList.toggle("done", done);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.button.textContent = this.labels.copy;
      this.button.classList.remove("done");
    }, 2000);
  }

  /** @param {ShareLabels} labels */
  setLabels(labels) {
    this.labels = labels;
    if (!this.button.classList.contains("done")) this.button.textContent = labels.copy;
  }
}

/** @param {Component<ShareLabels>} component */
export function update({ parentElement: root, data }) {
  const button = mounted.get(root) ?? new ShareButton(root, data);
  mounted.set(root, button);
  button.setLabels(data);
}

/** @param {Component<ShareLabels>} component */
export function unmount({ parentElement }) {
  mounted.delete(parentElement);
}
