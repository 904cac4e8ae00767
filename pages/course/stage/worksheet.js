// A worksheet on paper: the questions of a chapter or a lesson on one page, the answers on another.

import { loadStyles } from "../../stage/core/panel.js";
import { el, sentenceEl } from "../../stage/parts/dom.js";
import { LETTERS } from "../../stage/questions/question.js";

/** @import { WorksheetData } from "../../stage/types.d.ts" */

const LARGEST = 11.5; // points
const SMALLEST = 8;
const ONLY = new CSSStyleSheet(); // while a worksheet is printed, nothing else is
ONLY.replaceSync(`
  @page { margin: 12mm; }
  @media print {
    html[data-worksheet] body > :not(.worksheet-host) { display: none !important; }
    html[data-worksheet] body { display: block; height: auto; overflow: visible; }
  }
`);

/**
 * Load a worksheet, and let the reader choose its questions and print it. Resolves when it is shown.
 * @param {string} lang
 * @param {Record<string, string>} query of the worksheet: its `chapter` or its `lesson`
 */
export async function printWorksheet(lang, query) {
  const url = new URL(`guide/${lang}/worksheet?${new URLSearchParams(query)}`, import.meta.url);
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${response.status} for a worksheet`);
  const [data, { chooseQuestions }] = await Promise.all([
    response.json(),
    import("./worksheet_dialog.js"),
  ]);
  await chooseQuestions(data, new Sheets(data));
}

/** The two pages. They are only seen on paper. */
export class Sheets {
  /** @param {WorksheetData} data */
  constructor(data) {
    this.data = data;
    this.host = el("div", "worksheet-host", { lang: data.lang });
    const root = this.host.attachShadow({ mode: "open" });
    this.questions = el("section", "sheet");
    this.key = el("section", "sheet key", heading(data.labels.key, data.title), el("ol"));
    const name = el("p", "name", data.labels.name);
    this.questions.append(heading(data.labels.worksheet, data.title), name, el("ol"));
    document.body.append(this.host);
    this.ready = loadStyles(root, ["worksheet.css"]).then(() => {
      root.append(this.questions, this.key);
    });
  }

  /**
   * Draw some questions and their answers. Returns whether they fit.
   * @param {number[]} chosen their indices
   */
  draw(chosen) {
    const { data, questions, key } = this;
    const answers = chosen.map((i) => sentenceEl("li", "", data.questions[i].answer));
    questions.querySelector("ol")?.replaceChildren(...questionItems(data, chosen));
    key.querySelector("ol")?.replaceChildren(...answers);
    return fit(questions) && fit(key);
  }

  print() {
    printSheets();
  }

  remove() {
    this.host.remove();
  }
}

/** Print the sheets that are in the page, and nothing else of it. */
export function printSheets() {
  if (!document.adoptedStyleSheets.includes(ONLY)) document.adoptedStyleSheets.push(ONLY);
  document.documentElement.dataset.worksheet = "";
  const end = () => {
    delete document.documentElement.dataset.worksheet;
    // An @page rule has no selector, so it would also apply to the page itself.
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== ONLY);
  };
  window.addEventListener("afterprint", end, { once: true });
  window.print();
}

/**
 * @param {string} text with {title} in it
 * @param {string} title
 */
function heading(text, title) {
  const [before, after = ""] = text.split("{title}");
  return el("h1", "", el("span", "kind", before), title, el("span", "kind", after));
}

/**
 * @param {WorksheetData} data
 * @param {number[]} chosen
 */
function questionItems({ questions }, chosen) {
  let before = "";
  return chosen.map((i) => {
    const { title, introduction, given, prompt, options } = questions[i];
    const isNew = given && given !== before;
    before = given;
    const choices = options.flatMap((option, j) => {
      const choice = sentenceEl("span", "option", option);
      choice.prepend(el("b", "", `☐ ${LETTERS[j]} `));
      return [choice, " "];
    });
    return el("li", "", [
      el("b", "title", title),
      introduction && sentenceEl("p", "introduction", introduction),
      isNew && sentenceEl("p", "given", given),
      sentenceEl("p", "prompt", prompt),
      options.length ? el("p", "options", choices) : el("div", "lines"),
    ]);
  });
}

/**
 * Choose the largest size of text that fits on the sheet. Returns whether there is one.
 * @param {HTMLElement} sheet
 */
function fit(sheet) {
  for (let size = LARGEST; size >= SMALLEST; size -= 0.5) {
    sheet.style.fontSize = `${size}pt`;
    if (sheet.scrollHeight <= sheet.clientHeight) return true;
  }
  return false;
}
