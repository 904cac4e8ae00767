// A worksheet on paper: the questions of a chapter or a lesson on one page, the answers on another.
import { el, sentenceEl } from "./dom.js";
import { loadStyles } from "./panel.js";

/** @import { WorksheetData } from "./types.d.ts" */

const LETTERS = "ABCDEF";
const LARGEST = 11.5; // points
const SMALLEST = 7;
const ONLY = new CSSStyleSheet(); // while a worksheet is printed, nothing else is
ONLY.replaceSync(`
  @page { margin: 12mm; }
  @media print {
    html[data-worksheet] body > :not(.worksheet-host) { display: none !important; }
    html[data-worksheet] body { display: block; height: auto; overflow: visible; }
  }
`);

/**
 * Print a worksheet. Resolves when the browser's dialog is open, or has been closed.
 * @param {string} lang
 * @param {Record<string, string>} query of the worksheet: its `chapter` or its `lesson`
 */
export async function printWorksheet(lang, query) {
  const url = new URL(`guide/${lang}/worksheet?${new URLSearchParams(query)}`, import.meta.url);
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${response.status} for a worksheet`);
  await drawWorksheet(await response.json());
  window.print();
}

/**
 * Add a worksheet to the page. It is only seen on paper, and removed after printing.
 * @param {WorksheetData} data
 */
export async function drawWorksheet(data) {
  document.querySelector(".worksheet-host")?.remove();
  const host = el("div", "worksheet-host", { lang: data.lang });
  const root = host.attachShadow({ mode: "open" });
  document.body.append(host);
  await loadStyles(root, ["worksheet.css"]);
  const [questions, key] = [el("section", "sheet"), el("section", "sheet key")];
  const name = el("p", "name", {}, data.labels.name);
  questions.append(heading(data.labels.worksheet, data.title), name, el("ol"));
  key.append(heading(data.labels.key, data.title), el("ol"));
  root.append(questions, key);
  let count = data.questions.length;
  do {
    questions.querySelector("ol")?.replaceChildren(...questionItems(data, count));
    const answers = data.answers.slice(0, count).map((text) => sentenceEl("li", "", text));
    key.querySelector("ol")?.replaceChildren(...answers);
    count -= 1; // what does not fit in the smallest size is left out
  } while (!(fit(questions) && fit(key)) && count > 0);
  if (!document.adoptedStyleSheets.includes(ONLY)) document.adoptedStyleSheets.push(ONLY);
  document.documentElement.dataset.worksheet = "";
  const end = () => {
    host.remove();
    delete document.documentElement.dataset.worksheet;
  };
  window.addEventListener("afterprint", end, { once: true });
}

/**
 * @param {string} kind
 * @param {string} title
 */
function heading(kind, title) {
  const node = el("h1");
  node.append(el("span", "kind", {}, `${kind}: `), title);
  return node;
}

/**
 * @param {WorksheetData} data
 * @param {number} count
 */
function questionItems({ questions }, count) {
  return questions.slice(0, count).map(({ title, given, prompt, options }, i) => {
    const item = el("li");
    item.append(el("b", "title", {}, title));
    if (given && given !== questions[i - 1]?.given) item.append(sentenceEl("p", "given", given));
    item.append(sentenceEl("p", "prompt", prompt));
    if (options.length) {
      const list = el("p", "options");
      for (const [j, option] of options.entries()) {
        const choice = sentenceEl("span", "option", option);
        choice.prepend(el("b", "", {}, `☐ ${LETTERS[j]} `));
        list.append(choice, " ");
      }
      item.append(list);
    } else {
      item.append(el("div", "lines"));
    }
    return item;
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
