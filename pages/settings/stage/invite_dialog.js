// The dialog by which a class opens the page on other devices: the address and its QR code.

import { loadStyles } from "../../stage/core/panel.js";
import { CopyButton } from "../../stage/parts/copy_button.js";
import { buttonEl, el } from "../../stage/parts/dom.js";
import { askAbout } from "./others_address.js";

/** @import { ReachCheck } from "./reach_check.js" */
/**
 * @import { ShareLabels } from "../../stage/records.d.ts"
 * @import { JoinAnswer } from "../../stage/types.d.ts"
 */

const MAX_URL = 2000; // characters that the server accepts; a QR code contains fewer anyway
const OPEN = "data-joining"; // on the page's root while the dialog is open, for printing

export class InviteDialog {
  /** @param {ShareLabels} labels */
  constructor(labels) {
    this.labels = labels;
    /** How often the dialog was opened: an answer to an earlier question is ignored. */
    this.count = 0;
    /** @type {Promise<unknown> | undefined} */
    this.styled = undefined;
    /** @type {ReachCheck | undefined} */
    this.check = undefined;
    // The role is explicit because `keys.js` looks for it. A click on a text focuses the dialog.
    this.node = el("dialog", "join", { role: "dialog", tabindex: -1 });
    this.node.addEventListener("click", (event) => {
      if (event.target === this.node) this.node.close(); // outside: the content fills the dialog
    });
    this.node.addEventListener("close", () => {
      this.check?.stop();
      document.documentElement.removeAttribute(OPEN);
      this.node.replaceChildren();
    });
  }

  /** Open the dialog for the page at its current URL. */
  async open() {
    const { labels, node } = this;
    this.count += 1;
    const mine = this.count;
    this.styled ??= loadStyles(node.getRootNode(), ["share.css"]);
    await this.styled;
    if (mine !== this.count) return;
    node.setAttribute("aria-label", labels.title);
    const close = buttonEl("button close", "✕", () => node.close(), { "aria-label": labels.close });
    const body = el("div", "answer", { "aria-live": "polite" });
    const content = el("div", "content", el("div", "top", el("h2", "", labels.title), close), body);
    node.replaceChildren(content);
    document.documentElement.setAttribute(OPEN, "");
    node.showModal();
    if (!(await this.load(body, mine))) return;
    const { ReachCheck } = await import("./reach_check.js");
    if (mine !== this.count || !node.open) return;
    this.check = new ReachCheck(() => this.load(body, this.count));
    content.append(this.check.node);
    this.check.start();
  }

  /**
   * Ask how other devices reach the page, and show it.
   * @param {HTMLElement} body
   * @param {number} mine which opening of the dialog asks
   */
  async load(body, mine) {
    const [page] = location.href.split("#");
    const [short, query] = page.split("?");
    try {
      /** @type {JoinAnswer} */
      const answer = await askAbout("join", page.length > MAX_URL ? short : page);
      if (mine === this.count) this.draw(body, answer, Boolean(query));
      return true;
    } catch {
      if (mine === this.count) body.replaceChildren(el("p", "", this.labels.load_error));
      return false;
    }
  }

  /**
   * @param {HTMLElement} body
   * @param {JoinAnswer} answer
   * @param {boolean} hasQuery whether the page's URL has a query
   */
  draw(body, { url, short, image }, hasQuery) {
    const { labels } = this;
    if (url === null) {
      body.replaceChildren(el("p", "", labels.unreachable));
      return;
    }
    const isCut = hasQuery && url === short;
    const texts = { ...labels, copy: labels.copy_address };
    const { node, status } = new CopyButton(texts, () => short, this.node);
    const columns = el("div", "addresses", [
      image && el("img", "qr-code", { src: image, alt: labels.qr_code }),
      el("div", "text stack", [
        el("p", "", labels.scan),
        el("code", "address", { dir: "ltr" }, short),
        node,
        status,
        el("p", "note", labels.explanation),
      ]),
    ]);
    body.replaceChildren(...(isCut ? [el("p", "", labels.too_long)] : []), columns);
  }
}
