// A phone: says that what the open part is about goes on below the edge of the panel, and scrolls there.
import { MAIN } from "../../stage/core/streamlit_page.js";
import { buttonEl } from "../../stage/parts/dom.js";

const HIDDEN = 24; // px that may be out of sight: an edge, and what follows the last row
const PART = 0.7; // of what is in sight: how far a tap scrolls

export class MoreBelow {
  /**
   * @param {HTMLElement} panel
   * @param {string} label
   */
  constructor(panel, label) {
    this.panel = panel;
    this.node = buttonEl("more-below", `↓ ${label}`, () => {
      const page = document.querySelector(MAIN);
      page?.scrollBy({ top: PART * page.clientHeight, behavior: "smooth" });
    });
    this.node.hidden = true;
    /** @type {HTMLElement | null} */
    this.frame = null; // of the stage
    /** @type {string[]} */
    this.shown = []; // the selectors of what the part is about
    this.sizes = new ResizeObserver(() => this.look());
    this.sizes.observe(panel);
    this.listening = new AbortController();
    const { signal } = this.listening;
    window.addEventListener("scroll", () => this.look(), { capture: true, signal });
  }

  /**
   * @param {HTMLElement} frame
   * @param {string[]} shown the selectors of what the part is about
   */
  follow(frame, shown) {
    this.shown = shown;
    if (frame !== this.frame) {
      if (this.frame) this.sizes.unobserve(this.frame);
      this.frame = frame;
      this.sizes.observe(frame);
    }
    this.look();
  }

  look() {
    const { frame, shown } = this;
    const edge = this.panel.getBoundingClientRect().top; // of a laptop: 0
    const region = shown.length === 1 ? frame?.querySelector(shown[0]) : null;
    const { top = 0, bottom = 0 } = region?.getBoundingClientRect() ?? {};
    const hasSteps = frame?.querySelector(".main-controls")?.checkVisibility();
    this.node.hidden = hasSteps || top > edge || bottom < edge + HIDDEN;
  }

  end() {
    this.sizes.disconnect();
    this.listening.abort();
  }
}
