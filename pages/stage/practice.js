// Practice: a question, the result of an answer, the progress of a round, and its review.
import { el, sentenceEl, setLanguage } from "./dom.js";
import { panel } from "./panel.js";
import { question } from "./question.js";

/** @import { AnswerData, PracticeData, ProgressData, ReviewData, VerdictData } from "./types.d.ts" */

const SIGNS = { right: "✓", wrong: "✕", skipped: "–" };

/** @param {ProgressData} data */
function progress({ here, at, states, score }) {
  const list = el("ol", "dots");
  states.forEach(([state, name], i) => {
    const className = `dot ${state}${i === at ? " here" : ""}`;
    const item = el("li", className, { "aria-label": `${i + 1}: ${name}` });
    item.append(el("span", "", { "aria-hidden": "true" }, state ? SIGNS[state] : `${i + 1}`));
    if (i === at) item.setAttribute("aria-current", "step");
    list.append(item);
  });
  return [el("span", "now", {}, here), list, el("span", "score", {}, score)];
}

/**
 * The first line of a result: its sign and its title.
 * @param {VerdictData["state"]} state
 * @param {string} title
 */
function resultLine(state, title) {
  const line = el("p", "result");
  line.append(el("span", "sign", { "aria-hidden": "true" }, SIGNS[state]), el("b", "", {}, title));
  return line;
}

/**
 * The answers, the reasons, and a link to the step that shows it.
 * @param {AnswerData} data
 */
function resultDetails({ answer, lines, link }) {
  const parts = [];
  if (answer.length) {
    const answers = el("dl", "answers");
    for (const [name, text] of answer) {
      answers.append(el("dt", "", {}, name), sentenceEl("dd", "", text));
    }
    parts.push(answers);
  }
  parts.push(...lines.map((line) => sentenceEl("p", "reason", line)));
  const [text, href] = link;
  const attributes = { href, target: "_blank", rel: "noopener" };
  parts.push(el("a", "step-link", attributes, `${text} →`));
  return parts;
}

/** @param {VerdictData} data */
function verdict(data) {
  const box = el("section", `card ${data.state}`, { role: "status" });
  box.append(resultLine(data.state, data.title), ...resultDetails(data));
  return [box];
}

/** @param {ReviewData} data */
function review({ score, items }) {
  const list = el("ol", "items");
  for (const item of items) {
    const box = el("li", `card ${item.state}`);
    const line = resultLine(item.state, `${item.number}. ${item.title}`);
    line.append(el("span", "kind", {}, item.kind));
    box.append(line, sentenceEl("p", "prompt", item.prompt), ...resultDetails(item));
    list.append(box);
  }
  return [el("p", "total", {}, score), list];
}

/**
 * @param {PracticeData} data
 * @returns {HTMLElement[]}
 */
function partOf(data) {
  switch (data.part) {
    case "question":
      return question(data);
    case "verdict":
      return verdict(data);
    case "progress":
      return progress(data);
    case "review":
      return review(data);
  }
}

/** @param {PracticeData} data */
function draw(data) {
  const frame = el("div", `stage practice ${data.part}`, { lang: data.lang });
  if (data.text_lang) frame.dataset.textLang = data.text_lang;
  frame.append(...partOf(data));
  const texts = /** @type {NodeListOf<HTMLElement>} */ (frame.querySelectorAll(".tokens, .quote"));
  for (const text of texts) setLanguage(text);
  return frame;
}

export const { update, unmount } = panel(draw, ["stage.css", "layouts.css", "practice.css"]);
