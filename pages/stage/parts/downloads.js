// Links that download files: the table of the step, and what does not follow it. The stand-alone
// report has no server to ask.
import { el, setText } from "./dom.js";

/** @import { Head } from "../records.d.ts" */

export class Downloads {
  /**
   * @param {Head} head
   * @param {string} kind the start of the name of the step's table, "pairs" or "pieces"
   * @param {string} label of its link, with {k} for the step
   */
  constructor({ downloads }, kind, label) {
    this.folder = downloads;
    this.kind = kind;
    this.label = label;
    this.node = el("p", "downloads flow", { hidden: !downloads });
    /** Stays last, because its width changes with the step. */
    this.link = this.add("");
  }

  /**
   * A link. An error must not replace the page, hence `download`.
   * @param {string} label
   */
  add(label) {
    const link = el("a", "button download", { download: "" }, label);
    this.node.insertBefore(link, this.link ?? null);
    return link;
  }

  /**
   * Add a link to a table of the run.
   * @param {string} name the name of its file
   * @param {string} label
   */
  addTable(name, label) {
    if (this.folder) this.add(label).href = this.url(name);
  }

  /**
   * Add a link to the report, which shows what the page shows when the reader clicks.
   * @param {string} label
   */
  addReport(label) {
    if (!this.folder) return;
    const link = this.add(label);
    const url = new URL("../report.html", this.folder);
    link.href = url.href;
    link.addEventListener("click", () => {
      url.search = location.search;
      link.href = url.href;
    });
  }

  /** @param {string} name */
  url(name) {
    const url = new URL(this.folder ?? "");
    url.pathname += name;
    return url.href;
  }

  /** @param {number} step */
  draw(step) {
    if (!this.folder) return;
    this.link.href = this.url(`${this.kind}-${step}.csv`);
    setText(this.link, this.label.replace("{k}", step.toLocaleString("en")));
  }
}
