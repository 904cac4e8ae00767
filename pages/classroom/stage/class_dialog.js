// The lecturer's dialog for a class: how to join it, how many are here, and what it can be asked. It
// may be on the projector, so it never shows the key; the lecturer's private window has that.

import { ReachCheck } from "../../settings/stage/reach_check.js";
import { pageData } from "../../stage/core/address.js";
import { confirmButton } from "../../stage/parts/confirm_button.js";
import { buttonEl, checkbox, el, fill, selectEl, setText } from "../../stage/parts/dom.js";
import { ownQuestion } from "./class_own.js";
import { classUrl, request } from "./class_requests.js";
import { drawSummary } from "./class_summary.js";

/** @import { LedClass } from "./class_lead.js" */
/** @import { Connection } from "./class_events.js" */

export class ClassDialog {
  /** @param {LedClass} led */
  constructor(led) {
    this.led = led;
    this.isAsking = false;
    const { labels } = led;
    this.node = el("dialog", "class-dialog", { role: "dialog", tabindex: -1 });
    this.node.setAttribute("aria-label", labels.title);
    this.node.addEventListener("click", (event) => {
      if (event.target === this.node) this.node.close(); // outside: the content fills the dialog
    });
    this.count = el("p", "here", { role: "status" });
    this.problem = el("p", "class-problem", { role: "status" });
    this.looking = checkbox(labels.may_look, false, (canLook) => led.allowLooking(canLook));
    this.image = el("div", "qr");
    this.address = el("code", "address", { dir: "ltr" });
    const hide = () => this.node.close();
    const close = buttonEl("button close", "✕", hide, { "aria-label": labels.close });
    const large = buttonEl("button large", labels.fill_screen, () => led.codeScreen.open());
    const top = el("div", "top", el("h2", "", labels.title), large, close);
    const texts = el("div", "join-texts stack");
    const code = el("p", "code-line flow");
    code.append(el("span", "", labels.code), el("b", "class-code", { dir: "ltr" }, led.code));
    texts.append(el("p", "", labels.scan), this.address, code, this.count);
    const join = el("div", "join-class", this.image, texts);
    this.check = new ReachCheck(() => this.loadAddress());
    this.node.addEventListener("close", () => {
      this.check.stop();
      this.drawClass();
    });
    this.content = el("div", "content");
    // What the server says later stands last, so that the buttons stay where they are.
    this.ofClass = [top, join, this.asking(), this.leading(), this.problem, this.check.node];
    this.drawClass();
    this.node.append(this.content);
    this.drawCount();
  }

  /** Show how to join, and what the class can be asked. */
  drawClass() {
    this.content.replaceChildren(...this.ofClass);
  }

  async open() {
    await this.led.styled;
    if (this.split) this.split.hidden = this.led.screen()?.page !== "unigram";
    if (this.next) this.next.hidden = !pageData()?.stage;
    if (!this.node.open) this.node.showModal();
    if (!this.address.textContent) this.loadAddress();
    this.check.start();
  }

  /** Ask the server how others reach the class, and show it with its QR code. */
  async loadAddress() {
    const { led } = this;
    try {
      const { address, image } = await led.loadJoin();
      setText(this.address, address);
      const { qr_code: alt } = led.labels;
      if (image) this.image.replaceChildren(el("img", "qr-code", { src: image, alt }));
    } catch {
      setText(this.problem, led.labels.unreachable);
    }
  }

  drawCount() {
    setText(this.count, this.led.hereText());
  }

  /** @param {Connection} connection */
  setConnection(connection) {
    setText(this.problem, connection === "connected" ? "" : this.led.labels.lost);
  }

  /** What the class can be asked. */
  asking() {
    const { led } = this;
    const { labels } = led;
    const which = { "aria-label": labels.split_which, placeholder: labels.split_which };
    const word = el("input", "text-field", { maxlength: 30, ...which });
    const split = () => ({
      kind: "split",
      ...(word.value.trim() ? { word: word.value.trim() } : {}),
    });
    this.split = el("span", "class-row flow", [this.askButton(labels.ask_split, split), word]);
    this.next = this.askButton(labels.ask_next, () => ({ kind: "predict" }));
    const row = el("div", "class-row flow", [
      el("h3", "", labels.ask),
      this.next,
      this.askButton(labels.ask_word, () => ({ kind: "word" })),
      this.split,
    ]);
    const skills = Object.entries(labels).flatMap(([name, text]) =>
      name.startsWith("skill_") ? [/** @type {const} */ ([name.slice(6), text])] : [],
    );
    const skill = selectEl(labels.skill, skills);
    const levels = [1, 2, 3].map((n) => /** @type {const} */ ([n, fill(labels.level_n, { n })]));
    const level = selectEl(labels.level, levels);
    const practice = () => ({
      kind: "practice",
      skill: skill.value,
      level: Number(level.value),
      seed: 1 + Math.floor(Math.random() * 99_999),
      index: 0,
      words: document.documentElement.lang,
    });
    const practicing = [this.askButton(labels.ask_practice, practice), skill, level];
    const each = checkbox(labels.each_step, led.asksEachStep, (isOn) => {
      led.asksEachStep = isOn;
      led.postState(); // followers get no sentence about the next step
    });
    const ofPractice = el("div", "class-row flow", practicing, each.label);
    const own = ownQuestion(labels, (question) => this.ask(question));
    return el("section", "class-ask-choice", { "aria-label": labels.ask }, row, ofPractice, own);
  }

  /**
   * @param {string} text
   * @param {() => object} question
   */
  askButton(text, question) {
    return buttonEl("button", text, () => this.ask(question()));
  }

  /** @param {object} question */
  async ask(question) {
    if (this.isAsking) return;
    this.isAsking = true;
    const problem = await this.led.change({ question });
    setText(this.problem, problem);
    if (!problem) this.onQuestion();
    this.isAsking = false;
  }

  /** Leave the screen to the question that was asked here, even if it comes before the answer. */
  onQuestion() {
    if (this.isAsking) this.node.close();
  }

  /** What leads the class: gather, the private window, the end. */
  leading() {
    const { led } = this;
    const { labels } = led;
    const gather = buttonEl("button", labels.gather, () => led.gather());
    const own = buttonEl("button", labels.private, () => this.openPrivate());
    const end = buttonEl("button", labels.end, () => this.drawEnd());
    return el("div", "class-row last flow", gather, this.looking.label, own, end);
  }

  /** Open the lecturer's own window. The key is in the fragment, which that page removes at once. */
  openPrivate() {
    const { code, key } = this.led;
    const fragment = new URLSearchParams({ key });
    window.open(`${classUrl(code)}#${fragment}`, `class-${code}`, "popup,width=420,height=760");
  }

  /** Offer the summary and the homework, then delete the class. */
  async drawEnd() {
    const { led } = this;
    const { labels } = led;
    const back = buttonEl("button", labels.keep, () => this.drawClass());
    const end = confirmButton(labels.delete, labels.delete_sure, () => led.end());
    const summary = el("div", "class-summary");
    const [top] = this.ofClass;
    this.content.replaceChildren(top, summary, el("div", "class-row last flow", end, back));
    try {
      const lang = document.documentElement.lang;
      const url = `${classUrl(led.code, "summary")}?${new URLSearchParams({ lang })}`;
      const response = await request("GET", url, { key: led.key });
      if (!response.ok) throw new Error(`${response.status} for the summary`);
      const found = await response.json();
      summary.append(drawSummary({ ...found, code: led.code, labels }));
    } catch {
      summary.append(el("p", "", { role: "alert" }, labels.load_error));
    }
  }
}
