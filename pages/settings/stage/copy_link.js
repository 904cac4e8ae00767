// The button that copies the link to this page, so that it opens on other devices too.
import { writeAddress } from "../../stage/core/address.js";
import { CopyButton } from "../../stage/parts/copy_button.js";
import { LinkForOthers } from "./others_address.js";

/** @import { LinkLabels } from "../../stage/records.d.ts" */

export class CopyLink extends CopyButton {
  /**
   * @param {LinkLabels} labels
   * @param {(url: string) => string} [textOf] what is copied for the link
   */
  constructor(labels, textOf = (url) => url) {
    const link = new LinkForOthers();
    super(labels, () => {
      writeAddress();
      return link.isKnown ? textOf(link.url) : link.prepare().then(() => textOf(link.url));
    });
    this.link = link;
    this.linkLabels = labels;
    for (const event of ["pointerenter", "focus"]) {
      this.node.addEventListener(event, () => link.prepare());
    }
  }

  /** @param {boolean} done */
  report(done) {
    const { copied, copied_here } = this.linkLabels;
    this.labels = { ...this.linkLabels, copied: this.link.origin ? copied : copied_here };
    super.report(done);
  }
}
