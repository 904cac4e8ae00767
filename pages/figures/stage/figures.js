// The course's figures: what each text prints next to what the engine computes, and questions.

import { panel } from "../../stage/core/panel.js";
import { checkbox, el, sentenceEl } from "../../stage/parts/dom.js";
import { figureTable, newTabLink, stepLink, verdictSign } from "./figure_table.js";

/** @import { CourseData, CourseText } from "../../stage/records.d.ts" */

const ALL = "all";

class FiguresView {
  /**
   * @param {{ page: string }} data page: JSON
   * @param {{ chosen?: string, only?: boolean }} state what the reader chose to see; it is kept
   *   when the view is drawn again
   */
  constructor(data, state) {
    /** @type {CourseData} */
    this.data = JSON.parse(data.page);
    this.state = state;
    this.chosen = state.chosen ?? this.data.texts[0].id;
    /** @type {Map<string, HTMLElement>} */
    this.cards = new Map();
    this.frame = el("div", "stage figures", { lang: this.data.lang });
    this.body = el("div", "body", { "aria-live": "off" });
    this.frame.append(
      this.summary(),
      this.textChoice(),
      this.filter(),
      this.body,
      this.questions(),
    );
    this.draw();
  }

  summary() {
    const list = el("ul", "summary flow");
    for (const [kind, number, words] of this.data.summary) {
      const item = el("li", kind);
      if (this.data.signs[kind]) item.append(verdictSign(kind, this.data.signs));
      item.append(el("b", "", number), " ", el("span", "", words));
      list.append(item);
    }
    return list;
  }

  textChoice() {
    const { texts, labels } = this.data;
    const group = el("div", "texts", { role: "group", "aria-label": labels.texts });
    for (const text of texts) {
      const card = el("button", "card", { type: "button" });
      card.append(el("b", "", text.title), el("span", "about", text.about), this.counts(text));
      this.cards.set(text.id, card);
    }
    const all = el("button", "card all", { type: "button" }, el("b", "", labels.all));
    this.cards.set(ALL, all);
    for (const [id, card] of this.cards) {
      card.addEventListener("click", () => {
        this.chosen = this.state.chosen = id;
        this.draw();
      });
      group.append(card);
    }
    return group;
  }

  /**
   * How many of a text's figures have each verdict, in signs and numbers.
   * @param {CourseText} text
   */
  counts({ counts }) {
    const { signs } = this.data;
    const found = Object.entries(counts).filter(([, number]) => number);
    const items = found.map(([verdict, number]) => {
      const meaning = el("span", "visually-hidden", ` ${signs[verdict][1]}; `);
      const sign = verdictSign(verdict, signs);
      return el("span", `count ${verdict}`, sign, el("span", "", number), meaning);
    });
    return el("span", "counts flow", items);
  }

  filter() {
    return checkbox(this.data.labels.only, this.state.only ?? false, (only) => {
      this.state.only = only;
      this.draw();
    }).label;
  }

  draw() {
    for (const [id, card] of this.cards) {
      card.setAttribute("aria-pressed", String(id === this.chosen));
    }
    const texts = this.data.texts.filter(({ id }) => [id, ALL].includes(this.chosen));
    this.body.replaceChildren(...texts.map((text) => this.text(text)));
  }

  /**
   * The figures of a text, part by part.
   * @param {CourseText} text
   */
  text({ id, title, source }) {
    const { labels } = this.data;
    const showsAll = this.chosen === ALL;
    const section = el("section", "text", { "aria-label": title });
    if (showsAll) section.append(el("h2", "", title));
    section.append(el("p", "source", newTabLink(...source, title, labels)));
    const shown = this.data.figures.filter(
      ({ text, verdict }) => text === id && (!this.state.only || verdict === "wrong"),
    );
    if (!shown.length) section.append(el("p", "nothing", this.data.labels.none));
    for (const part of new Set(shown.map((figure) => figure.part))) {
      const figures = shown.filter((figure) => figure.part === part);
      section.append(
        el(showsAll ? "h3" : "h2", "part", part),
        figureTable(figures, `${title}: ${part}`, this.data),
      );
    }
    return section;
  }

  questions() {
    const { labels, questions } = this.data;
    const entries = questions.map(([question, answer, address]) => {
      const answerNode = sentenceEl("dd", "", answer);
      answerNode.append(" ", stepLink(address, question, labels));
      return el("div", "question-and-answer", sentenceEl("dt", "", question), answerNode);
    });
    const content = [el("h2", "", labels.questions), el("dl", "", entries)];
    return el("section", "questions", { "aria-label": labels.questions }, content);
  }
}

/**
 * @param {{ page: string }} data
 * @param {{ chosen?: string, only?: boolean }} state
 */
const draw = (data, state) => new FiguresView(data, state).frame;

export const { update, unmount } = panel(draw, ["stage.css", "figures.css"]);
