// What students' result files say together: one row for each student, and a bar for each mistake.

import { el, fill, sentenceEl } from "../../stage/parts/dom.js";

/** @import { ClassLabels } from "../../stage/types.d.ts" */

const MAX_FILES = 500;
const MAX_BYTES = 200_000; // of a file
const MAX_QUESTIONS = 500; // of a file; a set has 10 to 50
const MAX_MISTAKES = 100; // different ones of a student that count
const MAX_BARS = 60; // the most frequent mistakes get one
const FORMAT = "merge-by-merge results"; // see pages/practice/results.py

/** @typedef {[name: string, reason: string]} Mistake */
/**
 * @typedef {object} Results what a student's file contains
 * @property {string} format
 * @property {number} seed
 * @property {string} lang the language of the explanations; empty in older files
 * @property {string} name empty unless the student has entered one
 * @property {{ skill: string, outcome: string, tries: number, mistakes: Mistake[] }[]} questions
 */

/**
 * A field for the files of a set. If they are of several sets, those of the first one are shown.
 * @param {ClassLabels} labels
 */
export function collectResults(labels) {
  const field = el("input", "", { type: "file", multiple: "", accept: ".json,application/json" });
  const label = el("label", "drop stack", {}, el("span", "", {}, labels.drop_results), field);
  const shown = el("div", "collected stack", { role: "status" });
  const take = async (/** @type {FileList | null | undefined} */ files) => {
    if (!files?.length) return;
    const read = await Promise.all([...files].slice(0, MAX_FILES).map(readResults));
    shown.replaceChildren(
      ...drawResults(
        read.filter((each) => each !== null),
        read,
        labels,
      ),
    );
  };
  field.addEventListener("change", () => take(field.files));
  label.addEventListener("dragover", (event) => event.preventDefault());
  label.addEventListener("drop", (event) => {
    event.preventDefault();
    take(event.dataTransfer?.files);
  });
  return el("div", "collect", {}, label, shown);
}

/**
 * The results in a file; null if it is not one of ours. Files come from students, so nothing in them
 * is trusted.
 * @param {File} file
 * @returns {Promise<Results | null>}
 */
async function readResults(file) {
  try {
    if (file.size > MAX_BYTES) return null;
    const { format, seed, lang, name, questions } = JSON.parse(await file.text());
    if (format !== FORMAT || !Array.isArray(questions)) return null;
    return {
      format,
      seed: Number(seed) || 0,
      lang: typeof lang === "string" ? lang : "",
      name: typeof name === "string" ? name.slice(0, 100) : "",
      questions: questions.slice(0, MAX_QUESTIONS).map((each) => ({
        skill: String(each.skill).slice(0, 40),
        outcome: String(each.outcome),
        tries: Number(each.tries) || 0,
        mistakes: (Array.isArray(each.mistakes) ? each.mistakes : [])
          .slice(0, 5)
          .map((/** @type {unknown[]} */ [name, reason]) => [
            String(name).slice(0, 40),
            String(reason).slice(0, 500),
          ]),
      })),
    };
  } catch {
    return null;
  }
}

/**
 * @param {Results[]} found
 * @param {(Results | null)[]} read
 * @param {ClassLabels} labels
 */
function drawResults(found, read, labels) {
  const parts = [];
  const bad = read.length - found.length;
  if (bad) parts.push(el("p", "class-problem", {}, fill(labels.bad_files, { n: bad })));
  if (!found.length) return parts;
  const { seed } = found[0];
  const all = found.filter((each) => each.seed === seed);
  const others = found.length - all.length;
  if (others) {
    const refused = others === 1 ? labels.other_set : labels.other_sets;
    parts.push(el("p", "class-problem", {}, fill(refused, { n: others, seed })));
  }
  parts.push(el("h3", "", {}, fill(labels.set_results, { seed })));
  const table = el("table");
  const row = (/** @type {(string | number)[]} */ cells, /** @type {"td" | "th"} */ tag) => {
    const line = el("tr");
    line.append(...cells.map((cell) => el(tag, "", tag === "th" ? { scope: "col" } : {}, cell)));
    table.append(line);
  };
  row([labels.student, labels.done, labels.at_once, labels.csv_is_right], "th");
  all.forEach(({ name, questions }, i) => {
    const right = questions.filter(({ outcome }) => outcome === "right");
    const atOnce = right.filter(({ tries }) => tries === 1).length;
    const anonymous = fill(labels.student_n, { n: i + 1 });
    row([name || anonymous, questions.length, atOnce, right.length], "td");
  });
  /** @type {Map<string, { text: string, students: Set<number> }>} who made a mistake, by name */
  const mistakes = new Map();
  /** @param {Results} results */
  const isForeign = ({ lang }) => lang !== document.documentElement.lang;
  // Explanations in the reader's own language come first, so the chart shows these if there are any.
  const byLanguage = [...all].sort((a, b) => Number(isForeign(a)) - Number(isForeign(b)));
  byLanguage.forEach(({ questions }, i) => {
    const own = new Set();
    for (const { skill, mistakes: made } of questions) {
      for (const [name, reason] of made) {
        const title = labels[`skill_${skill}`];
        const id = `${skill} ${name}`;
        if (!title) continue; // not one of our skills
        if (!own.has(id) && own.size === MAX_MISTAKES) continue;
        own.add(id);
        const known = mistakes.get(id) ?? { text: `${title}: ${reason}`, students: new Set() };
        mistakes.set(id, known);
        known.students.add(i);
      }
    }
  });
  const scroll = el("div", "wide", { tabindex: 0, role: "group", "aria-label": labels.student });
  scroll.append(table);
  parts.push(scroll, el("h3", "", {}, labels.mistakes));
  const list = el("ol", "bars");
  const sorted = [...mistakes.values()].sort((a, b) => b.students.size - a.students.size);
  for (const { text, students } of sorted.slice(0, MAX_BARS)) {
    const { size } = students;
    const line = el("span", "vote-line");
    const bar = el("span", "vote-bar");
    bar.style.width = `${(100 * size) / all.length}%`;
    const track = el("span", "track", {}, bar);
    const share = all.length === 1 ? labels.of_student : labels.of_students;
    line.append(track, el("span", "number", {}, fill(share, { n: size, all: all.length })));
    list.append(el("li", "bar-row", {}, sentenceEl("span", "answer", text), line));
  }
  if (!mistakes.size) parts.push(el("p", "", {}, labels.no_mistakes));
  parts.push(list);
  return parts;
}
