// "Can a phone reach me?": what the server checked, other addresses to choose, and what can be wrong.
// While it is open, it asks again and again, because a phone may arrive.
import { buttonEl, definitionList, el } from "../../stage/parts/dom.js";
import { askAbout, chooseAddress } from "./others_address.js";

/** @import { ReachData } from "../../stage/records.d.ts" */

const AGAIN_AFTER = 2000; // ms
const SIGNS = { waiting: "…", good: "✓", bad: "✗" };

export class ReachCheck {
  /** @param {() => void} onChoice after another address is chosen */
  constructor(onChoice) {
    this.onChoice = onChoice;
    this.timer = 0;
    this.isOn = false;
    this.shown = "";
    this.title = el("summary");
    this.body = el("div", "reach-body");
    this.checks = el("ul", "checks", { "aria-live": "polite" });
    this.node = el("details", "reach", this.title, this.checks, this.body);
    this.node.addEventListener("toggle", () => this.repeat());
  }

  /** Ask now, and again while this is open. Without an answer, there is nothing to show. */
  async start() {
    this.isOn = true;
    this.node.hidden = !this.shown;
    await this.ask();
  }

  stop() {
    this.isOn = false;
    clearTimeout(this.timer);
  }

  async ask() {
    try {
      /** @type {ReachData} */
      const answer = await askAbout("reach", location.origin + location.pathname);
      if (this.isOn) this.draw(answer);
    } catch {
      // the next answer may come
    }
    this.repeat();
  }

  repeat() {
    clearTimeout(this.timer);
    if (this.isOn && this.node.open) this.timer = setTimeout(() => this.ask(), AGAIN_AFTER);
  }

  /** @param {ReachData} answer */
  draw(answer) {
    const { title, checks, cards_label, cards, advice_label, advice } = answer;
    const key = JSON.stringify(answer);
    if (key === this.shown) return; // keep the focus and what a screen reader is at
    this.shown = key;
    this.title.textContent = title;
    this.checks.replaceChildren(
      ...checks.map(([state, sentence]) => {
        const sign = el("span", "sign", { "aria-hidden": "true" }, SIGNS[state]);
        return el("li", state, sign, sentence);
      }),
    );
    const choices = cards.map(([address, name]) =>
      buttonEl("button", `${address} (${name})`, () => {
        chooseAddress(address);
        this.onChoice();
        this.ask();
      }),
    );
    const others = cards.length ? [el("p", "", cards_label), el("div", "cards flow", choices)] : [];
    this.body.replaceChildren(...others, el("p", "", advice_label), definitionList(advice));
    if (checks.some(([state]) => state === "bad")) this.node.open = true;
    this.node.hidden = false;
  }
}
