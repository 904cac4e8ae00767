// A by-hand mode: the choices of the reader, what follows from them, and what the algorithm chooses.
// The server computes everything; the browser keeps the choices, also when the page is reloaded.
import { wakeServer } from "../core/address.js";
import { ofTab } from "../core/storage.js";
import { byHandChart } from "./by_hand_chart.js";
import { buttonEl, el, sentenceEl, setSentence, setText } from "./dom.js";
import { Table, tableRows } from "./table.js";

/**
 * @import { ByHandOffer, ByHandRecord, Head } from "../records.d.ts"
 * @import { BoardModule } from "../types.d.ts"
 */

const RETRY_AFTER = 600; // ms that the server has to run the page again

export class ByHandPanel {
  /**
   * @param {Head} head
   * @param {BoardModule} boards
   * @param {ByHandOffer} offer
   * @param {URL} url
   * @param {{ announce: (sentence: string) => void, onLeave: () => void }} on
   */
  constructor(head, boards, offer, url, { announce, onLeave }) {
    this.offer = offer;
    this.url = url;
    this.announce = announce;
    this.storageKey = `merge-by-merge ${url.pathname.split("/").slice(-2, -1)}`;
    this.title = el("h2", "", { tabindex: -1 }, offer.start);
    this.about = el("p", "about");
    this.facts = el("div", "facts");
    this.said = sentenceEl("p", "said", "");
    this.board = boards.board(head, (choice) => this.choose(choice), announce);
    this.own = new Table("own", []);
    this.verdict = el("p", "verdict-of-choices");
    this.chart = el("div", "chart-of-choices");
    const outcome = el("div", "outcome-of-choices", this.verdict, this.chart);
    this.comparison = new Table("own-comparison", []);
    this.own.visibleRows = this.comparison.visibleRows = Infinity;
    this.undo = buttonEl("button plain undo", "", () => this.setChoices(this.choices.slice(0, -1)));
    this.restart = buttonEl("button plain restart", "", () => this.setChoices([]));
    this.compare = buttonEl("button plain compare", "", () =>
      this.showComparison(!this.isCompared),
    );
    const leave = buttonEl("button plain leave", offer.leave, onLeave);
    const controls = el("div", "controls flow", { role: "group", "aria-label": offer.start });
    controls.append(this.undo, this.restart, this.compare, leave);
    const top = el("div", "by-hand-top flow", this.title, this.facts);
    const result = el("div", "by-hand-result stack");
    if (this.board.beside) result.append(this.board.beside);
    result.append(this.own.node, this.comparison.node);
    this.failed = el("div", "load-error flow", { role: "alert", hidden: true });
    this.body = el("div", "by-hand-body", this.board.node, result);
    this.node = el("section", "by-hand", { "aria-label": offer.start });
    this.node.append(top, this.about, controls, this.said, outcome, this.failed, this.body);
    this.isCompared = false;
    /** @type {ByHandRecord | null} */
    this.drawn = null;
    /** @type {string[]} */
    this.choices = ofTab.text(this.storageKey).split(",").filter(Boolean);
    this.load(false);
  }

  /**
   * Add a choice, unless what follows from the last one is still loading.
   * @param {string} choice
   */
  choose(choice) {
    if (this.drawn?.chosen === this.choices.length && !this.drawn.is_done) {
      this.setChoices([...this.choices, choice]);
    }
  }

  /** @param {string[]} choices */
  setChoices(choices) {
    this.choices = choices;
    ofTab.setText(this.storageKey, choices.join(","));
    this.load(true);
  }

  /**
   * Load what follows from the choices. Choices that the server does not know are dropped.
   * @param {boolean} isAnnounced
   */
  async load(isAnnounced) {
    const { choices } = this;
    const url = new URL(this.url);
    url.searchParams.set("chosen", choices.join(","));
    try {
      const response = await fetch(url);
      if (choices !== this.choices) return;
      if (response.status === 400 && choices.length) {
        this.setChoices([]);
        return;
      }
      if (!response.ok) throw new Error(`${response.status} for ${url}`);
      const record = await response.json();
      if (choices === this.choices) this.draw(record, isAnnounced);
    } catch {
      if (choices === this.choices) this.fail();
    }
  }

  /** Say that the answer did not come, with a button to ask again. */
  fail() {
    const { failed: sentence, retry } = this.offer;
    const button = buttonEl("button labelled", retry, () => {
      wakeServer();
      this.failed.hidden = true;
      setTimeout(() => this.load(true), RETRY_AFTER);
    });
    this.failed.replaceChildren(el("p", "", sentence), button);
    this.failed.hidden = false;
  }

  /** @param {boolean} isCompared */
  showComparison(isCompared) {
    this.isCompared = isCompared;
    if (!this.drawn) return;
    this.drawResult(this.drawn);
    if (isCompared) this.announce(this.drawn.comparison.said);
  }

  /**
   * @param {ByHandRecord} record
   * @param {boolean} isAnnounced
   */
  draw(record, isAnnounced) {
    this.drawn = record;
    this.failed.hidden = true;
    setText(this.about, record.about);
    this.facts.replaceChildren(
      ...record.facts.map(([text, className]) => el("span", `fact ${className}`, text)),
    );
    setSentence(this.said, record.said);
    setText(this.undo, record.labels.undo);
    setText(this.restart, record.labels.restart);
    this.undo.disabled = this.restart.disabled = this.compare.disabled = !record.chosen;
    this.board.draw(record);
    this.drawResult(record);
    if (isAnnounced) this.announce(this.isCompared ? record.comparison.said : record.said);
  }

  /** @param {ByHandRecord} record */
  drawResult({ labels, list, comparison, chosen, is_done: isDone }) {
    const isCompared = this.isCompared && chosen > 0;
    setText(this.compare, isCompared ? labels.hide : labels.compare);
    this.compare.setAttribute("aria-expanded", String(isCompared));
    this.compare.classList.toggle("labelled", isDone && !isCompared);
    setSentence(this.verdict, isCompared ? comparison.said : "");
    const chart = isCompared && comparison.chart;
    this.chart.replaceChildren(...(chart ? [byHandChart(chart)] : []));
    this.own.node.hidden = isCompared;
    this.comparison.node.hidden = !isCompared;
    const shown = isCompared ? comparison : list;
    const table = isCompared ? this.comparison : this.own;
    if (table.columns.length !== shown.columns.length) table.setColumns(shown.columns);
    table.drawRows(shown.title, tableRows(shown.rows), shown.note);
  }
}
