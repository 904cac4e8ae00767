// The panel of the course: the open part between the chapters above and Back and Next below. It is
// outside Streamlit's app, so it stays while pages, settings and steps change.

import { progress } from "../../stage/core/guide_progress.js";
import { loadStyles } from "../../stage/core/panel.js";
import { dueText } from "../../stage/core/reviews.js";
import { buttonEl, el, fill, signEl } from "../../stage/parts/dom.js";
import { underlineTerms } from "./glossary.js";
import { ending } from "./guide_ending.js";
import { Handle } from "./guide_handle.js";
import { languageLinks } from "./guide_languages.js";
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
 * @property {() => boolean} openDue goes to what is due
 * @property {(query: URLSearchParams) => void} practice called when the reader goes to a question of
 *   Practice
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
    const top = el("div", "guide-top", this.chapters, this.where, leave);
    this.dots = el("div", "dots", { "aria-hidden": "true" });
    this.list = el("nav", "chapter-list", { "aria-label": labels.chapters, hidden: true });
    this.body = el("div", "part-box");
    this.return = buttonEl("way filled return", labels.return, events.back, { hidden: true });
    this.isElsewhere = false; // whether the reader is at another page than the open part
    this.markNow = () => {}; // marks on the stage what the open part is about
    this.back = buttonEl("button back", labels.back, () => {
      if (this.opened?.back) events.open(this.opened.back);
    });
    this.next = buttonEl("button next", labels.next, () => this.goOn());
    const again = signEl("button again", "↺", labels.again, events.again);
    const bottom = el("div", "bottom", this.back, again, this.next);
    this.handle = new Handle(this.node, this.body, labels);
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
    this.isHeld = false; // whether the steps wait for an answer
    this.isToScroll = false; // whether what the open part highlights was not in sight yet
    /** @type {string[]} the selectors of what the open part highlights */
    this.marked = [];
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
      onFinish: (how) => {
        events.onFinish(how);
        this.drawProgress();
        this.showEnding();
      },
    });
    const number = chapter.parts.indexOf(part) + 1;
    const position = fill(labels.position, { n: number, all: chapter.parts.length });
    underlineTerms(this.view.text, this.data.terms, labels);
    this.where.replaceChildren(
      el("b", "", fill(labels.chapter, { n: opened.number })),
      el("span", "", position),
    );
    this.where.title = chapter.title;
    const ability = el("div", "can-do");
    const isLast = chapter.parts.at(-1) === part;
    this.ability = isLast && chapter.can_do ? ability : null;
    this.due = buttonEl("way next-due", "", this.events.openDue, { hidden: true });
    this.body.replaceChildren(
      ...(chapter.parts[0] === part ? [el("p", "chapter-title", chapter.title)] : []),
      this.view.node,
      ability,
      this.due,
    );
    this.view.restore();
    this.body.scrollTop = 0;
    this.handle.follow(this.view.node);
    this.back.disabled = !opened.back;
    this.toggleChapters(false);
    this.drawProgress();
  }

  /** Draw which parts are finished: in the dots, below the last part, and in the open list. */
  drawProgress() {
    const { opened, data } = this;
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
    const due = data.due && this.view?.isFinished ? dueText(data.due) : "";
    if (this.due) Object.assign(this.due, { textContent: due, hidden: !due });
    this.ability?.replaceChildren(...ending(data, chapter, this.events));
    if (!this.list.hidden) this.drawChapters();
    this.drawNext();
    requestAnimationFrame(() => this.drawNext()); // what is said about an answer has its place
  }

  drawNext() {
    const { part, next } = this.opened ?? {};
    const leadsOn = Boolean(next || this.hidesEnd());
    this.next.disabled = !leadsOn;
    this.next.classList.toggle("labelled", leadsOn && Boolean(part && progress().parts[part.name]));
  }

  /** Whether a finished chapter has its end out of sight. */
  hidesEnd() {
    const score = this.ability?.querySelector(".chapter-score");
    if (!score || !this.view?.isFinished) return false;
    return score.getBoundingClientRect().bottom > this.body.getBoundingClientRect().bottom + 1;
  }

  /** Go to the next part. At the end of a chapter, show the end first. */
  goOn() {
    const next = this.opened?.next;
    if (!this.hidesEnd()) {
      if (next) this.events.open(next);
      return;
    }
    if (!this.handle.node.hidden) this.handle.set(true);
    this.ability?.scrollIntoView();
    this.drawNext();
  }

  /** @param {boolean} isElsewhere whether the reader is at another page than the open part */
  showElsewhere(isElsewhere) {
    this.isElsewhere = isElsewhere;
    this.return.hidden = !isElsewhere;
  }

  /** Scroll to the end of a chapter, as far as what was said about the answer stays in sight. */
  showEnding() {
    const said = this.view?.feedback;
    if (!this.ability || !said) return;
    const { top, bottom } = this.body.getBoundingClientRect();
    const hidden = this.body.scrollHeight - this.body.scrollTop - (bottom - top);
    this.body.scrollTop += Math.max(0, Math.min(hidden, said.getBoundingClientRect().top - top));
  }

  /** @param {boolean} isOpen */
  toggleChapters(isOpen) {
    this.list.hidden = !isOpen;
    this.body.hidden = isOpen;
    this.chapters.ariaExpanded = String(isOpen);
    if (isOpen) this.drawChapters();
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
    this.host.remove();
  }
}
