// Practice: a question, the feedback on an answer, and the ladder of skills.
import { platformSet } from "../../settings/stage/platform_downloads.js";
import { isPageChanging } from "../../stage/core/address.js";
import { progress, saveProgress } from "../../stage/core/guide_progress.js";
import { panel } from "../../stage/core/panel.js";
import { dueText, noteAnswer, SKILL } from "../../stage/core/reviews.js";
import { MAIN } from "../../stage/core/streamlit_page.js";
import { buttonEl, el, sentenceEl, setLanguage } from "../../stage/parts/dom.js";
import { givenOf, question } from "../../stage/questions/facts.js";
import { verdictParts } from "../../stage/questions/question.js";
import { drawLattice } from "../../unigram/stage/lattice_picture.js";
import { results } from "./practice_results.js";

/** @import { Send } from "../../stage/core/panel.js" */
/** @import { FeedbackData, LadderData, PracticeData, SkillState } from "../../stage/types.d.ts" */

const SEND_AFTER = 200; // ms

let hasKept = false; // whether this page has put skills into the browser's storage

/** @param {FeedbackData} data */
function verdict({ state, title, answer, lines, links }) {
  const answers = answer.flatMap(([name, text]) => [
    el("dt", "", name),
    sentenceEl("dd", "", text),
  ]);
  const places = links.map(([text, href]) =>
    el("a", "step-link", { href, target: "_blank", rel: "noopener" }, `${text} →`),
  );
  return [
    el("section", `card ${state}`, { role: "status" }, [
      el("p", "result flow", verdictParts(state, title)),
      answer.length > 0 && el("dl", "answers", answers),
      ...lines.map((each) => sentenceEl("p", "reason", each)),
      el("p", "links flow", places),
    ]),
  ];
}

/**
 * What the circles mean, and what an answer changes.
 * @param {LadderData["legend"]} legend
 */
function legendOf({ title, signs, lines }) {
  const items = signs.map(([state, text]) =>
    el("li", "", el("span", "rungs", { "aria-hidden": "true" }, el("i", state)), text),
  );
  const rules = [el("summary", "", title), ...lines.map((line) => el("p", "", line))];
  return el("div", "legend", el("ul", "signs flow", items), el("details", "", rules));
}

/**
 * @param {LadderData & { lang: string }} data
 * @param {Send} send
 */
function ladder(data, send) {
  const { title, note, legend, here, skills, results: found, platform } = data;
  const heading = el("div", "ladder-title", el("h2", "", title), el("span", "", note));
  const items = skills.map(([name, text, done, state, isDue, chapter]) => {
    const attributes = { role: "img", "aria-label": state, title: state };
    const circles = [1, 2, 3].map((level) => el("i", level <= done ? "done" : ""));
    const isHere = name === here ? { "aria-current": "true" } : {};
    const choose = () => {
      document.querySelector(MAIN)?.scrollTo(0, 0); // to the question: a phone may not show it
      send("choose", name);
    };
    const label = el("span", "", text, el("small", "", chapter));
    const button = buttonEl(`skill${isDue ? " due" : ""}`, label, choose, isHere);
    button.append(el("span", "rungs", attributes, circles));
    return el("li", "", button);
  });
  const list = el("ul", "skills", items);
  const names = skills.map(([name, text]) => /** @type {const} */ ([name, text]));
  const set = { ...data, skills: names, words: platform.words };
  const files = platformSet(platform.labels, set);
  const review = () => dispatchEvent(new Event("open-review")); // `frame.js` opens it
  const due = el("div", "due-questions", { hidden: true }, [
    buttonEl("button", "", review),
    el("p", "", data.due[2]),
  ]);
  const about = data.about_begun && el("p", "about-begun", data.about_begun);
  return [
    due,
    heading,
    ...(about ? [about] : []),
    list,
    legendOf(legend),
    ...(found ? [results(found)] : []),
    files,
  ];
}

/**
 * Keep the skills in the browser, or send the server those of earlier visits. The newer ones have
 * more questions.
 * @param {LadderData} data
 * @param {HTMLElement} frame what is drawn of them
 * @param {Send} send
 */
function keepSkills(data, frame, send) {
  if (isPageChanging()) {
    setTimeout(() => frame.isConnected && keepSkills(data, frame, send), SEND_AFTER);
    return;
  }
  const { seed, asked, kept } = data;
  const { skills, sets, begun } = progress();
  const stored = seed ? (sets[seed] ?? {}) : skills;
  const isReset = hasKept && !Object.keys(skills).length && !Object.keys(sets).length;
  const before = Object.values(stored).reduce(
    (sum, [, , one, two, three]) => sum + one + two + three,
    0,
  );
  if (isReset || before > asked) {
    hasKept = false;
    send("stored", { seed, skills: isReset ? {} : stored });
  } else if (asked > before) {
    hasKept = true;
    if (!seed) noteSkills(stored, kept);
    saveProgress(seed ? { sets: { [seed]: kept } } : { skills: kept });
  }
  if (!seed && begun !== data.begun) send("begun", begun);
  const due = frame.querySelector(".due-questions");
  if (due instanceof HTMLElement) drawDue(due, data.due);
}

/**
 * Have the skills come back that were missed by the last answer.
 * @param {Record<string, SkillState>} before
 * @param {Record<string, SkillState>} now
 */
function noteSkills(before, now) {
  const asked = (/** @type {SkillState | undefined} */ skill) =>
    skill ? skill[2] + skill[3] + skill[4] : 0;
  for (const [name, skill] of Object.entries(now)) {
    if (asked(skill) > asked(before[name])) noteAnswer(SKILL + name, skill[5] === 0);
  }
}

/**
 * @param {HTMLElement} box
 * @param {LadderData["due"]} labels
 */
function drawDue(box, labels) {
  const text = dueText(labels);
  if (box.firstChild) box.firstChild.textContent = text;
  box.hidden = !text;
}

/**
 * @param {PracticeData} data
 * @param {Send} send
 * @returns {HTMLElement[]}
 */
function partOf(data, send) {
  switch (data.part) {
    case "question":
      return question(data, drawLattice);
    case "material":
      return givenOf(data, drawLattice);
    case "verdict":
      return verdict(data);
    case "ladder":
      return ladder(data, send);
  }
}

/**
 * Bring what was drawn into view once it has its size: a phone may not show it.
 * @param {HTMLElement} frame
 * @param {ScrollLogicalPosition} block
 */
function bringIntoView(frame, block) {
  const sized = new ResizeObserver(() => {
    if (!frame.clientHeight) return;
    sized.disconnect();
    const { top, bottom } = frame.getBoundingClientRect();
    if (top < 0 || bottom > innerHeight) frame.scrollIntoView({ block });
  });
  sized.observe(frame);
}

/**
 * @param {PracticeData} data
 * @param {{ prompt?: string }} state prompt: of the question that was drawn before
 * @param {Send} send
 */
function draw(data, state, send) {
  const frame = el("div", `stage practice ${data.part}`, { lang: data.lang });
  if (data.text_lang) frame.dataset.textLang = data.text_lang;
  frame.append(...partOf(data, send));
  const texts = /** @type {NodeListOf<HTMLElement>} */ (frame.querySelectorAll(".tokens, .quote"));
  for (const text of texts) setLanguage(text);
  if (data.part === "ladder") keepSkills(data, frame, send);
  if (data.part === "verdict") bringIntoView(frame, "nearest");
  if (data.part === "question") {
    if (state.prompt && state.prompt !== data.prompt) bringIntoView(frame, "start");
    state.prompt = data.prompt;
  }
  return frame;
}

const STYLES = ["stage.css", "lattice.css", "practice.css", "platform_downloads.css"];

export const { update, unmount } = panel(draw, STYLES);
