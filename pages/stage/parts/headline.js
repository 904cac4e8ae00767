// The large line of a step with facts next to it, and the line of explanation below.

import { onProgress, progress } from "../core/guide_progress.js";
import { dueText } from "../core/reviews.js";
import { replaceContent, setContent, tokenChip } from "./chips.js";
import { el, setSentence, textWidth } from "./dom.js";

/**
 * @import { CourseLink, Fact, HeadlineData, StartData } from "../records.d.ts"
 * @import { EquationData, Tokens } from "../types.d.ts"
 */
/** @import { Pointing } from "./pointing.js" */

export class Headline {
  constructor(className = "merge headline") {
    this.line = el("div", "equation", { dir: "ltr" });
    this.facts = el("div", "facts");
    this.node = el("div", className, el("div", "equation-box", this.line), this.facts);
  }

  /** @param {HeadlineData} record */
  draw({ parts, rest = "", facts }) {
    if (parts) setContent(this.line, parts);
    else replaceContent(this.line, el("span", "rest", rest));
    const texts = (parts ?? []).map((part) =>
      typeof part === "string" ? ` ${part} ` : `${part[0]} `,
    );
    this.setWidth(texts.join(""));
    this.drawFacts(facts);
  }

  /**
   * Tell the style how wide the line is: a long line gets a smaller font and is not cut off.
   * @param {string} text
   */
  setWidth(text) {
    this.line.style.setProperty("--letters", String(textWidth(text)));
  }

  /** @param {Fact[]} facts */
  drawFacts(facts) {
    this.facts.replaceChildren(
      ...facts.map(([text, className]) => el("span", `fact ${className}`, text)),
    );
  }
}

/** A merge as one large equation. */
export class Equation extends Headline {
  /**
   * @param {Tokens & { course?: CourseLink }} head
   * @param {() => void} [onCourse] opens the course without loading the page again
   */
  constructor(head, onCourse) {
    super("merge");
    this.head = head;
    this.onCourse = onCourse;
    /** @type {HTMLElement | undefined} what step 0 shows */
    this.start = undefined;
    /** @type {HTMLElement | undefined} the link to the course, at step 0 */
    this.link = undefined;
    this.unlisten = () => {}; // ends the wait for progress
  }

  /**
   * @override
   * @param {EquationData} record
   */
  draw({ merge, start, facts }) {
    const { head } = this;
    const sign = (/** @type {string} */ text) => el("span", "sign", text);
    this.line.replaceChildren(
      ...(merge
        ? [
            tokenChip(head, merge[0]),
            sign("+"),
            tokenChip(head, merge[1]),
            sign("→"),
            tokenChip(head, merge[2], "token made"),
          ]
        : []),
    );
    this.drawStart(start);
    this.setWidth((merge ?? []).map((id) => head.tokens[id][0]).join(""));
    this.drawFacts(facts);
  }

  /**
   * Draw the words of the corpus before the first step, as they are written, and a sentence about them.
   * @param {StartData} [start]
   */
  drawStart(start) {
    this.start?.remove();
    this.link?.remove();
    this.unlisten();
    this.node.querySelector(".start-due")?.remove();
    this.start = start && el("div", "start");
    if (!start || !this.start) return;
    const line = el("div", "start-words flow");
    for (const [text, count] of start.words) {
      line.append(el("span", "start-word", el("bdi", "", text), el("span", "times", count)));
    }
    this.start.append(line, el("p", "start-about", start.about));
    this.node.prepend(this.start);
    if (!this.head.course || !this.onCourse) return;
    this.link = courseLink(this.head.course, this.onCourse);
    this.start.after(this.link);
    this.drawDue();
    const { course } = this.head;
    this.unlisten = onProgress(() => {
      if (!this.link?.isConnected) return this.unlisten();
      nameLink(this.link, course);
      this.drawDue();
    });
  }

  /** Draw the link to the questions that are due. */
  drawDue() {
    this.node.querySelector(".start-due")?.remove();
    if (this.head.course) this.link?.after(...dueLink(this.head.course));
  }
}

/**
 * The link to the course, or to the chapter where the reader was.
 * @param {CourseLink} labels
 * @param {() => void} onCourse
 */
function courseLink(labels, onCourse) {
  const link = el("a", "start-course filled", { href: "?part=start" });
  nameLink(link, labels);
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onCourse();
  });
  return link;
}

/**
 * @param {HTMLElement} link to the course
 * @param {CourseLink} labels
 */
function nameLink(link, labels) {
  const { place, parts } = progress();
  const done = Object.values(parts).filter((how) => how === "solved").length;
  const going = place?.chapter
    ? labels.continue.replace("{n}", String(place.chapter))
    : labels.finished;
  link.textContent = place ? going : labels.start;
  link.title = place ? labels.done.replace("{done}", String(done)) : labels.about;
}

/**
 * The link to the questions that are due, if there are any.
 * @param {CourseLink} labels
 */
function dueLink({ due }) {
  const text = dueText(due);
  if (!text) return [];
  const link = el("a", "start-due", { href: "?part=due", title: due[2] }, text);
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    dispatchEvent(new Event("open-review")); // `frame.js` opens it
  });
  return [link];
}

/**
 * One line of explanation: of what the reader points at, else of an answer, else of the step.
 * Its height never changes.
 */
export class Explanation {
  constructor() {
    this.answer = "";
    /** @type {HTMLElement | null} whether the answer is right */
    this.verdict = null;
    this.reason = el("p", "why", { dir: "ltr" });
    this.detail = el("p", "detail", { dir: "ltr" });
    /** @type {HTMLElement | null} behind the detail */
    this.link = null;
    this.node = el("div", "explanation", this.reason, this.detail);
    /** @type {Pointing | null} */
    this.pointing = null;
  }

  /**
   * Show a sentence about what the reader points at; if it is empty, the answer or the reason.
   * @param {string} sentence
   * @param {HTMLElement | null} [link] to more about it
   */
  setDetail(sentence, link = null) {
    const detail = sentence || this.answer;
    setSentence(this.detail, detail);
    this.link?.remove();
    this.link = link;
    if (link) this.detail.append(" ", link);
    this.node.classList.toggle("has-detail", Boolean(detail || link));
  }

  /**
   * Show the reason of a step that was just drawn, unless the reader still points at something.
   * @param {string} reason
   */
  drawStep(reason) {
    setSentence(this.reason, reason);
    this.answer = "";
    this.verdict?.remove();
    this.verdict = null;
    this.node.classList.remove("answered");
    this.setDetail("");
    this.pointing?.afterStep();
  }

  /**
   * Explain an answer, or say how to answer, until the next step.
   * @param {string} sentence
   * @param {HTMLElement} verdict whether the answer is right
   * @param {boolean} isAnswer
   */
  explainAnswer(sentence, verdict, isAnswer) {
    if (isAnswer) this.pointing?.onAnswer();
    this.answer = sentence;
    this.verdict = verdict;
    this.node.prepend(verdict);
    this.node.classList.add("answered");
    this.setDetail("");
  }
}
