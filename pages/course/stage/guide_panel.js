// The panel of the course: the open part between the chapters above and Back and Next below. It is
// outside Streamlit's app, so it stays while pages, settings and steps change.

import { nextOpenPart } from "../../stage/core/guide_data.js";
import { progress } from "../../stage/core/guide_progress.js";
import { loadStyles } from "../../stage/core/panel.js";
import { dueText } from "../../stage/core/reviews.js";
import { buttonEl, el, fill, signEl } from "../../stage/parts/dom.js";
import { underlineTerms } from "./glossary.js";
import { ending, isEndOfCourse, wayOn } from "./guide_ending.js";
import { Handle } from "./guide_handle.js";
import { languageLinks } from "./guide_languages.js";
import { MoreBelow } from "./guide_more.js";
import { PartView } from "./guide_part.js";

/** @import { OpenPart } from "../../stage/core/guide_data.js" */
/** @import { GuideData, PartData } from "../../stage/types.d.ts" */
/** @import { PartEvents } from "./guide_part.js" */

const MARKS = { solved: "✓", shown: "○" };

/**
 * @typedef {object} PanelEvents
 * @property {(part: string) => void} open called when the reader goes to another part
 * @property {() => void} again called when the reader starts the part again
 * @property {() => void} back called when the reader returns to the place of the part
 * @property {() => void} close
 * @property {() => boolean} openDue goes to what is due, and returns whether something is
 * @property {() => void} goOn goes to where the reader goes on in the course
 * @property {(page: string, query: URLSearchParams) => void} leave called when the reader goes to
 *   another page
 */

export class GuidePanel {
  /**
   * @param {GuideData} data
   * @param {PanelEvents} events
   */
  constructor(data, events) {
    const { labels } = data;
    this.data = data;
    this.events = events;
    /** @type {PartView | null} */
    this.view = null;
    this.host = el("div", "guide-host", { lang: data.lang });
    this.node = el("aside", "stage guide", { "aria-label": labels.panel });
    this.where = el("p", "where");
    const toggle = () => this.toggleChapters(this.list.hidden === true);
    const isClosed = { "aria-expanded": "false" };
    this.chapters = buttonEl("button chapters", labels.chapters, toggle, isClosed);
    const leave = signEl("button close", "×", labels.close, events.close);
    this.dots = el("div", "dots", { "aria-hidden": "true" });
    this.list = el("nav", "chapter-list", { "aria-label": labels.chapters, hidden: true });
    this.body = el("div", "part-box");
    this.due = el("div", "next-due"); // below the part
    this.return = buttonEl("way filled return", labels.return, events.back, { hidden: true });
    this.isElsewhere = false; // whether the reader is at another page than the open part
    /** @type {string | null} */
    this.settings = null; // of the page, when the open part had brought the reader there
    this.markNow = () => {}; // marks on the stage what the open part is about
    this.back = buttonEl("button back", labels.back, () => this.goBack());
    this.next = buttonEl("button next", labels.next, () => this.goOn());
    this.again = signEl("button again", "↺", labels.again, events.again);
    const bottom = el("div", "bottom", this.back, this.again, this.next);
    this.handle = new Handle(this.node, this.body, labels);
    this.more = new MoreBelow(this.node, labels.more_below);
    const top = el("div", "guide-top", this.chapters, this.where, this.more.node, leave);
    this.node.append(this.handle.node, top, this.dots, this.list, this.return, this.body, bottom);
    this.node.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || this.list.hidden) return;
      this.toggleChapters(false);
      this.chapters.focus();
      event.preventDefault();
      event.stopPropagation();
    });
    const root = this.host.attachShadow({ mode: "open" });
    /** @type {OpenPart | null} */
    this.opened = null;
    this.isAtEnd = false; // whether the end of the chapter is shown
    this.isCompleted = false; // whether the last answer was that of the last open part
    this.isReview = false; // whether the open part came back because it was missed
    this.isHeld = false; // whether the steps wait for an answer
    this.step = 0; // of the stage
    this.isToScroll = false; // whether what the open part highlights was not in sight yet
    /** @type {import("../../stage/core/guide_marks.js").Marked | null} what the open part does with the stage */
    this.marked = null;
    this.ready = loadStyles(root, ["stage.css", "guide_panel.css"]).then(() => {
      root.append(this.node);
    });
    document.body.append(this.host);
  }

  /**
   * @param {OpenPart} opened
   * @param {PartEvents} events
   */
  draw(opened, events) {
    const { labels } = this.data;
    const { part, chapter } = opened;
    this.opened = opened;
    this.view?.end();
    this.view = new PartView(part, labels, {
      ...events,
      onNext: () => this.next.click(),
      onHint: () => {
        events.onHint();
        this.handle.share(true);
      },
      onFinish: (how) => {
        const wasOpen = nextOpenPart() !== null;
        events.onFinish(how);
        this.handle.share(true);
        this.isCompleted = wasOpen && nextOpenPart() === null;
        this.drawProgress();
      },
    });
    const number = chapter.parts.indexOf(part) + 1;
    const position = fill(labels.position, { n: number, all: chapter.parts.length });
    underlineTerms(this.view.text, this.data.terms);
    this.where.replaceChildren(
      el("b", "", fill(labels.chapter, { n: opened.number })),
      el("span", "", position),
    );
    this.where.title = chapter.title;
    this.isAtEnd = this.isCompleted = false;
    this.body.replaceChildren(
      ...(chapter.parts[0] === part ? [el("p", "chapter-title", chapter.title)] : []),
      this.view.node,
      this.due,
    );
    this.view.restore();
    this.body.scrollTop = 0;
    this.handle.follow(this.view.node);
    this.handle.share(!part.task || part.marks.length > 0 || this.view.isFinished);
    this.again.hidden = false;
    this.toggleChapters(false);
    this.drawProgress();
  }

  /** Draw which parts are finished: in the dots and in the open list. */
  drawProgress() {
    const { opened } = this;
    if (!opened) return;
    const { parts } = progress();
    const { part, chapter } = opened;
    this.dots.replaceChildren(
      ...chapter.parts.map((each) => {
        const dot = el("span", `dot ${parts[each.name] ?? ""}`);
        dot.classList.toggle("here", each === part);
        return dot;
      }),
    );
    if (!this.list.hidden) this.drawChapters();
    this.drawDue();
    this.drawWays();
  }

  /** Offer what is due, or after a review the part where the reader goes on. */
  drawDue() {
    const { due: labels, labels: texts } = this.data;
    const { place } = progress();
    const due = labels && this.view?.isFinished ? dueText(labels) : "";
    const goesOn = labels && this.view?.isFinished && this.isReview && place?.chapter;
    const text = due || (goesOn ? fill(texts.continue, { n: place.chapter }) : "");
    const goOn = () => this.events.openDue() || this.events.goOn();
    const why = due && labels ? [el("p", "", labels[2])] : [];
    this.due.replaceChildren(...(text ? [...why, buttonEl("way", text, goOn)] : []));
  }

  /** Draw Back and Next. */
  drawWays() {
    const { opened, next } = this;
    if (!opened) return;
    const { labels } = this.data;
    const on = this.wayOn();
    const isLast = isEndOfCourse(this.data, opened.chapter, this.isCompleted);
    const end = isLast ? labels.end_of_course : labels.end;
    this.back.disabled = !opened.back && !this.isAtEnd;
    next.textContent = on?.text ?? (this.leadsToEnd() ? end : labels.next);
    next.hidden = this.isAtEnd ? !on : !opened.next && !this.leadsToEnd();
    next.classList.toggle("labelled", Boolean(on || progress().parts[opened.part.name]));
  }

  /** Whether the end of the chapter follows the open part. A teacher's lesson has none. */
  leadsToEnd() {
    const { part, chapter } = this.opened ?? {};
    const isLast = chapter?.parts.at(-1) === part || this.isCompleted;
    return isLast && Boolean(chapter?.can_do) && !this.isAtEnd;
  }

  /** Where the end of a chapter leads to; null elsewhere, and at the end of the course. */
  wayOn() {
    const { opened, data } = this;
    return opened && this.isAtEnd && !this.isCompleted ? wayOn(data, opened.chapter) : null;
  }

  goOn() {
    const { opened } = this;
    if (!opened) return;
    const way = this.wayOn();
    const on = this.isAtEnd ? way?.next.part.name : opened.next;
    if (this.leadsToEnd()) this.showEnding();
    else if (way?.free) this.events.leave(way.free.page, new URLSearchParams(way.free.query));
    else if (on) this.events.open(on);
  }

  goBack() {
    const to = this.isAtEnd ? this.opened?.part.name : this.opened?.back;
    if (to) this.events.open(to);
  }

  /** @param {boolean} isElsewhere whether the reader is at another page than the open part */
  showElsewhere(isElsewhere) {
    this.isElsewhere = isElsewhere;
    this.return.hidden = !isElsewhere;
  }

  /**
   * Show the end of the chapter in place of its last part.
   * @param {boolean} [isCompleted] whether the last answer was that of the last open part
   */
  showEnding(isCompleted = this.isCompleted) {
    if (!this.opened) return;
    this.view?.end();
    this.isCompleted = isCompleted;
    this.isAtEnd = this.again.hidden = true;
    const node = ending(this.data, this.opened.chapter, this.isCompleted, this.events);
    this.body.replaceChildren(node, this.due);
    this.body.scrollTop = 0;
    this.where.lastChild?.remove(); // it is no part
    this.markNow();
    this.handle.follow(node);
    this.handle.share(false);
    this.drawWays();
    this.body.querySelector("h2")?.focus({ preventScroll: true });
  }

  /** @param {boolean} isOpen */
  toggleChapters(isOpen) {
    this.list.hidden = !isOpen;
    this.body.hidden = isOpen;
    this.chapters.ariaExpanded = String(isOpen);
    if (!isOpen) return;
    this.drawChapters();
    this.list.querySelector(".entry[aria-current]")?.scrollIntoView({ block: "center" });
  }

  drawChapters() {
    const { parts } = progress();
    const { labels, chapters } = this.data;
    const languages = languageLinks(this.opened?.part.name ?? "");
    this.list.replaceChildren(
      ...(languages ? [languages] : []),
      ...chapters.map((chapter, i) => {
        const done = chapter.parts.filter(({ name }) => parts[name] === "solved").length;
        const score = fill(labels.of_parts, { done, all: chapter.parts.length });
        const open = chapter === this.opened?.chapter;
        const entries = chapter.parts.map((part) => this.entry(part, parts[part.name]));
        const head = el("summary", "", [
          el("b", "", fill(labels.chapter, { n: i + 1 })),
          el("span", "name", chapter.title),
          el("span", "score", score),
        ]);
        const content = [head, el("ol", "", entries), this.worksheetButton(chapter.name)];
        return el("details", "chapter", { open }, content);
      }),
    );
  }

  /** @param {string} chapter its name; "lesson" for a teacher's lesson */
  worksheetButton(chapter) {
    const { labels, lang } = this.data;
    const button = buttonEl("button print", labels.worksheet, async () => {
      const lesson = new URLSearchParams(location.search).get("lesson") ?? "";
      const { printWorksheet } = await import("./worksheet.js");
      /** @type {Record<string, string>} */
      const query = chapter === "lesson" ? { lesson } : { chapter };
      await printWorksheet(lang, query).catch(() => {
        button.textContent = labels.failed;
      });
    });
    return button;
  }

  /**
   * A part in the list of chapters.
   * @param {PartData} part
   * @param {"solved" | "shown" | undefined} how
   */
  entry(part, how) {
    const { labels } = this.data;
    const button = buttonEl("entry", "", () => this.events.open(part.name));
    const state = how ? labels[how] : labels.open;
    button.append(
      el(
        "span",
        `state ${how ?? ""}`,
        { title: state, role: "img", "aria-label": state },
        how ? MARKS[how] : "",
      ),
      el("span", "", part.title),
    );
    if (part === this.opened?.part) button.setAttribute("aria-current", "step");
    return el("li", "", button);
  }

  /** Take the panel away. */
  remove() {
    this.view?.end();
    this.handle.end();
    this.more.end();
    this.host.remove();
  }
}
