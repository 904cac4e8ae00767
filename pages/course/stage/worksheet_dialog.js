// The dialog in which a teacher chooses the questions of a worksheet, and prints it.

import { loadStyles } from "../../stage/core/panel.js";
import { buttonEl, el } from "../../stage/parts/dom.js";

/** @import { WorksheetData } from "../../stage/types.d.ts" */
/** @import { Sheets } from "./worksheet.js" */

/**
 * Show the dialog. At first, all questions for paper are selected that give nothing away and fit.
 * @param {WorksheetData} data
 * @param {Sheets} sheets
 */
export async function chooseQuestions(data, sheets) {
  const { labels, lang, questions, title } = data;
  const host = el("div", "worksheet-dialog-host", { lang });
  const root = host.attachShadow({ mode: "open" });
  // The role is explicit because `keys.js` looks for it.
  const dialog = el("dialog", "stage worksheet", { role: "dialog", "aria-labelledby": "title" });
  document.body.append(host);
  await Promise.all([sheets.ready, loadStyles(root, ["stage.css", "worksheet_dialog.css"])]);
  const boxes = questions.map(() => el("input", "", { type: "checkbox" }));
  const notes = questions.map(() => el("span", "note"));
  const items = questions.map(({ title: name }, i) => {
    const text = el("span", "", `${i + 1}. ${name}`);
    return el("li", "", el("label", "", boxes[i], text, notes[i]));
  });
  const status = el("p", "fits", { role: "status" });
  const print = buttonEl("button labelled print", labels.print, () => sheets.print());
  const close = buttonEl("button", labels.close, () => dialog.close());
  const choice = el("p", "about", questions.length ? labels.choose : labels.no_questions);
  const heading = el("h2", "", { id: "title" }, labels.worksheet.replace("{title}", title));
  dialog.append(
    heading,
    choice,
    el("ol", "", items),
    status,
    el("div", "actions flow", print, close),
  );
  root.append(dialog);
  const chosen = () => questions.flatMap((_, i) => (boxes[i].checked ? [i] : []));

  /** @param {string} [note] what is said if the questions fit */
  const draw = (note = labels.fit) => {
    const some = chosen();
    for (const [i, of] of notes.entries()) of.textContent = noteOn(i, data, some);
    const fits = sheets.draw(some);
    print.disabled = !fits || !some.length;
    const why = some.length ? labels.too_many : questions.length ? labels.none : "";
    status.textContent = print.disabled ? why : note;
    status.classList.toggle("wrong", print.disabled);
  };
  const out = selectFitting(data, boxes, () => sheets.draw(chosen()));
  draw(out.length ? labels.left_out.replace("{list}", out.join(", ")) : labels.fit);
  for (const box of boxes) box.addEventListener("change", () => draw());
  dialog.addEventListener("close", () => {
    sheets.remove();
    host.remove();
  });
  dialog.showModal();
}

/**
 * Why a question may not be for this worksheet.
 * @param {number} i its index
 * @param {WorksheetData} data
 * @param {number[]} chosen
 */
function noteOn(i, { labels, questions }, chosen) {
  /** @param {string} text @param {number[]} listed */
  const naming = (text, listed) =>
    listed.length && text.replace("{list}", listed.map((j) => j + 1).join(", "));
  const tellers = chosen.filter((j) => questions[j].gives_away.includes(i));
  const told = chosen.filter((j) => questions[i].gives_away.includes(j));
  return (
    naming(labels.given_away, tellers) ||
    naming(labels.gives_away, told) ||
    (questions[i].needs_app ? labels.needs_app : "")
  );
}

/**
 * Select all questions for paper that are not left out, and deselect the last ones until the others
 * fit. Those at the end of a chapter stay longest. Returns the numbers of those that do not fit.
 * @param {WorksheetData} data
 * @param {HTMLInputElement[]} boxes
 * @param {() => boolean} fits whether the selected questions fit
 */
function selectFitting({ questions }, boxes, fits) {
  for (const [i, box] of boxes.entries()) {
    box.checked = !questions[i].needs_app && !questions[i].is_left_out;
  }
  const out = [];
  while (!fits()) {
    const left = [...boxes.keys()].filter((i) => boxes[i].checked);
    const last = left.filter((i) => !questions[i].is_last).at(-1) ?? left.at(-1);
    if (last === undefined) break;
    boxes[last].checked = false;
    out.unshift(last + 1);
  }
  return out.sort((one, other) => one - other);
}
