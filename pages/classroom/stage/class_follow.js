// A follower's page: what the lecturer shows, and the lecturer's questions. It works without
// Streamlit, and while the server is away, with what it has.

import { el, fill, sentenceEl, setText } from "../../stage/parts/dom.js";
import { HomeworkLink } from "./class_end.js";
import { ClassEvents } from "./class_events.js";
import {
  classUrl,
  keptAnswers,
  keptVoter,
  request,
  takeKey,
  takePairing,
} from "./class_requests.js";
import { FollowingStage, FreeStage, wayToApp } from "./class_stage.js";
import { Vote } from "./class_vote.js";

/** @import { Connection } from "./class_events.js" */
/**
 * @import { StageData } from "../../stage/records.d.ts"
 * @import { ClassLabels, ClassQuestion, ClassState } from "../../stage/types.d.ts"
 */

const NOTICE_FOR = 6_000; // ms
const RESENT = 3_000; // ms after which an answer that could not be sent is sent again
const ENDED = 3; // answers that there is no such class: its lecturer would have restored it

/** @typedef {{ code: string, lang: string, labels: ClassLabels }} PageData */

class Follower {
  /** @param {PageData} data */
  constructor({ code, lang, labels }) {
    this.code = code;
    this.lang = lang;
    this.labels = labels;
    /** @type {ClassState | null} */
    this.state = null;
    /** @type {StageData | null} */
    this.stageData = null;
    /** @type {Connection | "waiting"} */
    this.connection = "waiting";
    this.refusal = ""; // why the server refuses the connection
    this.gone = 0; // how often in a row the server has known no such class
    this.isFree = false;
    this.isOver = false;
    this.gathered = -1;
    this.noticeTimer = 0;
    this.voter = keptVoter(code);
    this.vote = new Vote({
      labels,
      kept: keptAnswers(code),
      send: (question, answer) => this.send(question, answer),
      verdict: (question, answer) => this.verdict(question, answer),
    });
    this.following = el("div", "class-stage following");
    this.freeBox = el("div", "class-stage free");
    this.followed = new FollowingStage(this.following, labels, code);
    /** @type {FreeStage | null} */
    this.free = null;
    this.freeKey = "";
    this.status = el("p", "class-status", { role: "status" }, labels.connecting);
    this.switch = el("button", "button labelled", { type: "button", hidden: "" });
    this.link = el("a", "class-app", { href: "../", target: "_blank" }, labels.full_app);
    this.link.rel = "noopener"; // the class stays open in its own tab
    const another = { href: `../class?lang=${lang}`, hidden: "" };
    this.another = el("a", "another-code", another, labels.another_code);
    this.notice = el("p", "class-notice", { role: "status", hidden: "" });
    this.part = el("section", "class-part stack", { hidden: "" });
    this.homework = new HomeworkLink(code, lang, labels);
    this.main = el("main");
    this.draw();
    this.events = new ClassEvents({
      url: () => `${classUrl(code, "events")}?${new URLSearchParams({ lang })}`,
      voter: () => this.voter,
      onEvent: (name, event) => this.take(name, event),
      onConnection: (connection, why) => this.setConnection(connection, why),
    });
    setInterval(() => this.vote.sendPending(), RESENT);
  }

  draw() {
    const { labels, code } = this;
    this.switch.addEventListener("click", () => (this.isFree ? this.follow() : this.lookAround()));
    const title = el("h1", "", labels.class_code.replace("{code}", code));
    const bar = el("header", "class-bar", title, this.status, this.switch, this.link, this.another);
    this.main.append(this.notice, this.vote.node, this.part, this.following);
    document.body.classList.add("stage");
    document.body.append(bar, this.homework.node, this.main);
  }

  /**
   * @param {string} name
   * @param {any} event
   */
  take(name, event) {
    if (name === "hello") {
      this.homework.keep(event.homework);
      this.voter ||= keptVoter(this.code, event.voter);
      this.vote.sendAgain();
    } else if (name === "state") this.takeState(event);
    else if (name === "question") this.takeQuestion(event);
    else if (name === "tally") this.vote.takeTally(event);
    else if (name === "end") this.end();
  }

  /** @param {ClassState} state */
  takeState(state) {
    const isGathered = this.gathered >= 0 && state.gathered > this.gathered;
    this.gathered = state.gathered;
    this.state = state;
    if (state.stage !== undefined) this.stageData = state.stage;
    this.followed.take(state);
    this.drawPart(state);
    this.link.href = wayToApp(state.url, this.code);
    if (this.isFree && isGathered) this.callBack(this.labels.gathered);
    else if (this.isFree && state.asking) this.callBack(this.labels.asked);
    else if (this.isFree && !state.look) this.callBack(this.labels.look_ended);
    this.drawBar();
  }

  /**
   * Draw the part of the course or of a lesson that the lecturer presents.
   * @param {ClassState} state
   */
  drawPart({ part }) {
    const key = JSON.stringify(part ?? null);
    if (this.part.dataset.drawn === key) return;
    this.part.dataset.drawn = key;
    this.part.hidden = !part;
    const texts = (part?.sentences ?? []).map((each) => sentenceEl("p", "", each));
    this.part.replaceChildren(el("h2", "", part?.title ?? ""), ...texts);
  }

  /** @param {ClassQuestion} question */
  takeQuestion(question) {
    const isNew = question.id !== null && question.id !== this.vote.question?.id;
    this.vote.take(question);
    if (this.isFree && isNew) this.callBack(this.labels.asked);
    if (isNew) scrollTo({ top: 0 });
    this.drawBar();
    this.vote.sendPending();
  }

  /**
   * Follow again, and say why. What is typed stays: what the reader looked at is only put aside.
   * @param {string} why
   */
  callBack(why) {
    this.follow();
    setText(this.notice, why);
    this.notice.hidden = false;
    clearTimeout(this.noticeTimer);
    this.noticeTimer = setTimeout(() => {
      this.notice.hidden = true;
    }, NOTICE_FOR);
  }

  follow() {
    this.isFree = false;
    this.free?.setShown(false);
    this.freeBox.replaceWith(this.following);
    if (!this.following.isConnected) this.main.append(this.following);
    this.drawBar();
  }

  /** Stop following. The step and the page stay as they are, until the reader changes them. */
  lookAround() {
    const { state, stageData } = this;
    if (!state || !stageData) return;
    this.isFree = true;
    this.following.replaceWith(this.freeBox);
    if (this.freeKey !== stageData.run) {
      this.free?.destroy();
      this.freeKey = stageData.run;
      const folder = `records/${stageData.run}/${this.lang}`;
      this.free = new FreeStage(
        this.freeBox,
        (part) => classUrl(this.code, `${folder}/${part}`),
        () => this.callBack(this.labels.load_error),
      );
      this.free.open(stageData, state.step).catch(() => {
        this.freeKey = "";
        if (this.isFree) this.callBack(this.labels.load_error);
      });
    }
    this.free?.setShown(true);
    this.drawBar();
  }

  drawBar() {
    const { labels, connection, isFree, state } = this;
    const isOver = this.isOver || (state && this.gone >= ENDED); // a phone may sleep at the end
    const at = this.stageData && state ? fill(labels.at_step, { step: state.step }) : "";
    const mode = isFree ? labels.looking : [labels.following, at].filter(Boolean).join(" · ");
    const text = {
      connected: mode,
      lost: this.refusal || labels.offline,
      gone: isOver ? labels.over : state ? labels.offline : labels.unknown,
      waiting: labels.connecting,
    };
    setText(this.status, text[connection]);
    this.homework.setShown(connection === "gone");
    document.body.dataset.connection = connection;
    document.body.classList.toggle("is-free", isFree);
    const { question } = this.vote;
    const isAsked = question?.kind !== "word" && ["open", "closed"].includes(question?.state ?? "");
    document.body.classList.toggle("is-asked", isAsked);
    document.body.classList.toggle("is-asking", Boolean(state?.asking));
    const canLook = Boolean(state?.look && !state.asking && this.stageData && !isAsked);
    this.switch.hidden = !isFree && !canLook;
    // The full app shows counts and later steps, which would answer the question.
    this.link.hidden = isAsked || Boolean(state?.asking) || !state;
    this.another.hidden = connection !== "gone" || this.isOver || Boolean(state);
    this.followed.link.hidden = this.link.hidden;
    setText(this.switch, isFree ? labels.back : labels.look);
  }

  /**
   * @param {Connection} connection
   * @param {string} [why] the server refuses it
   */
  setConnection(connection, why = "") {
    this.connection = connection;
    this.refusal = why;
    this.gone = connection === "gone" ? this.gone + 1 : 0;
    this.drawBar(); // the question comes next, and then an answer that is kept is sent
  }

  /**
   * @param {ClassQuestion} question
   * @param {import("../../stage/types.d.ts").ClassAnswer} answer
   */
  async send(question, answer) {
    const body = { voter: this.voter, question: question.id, answer };
    const response = await request("POST", classUrl(this.code, "answer"), { body });
    if (response.ok) return "";
    if (response.status === 409) return this.labels.too_late;
    if (response.status === 400) return (await response.text()).trim();
    throw new Error(`${response.status} for an answer`); // sent again later
  }

  /**
   * Ask whether an answer is right, once that is no secret.
   * @param {ClassQuestion} question
   * @param {import("../../stage/types.d.ts").ClassAnswer} answer
   */
  async verdict(question, answer) {
    const url = `${classUrl(this.code, "result")}?${new URLSearchParams({ lang: this.lang })}`;
    const response = await request("POST", url, { body: { question: question.id, answer } });
    return response.ok ? response.json() : null;
  }

  end() {
    this.isOver = true;
    this.events.close();
    this.follow();
    this.setConnection("gone");
  }
}

/** @type {PageData} */
const data = JSON.parse(document.getElementById("class-data")?.textContent ?? "");
const pairing = takePairing(data.code);
const key = takeKey(data.code);
const lead = (/** @type {string} */ given) =>
  import("./class_remote.js").then(({ openRemote }) => openRemote(data, given));
if (pairing) {
  pairing.then(({ key: given, problem }) => {
    if (given) lead(given);
    else document.body.append(el("p", "class-problem", {}, problem || data.labels.load_error));
  });
} else if (key) lead(key);
else new Follower(data);
