// The end of a chapter, in place of a part: what the reader can do now, the score, what was missed, and
// the ways on: practice, own words, and the next chapter. The end of the course.

import { findPart, nextOpenPart } from "../../stage/core/guide_data.js";
import { progress } from "../../stage/core/guide_progress.js";
import { pageLink } from "../../stage/core/page_link.js";
import { buttonEl, el, fill } from "../../stage/parts/dom.js";
import { isFinished } from "./guide_place.js";

/** @import { ChapterData, GuideData } from "../../stage/types.d.ts" */
/** @import { OpenPart } from "../../stage/core/guide_data.js" */

/**
 * @typedef {object} EndingEvents
 * @property {(part: string) => void} open called when the reader goes to a part
 * @property {(page: string, query: URLSearchParams) => void} leave called when the reader goes to
 *   another page
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
  const ways = [
    ...practiceLinks(data, chapter, events),
    ...otherWay(data, chapter, isCompleted, events),
  ];
  node.append(el("div", "ways", ways));
  return node;
}

/**
 * Of own words and the next chapter, what the large button does not offer.
 * @param {GuideData} data
 * @param {ChapterData} chapter
 * @param {boolean} isCompleted whether the last answer was that of the last open part
 * @param {EndingEvents} events
 */
function otherWay(data, chapter, isCompleted, events) {
  const { labels } = data;
  const on = isCompleted ? null : wayOn(data, chapter);
  if (on?.free) {
    return [buttonEl("way", chapterText(labels, on.next), () => events.open(on.next.part.name))];
  }
  if (!chapter.free) return [];
  const { page, query } = chapter.free;
  return [wayLink(labels.own_words, page, new URLSearchParams(query), events)];
}

/**
 * @param {Record<string, string>} labels
 * @param {OpenPart} next
 */
const chapterText = (labels, { number, chapter }) =>
  fill(labels.next_chapter, { n: number, title: chapter.title });

/**
 * A link that closes the course and opens another page.
 * @param {string} text
 * @param {string} page
 * @param {URLSearchParams} query
 * @param {EndingEvents} events
 */
function wayLink(text, page, query, events) {
  const link = el("a", "way", { href: pageLink(page, query) }, text);
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    events.leave(page, query);
  });
  return link;
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
 * Where a reader goes on from the end of a chapter: the next open part, or the next chapter. The last
 * chapter leads to own words, if the open parts are in earlier ones. Null at the end of the course.
 * @param {GuideData} data
 * @param {ChapterData} chapter
 */
export function wayOn({ labels }, chapter) {
  const last = chapter.parts.at(-1)?.name ?? "";
  const next = nextOpenPart(last) ?? findPart(findPart(last)?.next);
  if (!next) return null;
  const isHere = next.chapter === chapter;
  const isLast = !findPart(last)?.next;
  const free = isLast && !isHere && !isFinished() ? chapter.free : null;
  const onward = isHere ? next.part.title : chapterText(labels, next);
  return { next, free, text: free ? labels.own_words : onward };
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
    return wayLink(fill(labels.practice, { name }), "practice", query, events);
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
