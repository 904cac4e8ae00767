// What teachers find on the lesson page besides the editor: the ready lecture, and their students'
// results.

import { collectResults } from "../../practice/stage/class_homework.js";
import { buttonEl, el } from "../../stage/parts/dom.js";

/** @import { LessonPageData } from "../../stage/records.d.ts" */

/**
 * The ready lecture. A click puts it into the link, and the page then shows it as its lesson.
 * @param {Record<string, string>} labels
 * @param {() => void} onOpen
 */
export function lectureSection(labels, onOpen) {
  return el("section", "ready", { id: "lecture" }, [
    el("h2", "", labels.lecture),
    el("p", "about", labels.lecture_about),
    el("div", "actions flow", buttonEl("button primary filled", labels.open_lecture, onOpen)),
  ]);
}

/**
 * Where a lecturer reads the files of students, without a class.
 * @param {LessonPageData} data
 */
export function resultsSection({ labels, results }) {
  return el("section", "read-results", { id: "results" }, [
    el("h2", "", labels.results),
    el("p", "about", labels.results_about),
    collectResults(results),
  ]);
}

/**
 * Scroll to the lesson that was just opened, and focus how it starts.
 * @param {HTMLElement} frame
 */
export function showLesson(frame) {
  requestAnimationFrame(() => {
    frame.querySelector(".teacher")?.scrollIntoView();
    /** @type {HTMLElement | null} */ (frame.querySelector(".teacher .open"))?.focus();
  });
}
