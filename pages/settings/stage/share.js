// Sharing what is on the screen: a button that copies the link, and one that opens a dialog for a class.
import { pageData, places, writeAddress } from "../../stage/core/address.js";
import { embedCode } from "../../stage/core/embedded.js";
import { loadStyles } from "../../stage/core/panel.js";
import { buttonEl, el } from "../../stage/parts/dom.js";
import { classButton } from "./class_button.js";
import { CopyLink } from "./copy_link.js";
import { InviteDialog } from "./invite_dialog.js";

/**
 * @import { ShareData } from "../../stage/records.d.ts"
 * @import { Component } from "../../stage/types.d.ts"
 */

/** @type {WeakMap<Node, Sharing>} */
const mounted = new WeakMap();

/** The title of what another site can show in a frame; empty if it cannot show this page. */
function frameTitle() {
  const { page = "", pages = [] } = pageData()?.present ?? {};
  const shown = pages.find(([name]) => name === page);
  return shown ? `Merge by Merge: ${shown[1]}` : "";
}

class Sharing {
  /**
   * @param {Node} root
   * @param {ShareData} labels
   */
  constructor(root, labels) {
    this.copying = new CopyLink(labels);
    this.embedding = new CopyLink(labels, (url) => embedCode(url, frameTitle()));
    this.embedding.node.classList.replace("copy", "embed");
    this.dialog = new InviteDialog(labels);
    this.inviting = el("button", "button share", { type: "button", "aria-haspopup": "dialog" });
    this.inviting.addEventListener("click", () => {
      writeAddress();
      this.dialog.open();
    });
    this.class = classButton("button share class");
    this.adding = buttonEl("button share add", "", () => this.addToLesson());
    this.added = el("p", "added", { role: "status" });
    this.onPlace = () => {
      this.added.textContent = "";
      this.embedding.node.hidden = !frameTitle();
    };
    places.addEventListener("change", this.onPlace);
    const frame = el("div", "stage sharing");
    frame.append(
      this.copying.node,
      this.copying.status,
      this.embedding.node,
      this.embedding.status,
      this.inviting,
      this.class.node,
      this.adding,
      this.added,
      this.dialog.node,
    );
    loadStyles(root, ["stage.css"]).then(() => root.appendChild(frame)); // else the buttons move
  }

  /** Add what is on the screen to the lesson that this reader writes. */
  async addToLesson() {
    writeAddress();
    const { added, full } = this.dialog.labels;
    const { addPlace } = await import("./lesson_draft.js");
    const count = addPlace(location.href);
    this.added.textContent = count ? added.replace("{n}", String(count)) : full;
  }

  /** @param {ShareData} labels */
  setLabels(labels) {
    this.copying.setLabels(labels);
    const { embed: copy, embed_copied: copied } = labels;
    this.embedding.setLabels({ ...labels, copy, copied });
    this.inviting.textContent = labels.join;
    this.class.setLabel(labels.start_class);
    this.adding.textContent = labels.add;
    this.adding.hidden = !labels.can_add;
    this.embedding.node.hidden = !frameTitle();
    this.dialog.labels = labels;
  }
}

/** @param {Component<ShareData>} component */
export function update({ parentElement: root, data }) {
  const sharing = mounted.get(root) ?? new Sharing(root, data);
  mounted.set(root, sharing);
  sharing.setLabels(data);
}

/** @param {Component<ShareData>} component */
export function unmount({ parentElement }) {
  const sharing = mounted.get(parentElement);
  if (!sharing) return;
  sharing.dialog.node.close();
  places.removeEventListener("change", sharing.onPlace);
  mounted.delete(parentElement);
}
