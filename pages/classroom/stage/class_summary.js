// What a class leaves behind: a summary to download, with every question, its bars and what the wrong
// answers mean; a link with the same practice questions for everybody; and what became of that.

import { collectResults } from "../../practice/stage/class_homework.js";
import { askAbout } from "../../settings/stage/others_address.js";
import { appUrl } from "../../stage/core/app_root.js";
import { CopyButton } from "../../stage/parts/copy_button.js";
import { buttonEl, el, fill, saveFile } from "../../stage/parts/dom.js";
import { questionParts } from "./class_question.js";
import { drawResult } from "./class_results.js";

/** @import { ClassBar, ClassLabels, ClassQuestion } from "../../stage/types.d.ts" */
/**
 * @typedef {object} Summary
 * @property {string} code
 * @property {ClassQuestion[]} questions
 * @property {string} homework the query of the practice questions for everybody
 * @property {ClassLabels} labels
 */
/** @typedef {NonNullable<ClassQuestion["where"]>} Where */

const STYLES = ["stage.css", "class.css"];
const FORMULA = /^[=+\-@\0\t\r\n＝＋－＠]/; // see FORMULA_STARTS of pages/stage/tables.py

/**
 * The summary in the lecturer's dialog, with what can be downloaded and the homework.
 * @param {Summary} summary
 */
export function drawSummary(summary) {
  const { labels, questions } = summary;
  const count = fill(questions.length === 1 ? labels.asked_one : labels.asked_n, {
    n: questions.length,
  });
  const page = buttonEl("button", labels.summary_html, async () => {
    saveFile(`class-${summary.code}.html`, "text/html", await summaryPage(summary));
  });
  const table = buttonEl("button", labels.summary_csv, () => {
    saveFile(`class-${summary.code}.csv`, "text/csv", summaryTable(summary));
  });
  const node = el("div", "summary", el("p", "", count));
  if (questions.length) node.append(el("div", "class-row flow", page, table));
  node.append(homework(summary), el("p", "note", labels.deleted_then));
  return node;
}

/** @param {Summary} summary */
function homework({ labels, homework: query }) {
  const node = el("section", "homework", { "aria-label": labels.homework });
  const link = appUrl(`practice?${query}`);
  const address = el("code", "address", { dir: "ltr" }, link);
  const copying = new CopyButton(
    { copy: labels.copy_homework, copied: labels.copied, failed: labels.failed },
    () => address.textContent ?? link,
    node,
  );
  askAbout("join", link)
    .then(({ url }) => {
      if (url) address.textContent = url; // localhost is another computer for a student
    })
    .catch(() => {});
  const row = el("div", "class-row flow", address, copying.node, copying.status);
  node.append(el("h3", "", labels.homework), el("p", "", labels.homework_about), row);
  node.append(collectResults(labels));
  return node;
}

/**
 * A date and a time, as a spreadsheet reads them; empty if it is not known.
 * @param {Where | undefined} where
 */
function dateOf(where) {
  if (!where?.at) return "";
  const local = new Date(where.at - new Date(where.at).getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16).replace("T", " ");
}

/**
 * When and about what a question was asked.
 * @param {Where | undefined} where
 * @param {ClassLabels} labels
 */
function placeOf(where, labels) {
  const step = where?.step == null ? "" : fill(labels.at_step, { step: where.step });
  return [dateOf(where), where?.corpus, step].filter(Boolean).join(" · ");
}

/**
 * The summary as one HTML file. It is built as a document, so texts of students stay texts.
 * @param {Summary} summary
 */
async function summaryPage({ code, questions, labels }) {
  const page = document.implementation.createHTMLDocument(labels.summary);
  page.documentElement.lang = document.documentElement.lang;
  const styles = await Promise.all(
    STYLES.map(async (name) => (await fetch(new URL(name, import.meta.url))).text()),
  );
  const style = page.createElement("style");
  style.textContent = `${styles.join("\n")}\nbody { margin: 2rem auto; max-width: 50rem; padding: 0 1rem; }`;
  const charset = page.createElement("meta");
  charset.setAttribute("charset", "utf-8");
  page.head.prepend(charset);
  page.head.append(style);
  const main = el("main", "stage class-report", el("h1", "", labels.summary));
  const first = dateOf(questions[0]?.where).slice(0, 10);
  const date = first || new Date().toISOString().slice(0, 10);
  main.append(el("p", "", fill(labels.summary_title, { code, date })));
  questions.forEach((question, i) => {
    const n = question.result?.rounds.at(-1)?.answered ?? 0;
    const people = fill(n === 1 ? labels.answered_one : labels.answered_n, { n });
    const place = placeOf(question.where, labels);
    const number = el("p", "number", `${i + 1}. ${place}`);
    const asked = [number, ...questionParts(question, labels)];
    main.append(
      el("section", "reported", asked, el("p", "", people), drawResult(question, labels)),
    );
  });
  page.body.append(page.importNode(main, true));
  return `<!DOCTYPE html>\n${page.documentElement.outerHTML}`;
}

/** @param {ClassBar} bar */
function textOf({ label }) {
  const text =
    typeof label === "string"
      ? label
      : label.map((part) => (typeof part === "string" ? part : part[0])).join(" ");
  return text.replace(/[\u2068\u2069]/g, "");
}

/**
 * A cell of a CSV file. A spreadsheet must not take what a student wrote for a formula.
 * @param {string | number} value
 */
function cell(value) {
  const text = String(value).replace(/[\u2068\u2069]/g, "");
  const safe = typeof value === "string" && FORMULA.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}

/** @param {Summary} summary */
function summaryTable({ questions, labels }) {
  const names = [
    "date",
    "corpus",
    "step",
    "question",
    "vote",
    "answer",
    "votes",
    "answered",
    "is_right",
    "true_value",
    "why",
  ];
  const rows = [names.map((name) => labels[`csv_${name}`])];
  for (const question of questions) {
    const { where } = question;
    question.votes?.forEach(({ bars, answered }, round) => {
      const about = question.record?.prompt ?? question.ask;
      for (const bar of bars) {
        const { votes, right, value = "", reason = "" } = bar;
        const row = [
          dateOf(where),
          where?.corpus ?? "",
          where?.step ?? "",
          about,
          round + 1,
          textOf(bar),
          votes,
          answered,
          right ? "✓" : "",
          value,
          reason,
        ];
        rows.push(row.map(String));
      }
    });
  }
  return `\ufeff${rows.map((row) => row.map(cell).join(",")).join("\r\n")}\r\n`;
}
