// The end of a chapter: what the reader can do now, the score, what was missed, and two ways on.

import { nextOpenPart } from "../../stage/core/guide_data.js";
import { progress } from "../../stage/core/guide_progress.js";
import { pageLink } from "../../stage/core/page_link.js";
import { buttonEl, el, fill } from "../../stage/parts/dom.js";

/** @import { ChapterData, GuideData } from "../../stage/types.d.ts" */

/**
 * @typedef {object} EndingEvents
 * @property {(part: string) => void} open called when the reader goes to a part
 * @property {(query: URLSearchParams) => void} practice called when the reader goes to a question
 */

/**
 * What follows the last part of a chapter. Before that part is finished, it only says what the reader
 * will be able to do.
 * @param {GuideData} data
 * @param {ChapterData} chapter
 * @param {EndingEvents} events
 */
export function ending(data, chapter, events) {
  const { labels } = data;
  const { parts } = progress();
  const isComplete = chapter.parts.every(({ name }) => parts[name]);
  const title = isComplete ? labels.can_do : labels.can_do_later;
  /** @type {HTMLElement[]} */
  const node = [el("b", "", title), el("p", "", chapter.can_do)];
  const last = chapter.parts.at(-1);
  if (!last || !parts[last.name]) return node;
  const missed = chapter.parts.filter(({ name }) => parts[name] !== "solved");
  const solved = chapter.parts.length - missed.length;
  const score = fill(labels.of_parts, { done: solved, all: chapter.parts.length });
  node.push(el("p", "chapter-score", score));
  if (missed.length) {
    const links = missed.map((part) =>
      el(
        "li",
        "",
        buttonEl("entry", part.title, () => events.open(part.name)),
      ),
    );
    node.push(el("b", "", labels.missed), el("ul", "missed", links));
  }
  node.push(el("div", "ways", waysOn(data, chapter, events)));
  return node;
}

/**
 * Questions about what the chapter teaches, and the next chapter that is not finished.
 * @param {GuideData} data
 * @param {ChapterData} chapter
 * @param {EndingEvents} events
 */
function waysOn(data, chapter, events) {
  const { labels, lang } = data;
  const { parts } = progress();
  const { skills = [] } = chapter;
  const missed = skills.filter(({ part }) => parts[part] !== "solved");
  /** @type {HTMLElement[]} */
  const ways = (missed.length ? missed : skills).map(({ name, position }) => {
    const query = new URLSearchParams({ position: String(position), lang });
    const link = el(
      "a",
      "way",
      { href: pageLink("practice", query) },
      fill(labels.practice, { name }),
    );
    link.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      events.practice(query);
    });
    return link;
  });
  const next = nextOpenPart(chapter);
  if (!next) return [...ways, ...wholeCourse(data)];
  const text = fill(labels.next_chapter, { n: next.number, title: next.chapter.title });
  const go = buttonEl("way filled next-chapter", text, () => events.open(next.part.name));
  return [...ways, go];
}

/**
 * After the last chapter: what the reader can do now, and a page to keep.
 * @param {GuideData} data
 */
function wholeCourse(data) {
  const { labels, chapters } = data;
  const print = async () => {
    const { printResult } = await import("./guide_result.js");
    await printResult(data);
  };
  return [
    el("b", "", labels.finished),
    el(
      "ul",
      "abilities",
      chapters.map(({ can_do: can }) => el("li", "", can)),
    ),
    buttonEl("way filled print-result", labels.print_result, print),
  ];
}
