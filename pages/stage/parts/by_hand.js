// The button that opens a by-hand mode: the reader chooses in place of the algorithm. The mode takes
// the place of the steps; its code is loaded only then.
import { buttonEl } from "./dom.js";

/** @import { Stage } from "../core/core.js" */
/** @import { ByHandOffer } from "../records.d.ts" */
/** @import { ByHandPanel } from "./by_hand_panel.js" */

export class ByHand {
  /**
   * @param {Stage} stage
   * @param {ByHandOffer} offer
   * @param {object} options
   * @param {URL} options.url answers with what follows from the choices so far
   * @param {() => Promise<unknown> | undefined} options.loadStyles
   * @param {(isOn: boolean) => void} options.onToggle called when the reader opens or leaves it
   */
  constructor(stage, offer, { url, loadStyles, onToggle }) {
    this.stage = stage;
    this.offer = offer;
    this.url = url;
    this.loadStyles = loadStyles;
    this.onToggle = onToggle;
    this.isOn = false;
    /** @type {ByHandPanel | null} */
    this.panel = null;
    this.button = buttonEl("button by-hand-start", offer.start, () => this.toggle(true));
    const title = stage.renderer.byHand?.title;
    title?.after(this.button);
    title?.parentElement?.classList.add("offers-by-hand");
  }

  /** @param {boolean} isOn */
  async toggle(isOn) {
    this.onToggle(isOn);
    await this.set(isOn);
    if (isOn) this.panel?.title.focus();
    else this.button.focus();
  }

  /** @param {boolean} isOn */
  async set(isOn) {
    if (isOn === this.isOn) return;
    this.isOn = isOn;
    this.stage.cover(isOn);
    this.panel?.node.remove();
    if (!isOn) {
      this.markHost(false);
      return;
    }
    const { stage } = this;
    const [{ ByHandPanel }, boards] = await Promise.all([
      import("./by_hand_panel.js"),
      stage.renderer.byHand?.load(),
      this.loadStyles(),
    ]);
    if (!boards) return;
    this.panel ??= new ByHandPanel(stage.head, boards, this.offer, this.url, {
      announce: (sentence) => stage.announce(sentence),
      onLeave: () => this.toggle(false),
    });
    if (!this.isOn) return;
    stage.frame.prepend(this.panel.node);
    this.markHost(true);
  }

  /**
   * Tell the page that the stage is covered: on a phone, controls of the page are placed on it.
   * @param {boolean} isOn
   */
  markHost(isOn) {
    const root = this.stage.frame.getRootNode();
    if (root instanceof ShadowRoot) root.host.toggleAttribute("data-by-hand", isOn);
  }
}
