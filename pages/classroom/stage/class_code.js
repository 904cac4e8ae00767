// The code of a class on the whole screen, so that the last row can read it: the QR code, the address,
// the code, and how many are here. It never shows the key.

import { chosenAddress } from "../../settings/stage/others_address.js";
import { buttonEl, el, setText } from "../../stage/parts/dom.js";
import { classUrl, request } from "./class_requests.js";

/** @import { JoinAnswer } from "../../stage/types.d.ts" */
/** @import { LedClass } from "./class_lead.js" */

/**
 * Ask the server how others reach a class. Rejects if they cannot.
 * @param {string} code
 * @returns {Promise<{ address: string, image: string | null }>}
 */
export async function loadJoin(code) {
  const query = new URLSearchParams({ url: classUrl(code), address: chosenAddress() });
  const response = await request("GET", `${classUrl(code, "join")}?${query}`);
  /** @type {JoinAnswer} */
  const { short, image } = await response.json();
  if (!short) throw new Error("not on a network");
  return { address: short.replace(/^http:\/\//, ""), image };
}

export class CodeScreen {
  /** @param {LedClass} led */
  constructor(led) {
    this.led = led;
    const { labels, code } = led;
    this.node = el("dialog", "class-code-screen", { role: "dialog", tabindex: -1 });
    this.node.setAttribute("aria-label", labels.join_class);
    this.node.addEventListener("click", (event) => {
      if (event.target === this.node) this.node.close();
    });
    this.image = el("div", "qr");
    this.address = el("code", "address", { dir: "ltr" });
    this.count = el("p", "people", { role: "status" });
    const hide = () => this.node.close();
    const close = buttonEl("button close", "✕", hide, { "aria-label": labels.close });
    const texts = el("div", "texts", [
      el("h2", "", labels.join_class),
      el("p", "scan", labels.scan),
      this.address,
      el("p", "code-line", el("b", "large-code", { dir: "ltr" }, code)),
      this.count,
    ]);
    this.node.append(el("div", "code-content", this.image, texts), close);
    this.drawCount();
  }

  async open() {
    const { led } = this;
    await led.styled;
    if (led.dialog.node.open) led.dialog.node.close();
    if (!this.node.open) this.node.showModal();
    try {
      this.draw(await led.loadJoin());
    } catch {
      if (!this.address.textContent) setText(this.address, led.labels.unreachable);
    }
  }

  /** Show the code, or hide it. */
  toggle() {
    if (this.node.open) this.node.close();
    else this.open();
  }

  /** @param {{ address: string, image: string | null }} join */
  draw({ address, image }) {
    setText(this.address, address);
    const alt = this.led.labels.qr_code;
    if (image) this.image.replaceChildren(el("img", "qr-code", { src: image, alt }));
  }

  drawCount() {
    setText(this.count, this.led.hereText());
  }
}
