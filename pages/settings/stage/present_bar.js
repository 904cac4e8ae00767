// The bar above a presented stage: page, corpus, word, step, Join, zoom, leave.

import { loadStyles } from "../../stage/core/panel.js";
import {
  canZoom,
  changeZoom,
  enterFullScreen,
  isPresented,
  leave,
  onPresent,
  zooms,
} from "../../stage/core/present.js";
import { goTo, onChange, openStage, openStep } from "../../stage/core/steps.js";
import { el, icon, signEl } from "../../stage/parts/dom.js";
import { BarMenu } from "./bar_menu.js";
import { classButton, showCodeOfClass } from "./class_button.js";
import { InviteDialog } from "./invite_dialog.js";

/**
 * @import { PresentLabels } from "../../stage/records.d.ts"
 * @import { PresentData } from "../../stage/records.d.ts"
 */
/** @typedef {(setting: "page" | "corpus" | "word", value: string) => void} Choose */

class PresentBar {
  /**
   * @param {PresentData} data
   * @param {Choose} choose changes a setting on the server
   * @param {() => void} writeAddress brings the URL up to date
   */
  constructor({ labels, share }, choose, writeAddress) {
    this.listening = new AbortController();
    this.node = el("nav", "stage present-bar", { "aria-label": labels.bar });
    this.page = new BarMenu("page", labels.page, (value) => choose("page", value));
    this.corpus = new BarMenu("corpus", labels.corpus, (value) => choose("corpus", value));
    this.word = new BarMenu(
      "word",
      labels.word,
      (value) => choose("word", value),
      labels.type_word,
    );
    this.step = this.stepField(labels);
    this.last = el("span", "last");
    this.stepBox = el("label", "step-box", el("span", "", labels.step), this.step, this.last);
    this.dialog = new InviteDialog(share);
    this.hasSteps = true;
    this.fullScreen = signEl(
      "button full-screen",
      icon("fullScreen"),
      labels.full_screen,
      enterFullScreen,
    );
    this.smaller = signEl("button smaller", "−", labels.smaller, () => changeZoom(-1));
    this.larger = signEl("button larger", "+", labels.larger, () => changeZoom(1));
    this.node.append(
      this.page.node,
      this.corpus.node,
      this.word.node,
      this.stepBox,
      el("span", "space"),
      this.fullScreen,
      signEl("button invite", share.join_short, share.join, () => {
        if (showCodeOfClass()) return;
        writeAddress();
        this.dialog.open();
      }),
      classButton("button class", share.class_short, true),
      this.smaller,
      this.larger,
      signEl("button leave", "×", labels.leave, leave),
      this.dialog.node,
    );
    this.host = el("div", "present-bar-host");
    const root = this.host.attachShadow({ mode: "open" });
    loadStyles(root, ["stage.css", "present_bar.css"]).then(() => root.append(this.node));
    this.follow();
  }

  /** Draw again what changes, until the bar is removed. */
  follow() {
    const { signal } = this.listening;
    const ends = [
      onPresent(() => {
        if (!isPresented()) this.remove();
      }),
      onChange(() => this.drawStep()),
    ];
    signal.addEventListener("abort", () => {
      for (const end of ends) end();
    });
    document.addEventListener("fullscreenchange", () => this.drawStep(), { signal });
    zooms.addEventListener("change", () => this.drawZoom(), { signal });
    window.addEventListener("resize", () => this.drawZoom(), { signal });
  }

  remove() {
    this.listening.abort();
    this.dialog.node.close();
    this.host.remove();
  }

  /** @param {PresentLabels} labels */
  stepField(labels) {
    const attributes = { inputmode: "numeric", maxlength: 6, "aria-label": labels.step };
    const field = el("input", "text-field", attributes);
    field.addEventListener("keydown", (event) => {
      if (event.key === "Escape") event.preventDefault();
      if (event.key !== "Enter" && event.key !== "Escape") return;
      const typed = field.value.trim();
      field.blur();
      if (event.key === "Enter" && /^[0-9]+$/.test(typed)) goTo(Number(typed));
      this.drawStep();
    });
    field.addEventListener("blur", () => this.drawStep());
    return field;
  }

  /** @param {PresentData} data */
  draw(data) {
    this.hasSteps = data.has_steps; // if not, a stage may still be there, out of sight
    this.page.fill(data.pages, data.chosen);
    this.corpus.fill(data.corpora, data.corpus);
    this.drawStep();
    this.drawZoom();
  }

  /** Draw what the stage on the page knows. */
  drawStep() {
    const stage = this.hasSteps ? openStage() : null;
    this.word.node.hidden = !stage?.words;
    if (stage?.words) this.word.fill(stage.words.options, stage.words.word);
    this.stepBox.hidden = !stage;
    this.last.textContent = stage ? `/ ${stage.last.toLocaleString("en")}` : "";
    if (!this.step.matches(":focus")) this.step.value = String(openStep());
    this.fullScreen.hidden = Boolean(document.fullscreenElement) || !document.fullscreenEnabled;
  }

  /** Say which zooms there are. A disabled button would lose the focus. */
  drawZoom() {
    this.smaller.setAttribute("aria-disabled", String(!canZoom(-1)));
    this.larger.setAttribute("aria-disabled", String(!canZoom(1)));
  }
}

/** @type {WeakMap<Element, { bar: PresentBar, labels: string }>} the bar of a host, and its labels */
const bars = new WeakMap();

/**
 * Draw the bar, if the page is presented.
 * @param {PresentData} data
 * @param {Choose} choose
 * @param {() => void} writeAddress
 */
export function drawBar(data, choose, writeAddress) {
  if (!isPresented()) return;
  const labels = JSON.stringify([data.labels, data.share]);
  const host = document.querySelector("body > .present-bar-host");
  const known = host ? bars.get(host) : undefined;
  if (known?.labels === labels) {
    known.bar.draw(data);
    return;
  }
  known?.bar.remove();
  const bar = new PresentBar(data, choose, writeAddress);
  bars.set(bar.host, { bar, labels });
  document.body.append(bar.host);
  bar.draw(data);
}
