// A link to the table of the step as a CSV file. The stand-alone report has no server to ask.
import { el, setText } from "./dom.js";

/** @import { Head } from "./types.d.ts" */

export class DownloadLink {
  /**
   * @param {Head} head
   * @param {string} kind the start of the file's name, "pairs" or "pieces"
   * @param {string} label with {k} for the step
   */
  constructor({ downloads }, kind, label) {
    this.downloads = downloads;
    this.kind = kind;
    this.label = label;
    this.link = el("a", "button download", { download: "" }); // an error must not replace the page
    this.node = el("p", "downloads");
    this.node.hidden = !downloads;
    this.node.append(this.link);
  }

  /** @param {number} step */
  draw(step) {
    if (!this.downloads) return;
    const url = new URL(this.downloads);
    url.pathname += `${this.kind}-${step}.csv`;
    this.link.href = url.href;
    setText(this.link, this.label.replace("{k}", step.toLocaleString("en")));
  }
}
