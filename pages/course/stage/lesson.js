// The overview of the course and of lessons: the teacher's lesson of the link, the chapters with the
// reader's progress, the editor, and the glossary.

import { platformBox } from "../../settings/stage/platform_downloads.js";
import {
  exportedProgress,
  importProgress,
  onProgress,
  progress,
  resetProgress,
} from "../../stage/core/guide_progress.js";
import { pageLink } from "../../stage/core/page_link.js";
import { panel } from "../../stage/core/panel.js";
import { confirmButton } from "../../stage/parts/confirm_button.js";
import { buttonEl, el, saveFile, sentenceEl } from "../../stage/parts/dom.js";
import { otherForms } from "./glossary.js";
import { LessonEditor } from "./lesson_editor.js";
import { presentLesson } from "./lesson_presenter.js";
import { lectureSection, resultsSection, showLesson } from "./lesson_teacher.js";
import { openGuide } from "./open_guide.js";

/**
 * @import { LessonPageData } from "../../stage/records.d.ts"
 * @import { GuideData } from "../../stage/types.d.ts"
 * @import { Send } from "../../stage/core/panel.js"
 */

/**
 * @typedef {object} State
 * @property {LessonEditor} editor
 * @property {Promise<GuideData>} course
 * @property {string} lang of the course
 * @property {() => void} end
 * @property {boolean} isOpening whether the ready lecture was asked for
 * @property {string} lesson that was drawn last
 * @property {HTMLElement} results
 */

const MAX_PROGRESS = 200_000; // bytes of a file; Practice sends its skills in one message

/**
 * A link that opens a part in the panel. Without the panel's code, it loads the app at the part.
 * @param {string} className
 * @param {string} text
 * @param {string} part
 * @param {string} query
 */
function partLink(className, text, part, query) {
  const link = el("a", className, { href: pageLink("", `${query}part=${part}`) }, text);
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    openGuide(part);
  });
  return link;
}

/**
 * What can be done with the lesson of the link.
 * @param {LessonPageData} data
 */
function lessonActions({ labels, lesson, lang, draft }) {
  const present = buttonEl("button", labels.present, () => {
    presentLesson();
    openGuide("1");
  });
  const actions = [
    partLink("open filled", labels.start_lesson, "1", `lesson=${lesson}&lang=${lang}&`),
    present,
    worksheetButton(labels, lang, { lesson }),
  ];
  const hasQuestions = draft.some(({ question }) => question);
  return hasQuestions
    ? [...actions, platformBox(labels, lang, "lesson", () => ({ lesson }))]
    : actions;
}

/** @param {LessonPageData} data */
function lessonSection(data) {
  const { labels, lesson, lang, draft } = data;
  const query = `lesson=${lesson}&lang=${lang}&`;
  const items = draft.map(({ title, sentence }, i) => {
    const name = title && [el("b", "", title), " "];
    const text = el("span", "sentence", { dir: "auto" }, name, sentence);
    return el("li", "", text, partLink("open filled", labels.open, String(i + 1), query));
  });
  return el("section", "teacher", [
    el("h2", "", labels.lesson),
    el("p", "about", labels.lesson_about),
    el("div", "actions flow", lessonActions(data)),
    el("ol", "lesson", items),
  ]);
}

/**
 * @param {Record<string, string>} labels
 * @param {string} lang
 * @param {Record<string, string>} query
 */
function worksheetButton(labels, lang, query) {
  const button = buttonEl("button print", labels.worksheet, async () => {
    const { printWorksheet } = await import("./worksheet.js");
    await printWorksheet(lang, query).catch(() => {
      button.textContent = labels.failed_load;
    });
  });
  return button;
}

/**
 * The button that takes the progress of a file.
 * @param {Record<string, string>} labels
 */
function importButton(labels) {
  const said = el("span", "imported", { role: "status" });
  const field = el("input", "", { type: "file", accept: ".json,application/json", hidden: true });
  field.addEventListener("change", async () => {
    const [file] = field.files ?? [];
    field.value = ""; // the same file can be chosen again
    const text = file && file.size <= MAX_PROGRESS ? await file.text() : "";
    if (!importProgress(text)) said.textContent = labels.damaged;
  });
  const button = buttonEl("button", labels.import, () => field.click());
  return el("span", "import flow", button, field, said);
}

/**
 * @param {LessonPageData} page
 * @param {GuideData} course
 */
function chapterSection({ labels, lang }, course) {
  const { parts, place } = progress();
  const query = `lang=${lang}&`;
  const chapter = place?.chapter;
  const goOn = chapter ? labels.continue.replace("{n}", String(chapter)) : "";
  const start =
    chapter !== 0 && partLink("open first filled", goOn || labels.start, "start", query);
  const firstPart = course.chapters[0].parts[0].name;
  const again = place && partLink("again", labels.start, firstPart, query);
  const items = course.chapters.map((chapter, i) => {
    const solved = chapter.parts.filter(({ name }) => parts[name] === "solved").length;
    const all = chapter.parts.length;
    const score = course.labels.of_parts
      .replace("{done}", String(solved))
      .replace("{all}", String(all));
    const number = course.labels.chapter.replace("{n}", String(i + 1));
    const title = partLink("chapter-title", chapter.title, chapter.parts[0].name, query);
    const names = chapter.parts.map((part) =>
      el("li", parts[part.name] ?? "", partLink("part", part.title, part.name, query)),
    );
    return el("li", "chapter", { id: `chapter-${chapter.name}` }, [
      el("h3", "", el("span", "chapter-number", number), title),
      sentenceEl("p", "can-do", chapter.can_do),
      el("progress", "", { value: solved, max: all, "aria-hidden": "true" }),
      el("details", "parts", el("summary", "", score), el("ol", "", names)),
      worksheetButton(labels, lang, { chapter: chapter.name }),
      platformBox(labels, lang, "worksheet", () => ({ chapter: chapter.name })),
    ]);
  });
  const save = () => saveFile("progress.json", "application/json", exportedProgress());
  const reset = confirmButton(labels.reset, labels.reset_question, resetProgress);
  return el("section", "chapters", [
    el("h2", "", labels.course),
    el("p", "about", labels.course_about),
    el("div", "actions flow", start, again),
    el("ol", "overview", items),
    el("p", "about", labels.kept),
    el("div", "actions flow", buttonEl("button", labels.export, save), importButton(labels), reset),
  ]);
}

/**
 * @param {LessonPageData} page
 * @param {GuideData} course
 */
function glossarySection({ labels }, { terms }) {
  const section = el("section", "glossary", { id: "glossary" });
  const list = el("dl", "terms");
  for (const term of terms) {
    const name = el("dt", "", { id: `term-${term.name}` }, term.forms[0], ...otherForms(term));
    const link = el(
      "a",
      "",
      { href: pageLink(term.page, term.query), target: "_blank" },
      labels.see,
    );
    link.setAttribute("aria-label", `${labels.see}: ${term.forms[0]}`);
    list.append(name, el("dd", "", `${term.sentence} `, link));
  }
  section.append(el("h2", "", labels.glossary), list);
  return section;
}

/**
 * The record of the course.
 * @param {string} lang
 * @returns {Promise<GuideData>}
 */
async function loadCourse(lang) {
  const response = await fetch(new URL(`guide/${lang}/course`, import.meta.url));
  if (!response.ok) throw new Error(`${response.status} for the course`);
  return response.json();
}

/**
 * @param {LessonPageData} data
 * @param {Partial<State>} state
 * @param {Send} send
 */
function draw(data, state, send) {
  const { labels, lang, lesson } = data;
  const frame = el("div", "stage lesson-page");
  if (lesson) frame.append(lessonSection(data));
  const [chapters, glossary] = [el("div", "waiting"), el("div")];
  chapters.append(el("p", "about", { role: "status" }, labels.loading));
  state.editor ??= new LessonEditor(data, {
    send: (text) => send("lesson", { text, at: Date.now() }),
    actions: lessonActions,
  });
  state.editor.accept(data);
  const isNew = state.lang !== lang;
  if (isNew || !state.results) state.results = resultsSection(data); // else what was read stays
  const lecture = lectureSection(labels, () => {
    state.isOpening = true;
    send("lecture", Date.now());
  });
  frame.append(chapters, lecture, state.editor.node, state.results, glossary);
  if (state.isOpening && lesson && lesson !== state.lesson) {
    state.isOpening = false;
    showLesson(frame);
  }
  state.lesson = lesson;
  if (isNew) state.course = loadCourse(lang);
  state.lang = lang;
  state.course?.then(
    (course) => {
      const drawChapters = () => chapters.replaceChildren(chapterSection(data, course));
      drawChapters();
      state.end = onProgress(drawChapters);
      glossary.replaceChildren(glossarySection(data, course));
      const id = decodeURIComponent(location.hash.slice(1));
      if (id) frame.querySelector(`#${CSS.escape(id)}`)?.scrollIntoView();
    },
    () => {
      state.lang = ""; // the next change tries again
      chapters.replaceChildren(el("p", "about", labels.failed_load));
    },
  );
  return frame;
}

const STYLES = ["stage.css", "lesson.css", "platform_downloads.css", "class_common.css"];

export const { update, unmount } = panel(draw, STYLES);
