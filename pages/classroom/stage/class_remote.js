// The lecturer's own page of a class, on a phone as a remote or in a private window: it steps, asks,
// reveals and gathers, and shows the words that students have sent. Whoever sees it can lead.

import { buttonEl, el, fill, setText } from "../../stage/parts/dom.js";
import { ClassEvents } from "./class_events.js";
import { countText, nextOf, questionParts } from "./class_question.js";
import { classUrl, keepLed, request } from "./class_requests.js";
import { drawResult, drawTally } from "./class_results.js";

/** @import { ClassLabels, ClassQuestion, ClassState, ClassTally } from "../../stage/types.d.ts" */
/** @typedef {{ code: string, lang: string, labels: ClassLabels }} PageData */

const PAIRING_FOR = 480_000; // ms; the server knows the token of the QR code for ten minutes

class Remote {
  /**
   * @param {PageData} data
   * @param {string} key
   */
  constructor({ code, lang, labels }, key) {
    this.code = code;
    this.lang = lang;
    this.labels = labels;
    this.key = key;
    this.here = 0;
    /** @type {ClassState | null} */
    this.state = null;
    /** @type {ClassQuestion | null} */
    this.question = null;
    /** @type {ClassTally | null} */
    this.tally = null;
    this.drawn = "";
    this.status = el("p", "class-status", { role: "status" }, labels.connecting);
    this.step = el("p", "remote-step");
    this.problem = el("p", "class-problem", { role: "status" });
    this.asked = el("section", "class-question", { "aria-label": labels.question, hidden: "" });
    this.words = el("section", "class-words", { "aria-label": labels.words, hidden: "" });
    this.pairing = el("details", "pairing");
    this.pairingTimer = 0;
    /** @type {HTMLAnchorElement} */
    this.lead = el("a", "lead-here", { rel: "noreferrer" }, labels.lead_here);
    this.lead.addEventListener("click", () => keepLed({ code, key })); // the app in this tab finds it
    this.draw();
    this.events = new ClassEvents({
      url: () => `${classUrl(code, "events")}?${new URLSearchParams({ lang })}`,
      key,
      onEvent: (name, event) => this.take(name, event),
      onConnection: (connection) => {
        document.body.dataset.connection = connection;
        const text = { connected: this.hereText(), lost: labels.lost, gone: labels.over };
        setText(this.status, text[connection]);
      },
    });
  }

  draw() {
    const { labels, code } = this;
    const bar = el("header", "class-bar");
    bar.append(el("h1", "", {}, labels.remote_code.replace("{code}", code)), this.status);
    const steps = el("div", "remote-steps");
    steps.append(
      this.button(labels.step_back, () => this.command("back")),
      this.button(labels.step_forward, () => this.command("forward"), "labelled"),
    );
    this.split = this.button(labels.ask_split, () => this.change({ question: { kind: "split" } }));
    const actions = el("div", "class-row flow");
    actions.append(
      this.button(labels.ask_next, () => this.change({ question: { kind: "predict" } })),
      this.split,
      this.button(labels.ask_word, () => this.change({ question: { kind: "word" } })),
      this.button(labels.gather, () => this.command("gather")),
      this.button(labels.fill_screen, () => this.command("code")),
    );
    this.pairing.append(el("summary", "", {}, labels.pair));
    this.pairing.addEventListener("toggle", () => this.pairing.open && this.drawPairing());
    const main = el("main", "remote");
    this.main = main;
    main.append(this.step, steps, this.problem, this.asked, this.words, actions, this.pairing);
    document.body.classList.add("stage");
    document.body.append(bar, main);
  }

  /**
   * @param {string} text
   * @param {() => void} onClick
   */
  button(text, onClick, className = "") {
    return buttonEl(`button ${className}`, text, onClick);
  }

  hereText() {
    const { labels, here } = this;
    return (here === 1 ? labels.here_one : labels.here).replace("{n}", here.toLocaleString("en"));
  }

  /**
   * @param {string} name
   * @param {any} event
   */
  take(name, event) {
    if (name === "hello" && !event.leads) setText(this.problem, this.labels.wrong_key);
    if (name === "here") {
      this.here = event.count;
      setText(this.status, this.hereText());
    } else if (name === "state") {
      this.state = event;
      if (this.split) this.split.hidden = event.page !== "unigram";
      setText(this.step, this.labels.at_step.replace("{step}", event.step.toLocaleString("en")));
      this.lead.href = this.appUrl();
    } else if (name === "question") {
      this.question = event.id === null ? null : event;
      if (this.tally?.question !== event.id) this.tally = null;
    } else if (name === "tally") {
      this.tally = event;
    } else if (name === "problem") {
      setText(this.problem, event.failed.length ? this.labels.phones_wait : "");
    } else if (name === "end") {
      this.end();
      return;
    }
    this.drawQuestion();
  }

  /** The class is over: nothing here can lead it any more. */
  end() {
    this.events.close();
    setText(this.status, this.labels.over);
    document.body.dataset.connection = "gone";
    this.main?.replaceChildren(el("p", "class-notice", this.labels.over));
  }

  drawQuestion() {
    const { question, tally, labels } = this;
    this.asked.hidden = !question;
    this.words.hidden = !(question?.kind === "word" && tally?.words?.length);
    if (!question) {
      this.drawn = "";
      return;
    }
    const key = JSON.stringify(question);
    if (key !== this.drawn) {
      this.drawn = key;
      this.count = el("p", "class-count", { role: "status" });
      const row = el("div", "class-row flow");
      if (question.state === "open" && question.kind !== "word") {
        row.append(this.button(labels.stop_votes, () => this.change({ close: true })));
      }
      if (question.state !== "open" && question.round === 1 && question.kind !== "word") {
        row.append(this.button(labels.again, () => this.change({ again: true })));
      }
      const isReveal = "reveal" in nextOf(question);
      const next = isReveal ? labels.reveal : labels.go_on;
      if (
        question.state === "revealed" &&
        ["predict", "practice", "split"].includes(question.kind)
      ) {
        row.append(this.button(labels.similar, () => this.change({ similar: true })));
      }
      row.append(this.button(next, () => this.goOn(isReveal), "labelled"));
      if (isReveal) row.append(this.button(labels.drop, () => this.change({ end: true })));
      const result = question.state === "revealed" ? [drawResult(question, labels)] : [];
      const closed = question.state === "closed" ? [el("p", "class-closed", labels.closed)] : [];
      this.votes = el("div", "class-votes");
      const parts = questionParts(question, labels);
      this.asked.replaceChildren(...parts, ...closed, this.count, this.votes, ...result, row);
    }
    if (this.count) setText(this.count, countText(question, tally, this.here, labels));
    this.drawVotes(question);
    this.drawWords();
  }

  /**
   * Draw what was answered so far. Nobody else sees it before the reveal.
   * @param {ClassQuestion} question
   */
  drawVotes(question) {
    const { tally, labels } = this;
    const isCurrent = tally?.question === question.id && tally.round === question.round;
    const isShown = isCurrent && question.state !== "revealed";
    const bars = isShown ? drawTally(question, tally, labels) : null;
    const networks = isCurrent ? (tally.networks ?? []).map((each) => this.networkLine(each)) : [];
    this.votes?.replaceChildren(...(bars ? [bars] : []), ...networks);
  }

  /**
   * A network with many more votes than phones: somebody may have voted again and again.
   * @param {{ id: string, votes: number, phones: number, is_out: boolean }} network
   */
  networkLine({ id, votes, phones, is_out: isOut }) {
    const { labels } = this;
    const text = fill(labels.network, { votes, phones });
    const label = isOut ? labels.count_network : labels.leave_out;
    const button = this.button(label, () => this.change({ leave_out: id }));
    return el("p", "class-network flow", el("span", "", text), button);
  }

  /** The words that students have sent, the oldest first. Only a device with the key gets them. */
  drawWords() {
    const list = el("ul");
    for (const { id, text, count } of this.tally?.words ?? []) {
      const item = el("li");
      item.append(
        el("bdi", "word", {}, count > 1 ? `${text} × ${count}` : text),
        this.button(this.labels.encode, () => this.command(`encode ${text}`), "labelled"),
        this.button(this.labels.drop_word, () => this.change({ drop: id })),
      );
      list.append(item);
    }
    this.words.replaceChildren(el("h2", "", {}, this.labels.words), list);
  }

  /**
   * Reveal, or go on to the step that the question was about.
   * @param {boolean} isReveal
   */
  goOn(isReveal) {
    if (isReveal) this.change({ reveal: true });
    else this.command("continue"); // the lecturer's page also steps
  }

  /** @param {string} command for the lecturer's page */
  command(command) {
    return this.post("command", { command });
  }

  /** @param {object} body see `LedClass.change` */
  change(body) {
    return this.post("question", body);
  }

  /**
   * @param {string} part
   * @param {object} body
   */
  async post(part, body) {
    try {
      const response = await request("POST", classUrl(this.code, part), { key: this.key, body });
      setText(this.problem, response.ok ? "" : (await response.text()).trim());
    } catch {
      setText(this.problem, this.labels.load_error);
    }
  }

  /** The place of the class in the app, to lead from there at the same step. */
  appUrl() {
    return new URL(this.state?.url || "../", location.href).href;
  }

  /** Show how another device of the lecturer gets the key. */
  async drawPairing() {
    const { labels, code, key } = this;
    const rest = [...this.pairing.children].slice(1);
    for (const node of rest) node.remove();
    const warning = el("p", "note", {}, labels.pair_warning);
    this.pairing.append(warning);
    try {
      const body = { url: classUrl(code) };
      const response = await request("POST", classUrl(code, "pairing"), { key, body });
      if (!response.ok) throw new Error(`${response.status} for the pairing`);
      const { image } = await response.json();
      if (image) this.pairing.append(el("img", "qr-code", { src: image, alt: labels.pair_code }));
    } catch {
      warning.textContent = labels.unreachable;
    }
    this.lead.href = this.appUrl();
    this.pairing.append(this.lead);
    clearTimeout(this.pairingTimer);
    this.pairingTimer = setTimeout(() => this.pairing.open && this.drawPairing(), PAIRING_FOR);
  }
}

/**
 * @param {PageData} data
 * @param {string} key
 */
export function openRemote(data, key) {
  return new Remote(data, key);
}
