// What a phone keeps of a class: the link to its homework, which stays when the class is over.

import { ofBrowser } from "../../stage/core/storage.js";
import { el } from "../../stage/parts/dom.js";

/** @import { ClassLabels } from "../../stage/types.d.ts" */

const STORED = "merge-by-merge-homework"; // in the local storage, with the code
const QUERY = /^quiz_seed=\d{1,9}&quiz_words=[\w-]{2,10}$/; // what is stored can be damaged

export class HomeworkLink {
  /**
   * @param {string} code
   * @param {string} lang
   * @param {ClassLabels} labels
   */
  constructor(code, lang, labels) {
    this.name = `${STORED} ${code}`;
    this.lang = lang;
    this.link = el("a", "filled", labels.homework_link);
    this.node = el("nav", "class-homework", { hidden: true }, this.link);
    this.query = "";
    this.keep(ofBrowser.text(this.name));
  }

  /** @param {string | undefined} query of the practice questions */
  keep(query) {
    if (!query || !QUERY.test(query)) return;
    this.query = query;
    this.link.setAttribute("href", `../practice?${query}&lang=${this.lang}`);
    ofBrowser.setText(this.name, query);
  }

  /** @param {boolean} isGone whether the server knows no such class */
  setShown(isGone) {
    this.node.hidden = !isGone || !this.query;
  }
}
