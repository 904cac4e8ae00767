// The end of a chapter, in place of a part: what the reader can do now, the score, what was missed, and
// two ways on: practice, and the next chapter. The end of the course.

import { findPart, nextOpenPart } from "../../stage/core/guide_data.js";
import { progress } from "../../stage/core/guide_progress.js";
import { pageLink } from "../../stage/core/page_link.js";
import { buttonEl, el, fill } from "../../stage/parts/dom.js";
import { isFinished } from "./guide_place.js";

/** @import { ChapterData, GuideData } from "../../stage/types.d.ts" */

/**
 * @typedef {object} EndingEvents
 * @property {(part: string) => void} open called when the reader goes to a part
 * @property {(query: URLSearchParams) => void} practice called when the reader goes to a question
 */

/**
 * What follows the last part of a chapter: what the reader can do, the score, what was missed, and
 * questions of Practice about it. At the end of the course, first what all of it was for.
 * @param {GuideData} data
 * @param {ChapterData} chapter
 * @param {boolean} isCompleted whether the last answer was that of the last open part
 * @param {EndingEvents} events
 */
export function ending(data, chapter, isCompleted, events) {
  const { labels } = data;
  const { parts } = progress();
  const missed = chapter.parts.filter(({ name }) => parts[name] !== "solved");
  const solved = chapter.parts.length - missed.length;
  const score = fill(labels.of_parts, { done: solved, all: chapter.parts.length });
  const isComplete = chapter.parts.every(({ name }) => parts[name]);
  const title = isComplete ? labels.can_do : labels.can_do_later;
  const node = el("div", "ending");
  if (isEndOfCourse(data, chapter, isCompleted))
    node.append(...endOfCourse(data), el("b", "", chapter.title));
  else node.append(titleEl(title), el("p", "", chapter.can_do));
  node.append(el("p", "chapter-score", score));
  if (missed.length) {
    const links = missed.map((part) =>
      el(
        "li",
        "",
        buttonEl("entry", part.title, () => events.open(part.name)),
      ),
    );
    node.append(el("b", "", labels.missed), el("ul", "missed", links));
  }
  node.append(el("div", "ways", practiceLinks(data, chapter, events)));
  return node;
}

/**
 * Whether the end of a chapter is that of the course.
 * @param {GuideData} data
 * @param {ChapterData} chapter
 * @param {boolean} isCompleted whether the last answer was that of the last open part
 */
export function isEndOfCourse({ chapters }, chapter, isCompleted) {
  return isFinished() && (isCompleted || chapter === chapters.at(-1));
}

/** @param {string} text */
const titleEl = (text) => el("h2", "part-title", { tabindex: -1 }, text);

/**
 * The part to which a reader goes on from the end of a chapter: the next open one, or the next chapter.
 * Null at the end of the course.
 * @param {GuideData} data
 * @param {ChapterData} chapter
 */
export function wayOn({ labels }, chapter) {
  const last = chapter.parts.at(-1)?.name ?? "";
  const next = nextOpenPart(last) ?? findPart(findPart(last)?.next);
  if (!next) return null;
  const ofChapter = fill(labels.next_chapter, { n: next.number, title: next.chapter.title });
  return {
    part: next.part.name,
    text: next.chapter === chapter ? next.part.title : ofChapter,
  };
}

/**
 * Questions of Practice about what was missed in a chapter; without that, about all it teaches.
 * @param {GuideData} data
 * @param {ChapterData} chapter
 * @param {EndingEvents} events
 */
function practiceLinks({ labels, lang }, { skills = [] }, events) {
  const { parts } = progress();
  const missed = skills.filter(({ part }) => parts[part] !== "solved");
  return (missed.length ? missed : skills).map(({ name, position }) => {
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
}

/**
 * After the last chapter: what the reader can do now, and a page to keep.
 * @param {GuideData} data
 */
function endOfCourse(data) {
  const { labels, chapters } = data;
  const print = async () => {
    const { printResult } = await import("./guide_result.js");
    await printResult(data);
  };
  return [
    titleEl(labels.finished),
    el(
      "ul",
      "abilities",
      chapters.map(({ can_do: can }) => el("li", "", can)),
    ),
    el("div", "ways", buttonEl("way filled print-result", labels.print_result, print)),
  ];
}
