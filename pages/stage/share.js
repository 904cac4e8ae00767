// Sharing what is on the screen: a button that copies the link, and one that opens a dialog for a class.
import { writeAddress } from "./address.js";
import { CopyButton } from "./copy_button.js";
import { el } from "./dom.js";
import { JoinDialog } from "./join_dialog.js";
import { loadStyles } from "./panel.js";

/** @import { Component, ShareLabels } from "./types.d.ts" */

/** @type {WeakMap<Node, Sharing>} */
const mounted = new WeakMap();

class Sharing {
  /**
   * @param {Node} root
   * @param {ShareLabels} labels
   */
  constructor(root, labels) {
    this.copying = new CopyButton(labels, () => {
      writeAddress();
      return location.href;
    });
    this.dialog = new JoinDialog(labels);
    this.joining = el("button", "button share", { type: "button", "aria-haspopup": "dialog" });
    this.joining.addEventListener("click", () => {
      writeAddress();
      this.dialog.open();
    });
    const frame = el("div", "stage sharing");
    frame.append(this.copying.node, this.copying.status, this.joining, this.dialog.node);
    loadStyles(root, ["stage.css"]);
    root.appendChild(frame);
  }

  /** @param {ShareLabels} labels */
  setLabels(labels) {
    this.copying.setLabels(labels);
    this.joining.textContent = labels.join;
    this.dialog.labels = labels;
  }
}

/** @param {Component<ShareLabels>} component */
export function update({ parentElement: root, data }) {
  const sharing = mounted.get(root) ?? new Sharing(root, data);
  mounted.set(root, sharing);
  sharing.setLabels(data);
}

/** @param {Component<ShareLabels>} component */
export function unmount({ parentElement }) {
  mounted.get(parentElement)?.dialog.node.close();
  mounted.delete(parentElement);
}
