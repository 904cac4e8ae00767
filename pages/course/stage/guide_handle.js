// A phone: the handle of the panel. It is there if the panel hides some of its text, and makes it taller.
import { signEl } from "../../stage/parts/dom.js";

const ROOT = document.documentElement;

export class Handle {
  /**
   * @param {HTMLElement} panel
   * @param {HTMLElement} body what can hide some of its content
   * @param {Record<string, string>} labels
   */
  constructor(panel, body, labels) {
    this.panel = panel;
    this.body = body;
    this.labels = labels;
    this.node = signEl("handle", "", labels.taller, () => this.set(!this.isTall));
    this.node.hidden = true;
    this.isTall = false;
    this.sizes = new ResizeObserver(() => this.look());
    this.sizes.observe(body);
    body.addEventListener("scroll", () => this.look(), true); // of the text in it, too
    this.set(false);
  }

  /** @param {boolean} isTall */
  set(isTall) {
    this.isTall = isTall;
    this.panel.classList.toggle("tall", isTall);
    ROOT.toggleAttribute("data-guide-tall", isTall); // the page gets the rest
    const label = isTall ? this.labels.lower : this.labels.taller;
    this.node.title = this.node.ariaLabel = label;
    this.node.ariaExpanded = String(isTall);
    this.look();
  }

  /** Whether something is hidden: of the text, or of all. */
  look() {
    const boxes = [this.body, ...this.body.querySelectorAll(".reading")];
    const hides = boxes.map((box) => box.scrollHeight > box.clientHeight + 2);
    this.node.hidden = !this.isTall && !hides.includes(true);
    for (const box of boxes) {
      const below = box.scrollHeight - box.clientHeight - box.scrollTop;
      box.classList.toggle("more", below > 2);
    }
  }

  /**
   * Look again whenever another part has another height.
   * @param {HTMLElement} part
   */
  follow(part) {
    this.sizes.disconnect();
    for (const each of [this.body, part, ...part.children]) this.sizes.observe(each);
    this.set(false);
  }

  end() {
    this.sizes.disconnect();
    ROOT.removeAttribute("data-guide-tall");
  }
}
