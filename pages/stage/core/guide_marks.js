// What a part of the course highlights on the stage, and what it hides until it is answered: a style
// sheet, so it holds for everything that a step draws. Which space the rest gets is in `guide_part.css`, and
// in the style sheets of the features, below `data-part`, `data-marks` and `data-hides` of the stage.

import { isPhone } from "./present.js";
import { MAIN } from "./streamlit_page.js";

// The regions of a stage that can be highlighted. Others are tokens, pairs and words.
/** @type {Record<string, string>} */
const REGIONS = {
  pairs: ".pairs",
  merge: ".merge",
  corpus: ".corpus .words",
  text: ".corpus .words",
  transport: ".main-controls",
  watched: ".watched",
  merges: ".overview > :first-child, .rules, .word-merges",
  lattice: ".picture",
  result: ".result, .both-verdict",
  pieces: ".pieces, .candidates, .segmentations",
  words: ".changes",
  shares: ".shares",
  charts: ".charts",
};
const PLACE = ".corpus, .picture"; // where a stage shows what a step does
const CHANGED = [".fresh", ".word.current", ".word, .line-word"]; // in it, the first that is there
const SPOKEN = ".stage > .visually-hidden, .explanation, .code"; // says what a step shows
/** @type {Record<string, string>} */
const HIDDEN = {
  counts: ".pairs td:nth-child(n + 2) > *, .pairs td:nth-child(n + 3), .merge .facts, .charts",
  pairs: ":is(.pairs, .merge-candidates) :is(.scroll, .note), .merge .facts, .charts",
  merge: ".merge > *, .overview, .charts",
  corpus: ".corpus :is(.words, .note), .watched .line",
  unknown: ".merge > *, .result > *, .facts",
  best: ".best :is(.scroll, .scroll *, .note), .merge > *, .both-verdict > *, .every",
  result: ".result > *, .both-verdict > *, .merge > *, .every",
  charts: ".charts, .chart, .example",
  costs: "td.cost", // outside of a stage: see `frame_guide.css`
  rules: ".rules .merge-entry, .rules .note",
  later: ".merges .now ~ .merge-entry, .merges .list:not(:has(> .now)) > .merge-entry",
  // In a lesson: a teacher's question may be about anything, so what is hidden is not even named.
  changes: `:is(.pairs, .merge-candidates) > *, .changes td.after,
    .pieces:has(th.mark:not(:empty)) td:is(.rise, .mark)`,
};
// The boxes that say that something in them is covered.
/** @type {Record<string, string>} */
const COVERED = {
  pairs: ".pairs, .merge-candidates",
  merge: ".merge",
  unknown: ".merge",
  result: ".merge, .result, .both-verdict",
  best: ".merge, .best",
  corpus: ".corpus",
  rules: ".rules",
};
const MARKED =
  "outline: 3px solid color-mix(in oklab, var(--ink) 55%, var(--paper)); outline-offset: 2px; border-radius: 0.5rem; scroll-margin: var(--page-top, 4.5rem) 0 var(--steps-below, 1rem);";
// Rows and tokens of pairs touch each other; their outlines must not.
const INSIDE = "outline-width: 2px; outline-offset: -2px; border-radius: 0.3rem;";

// Names in `hides` with which only the words stay, and what the part marks: always, or until the answer.
const CALM = ["unexplained", "rest"];

const ROOT = document.documentElement;
const sheet = new CSSStyleSheet();

/**
 * The selector of what a mark is about; empty for an unknown mark.
 * @param {string} mark "pairs", "pair 3 5", "token 7", "word hug", ...
 */
function selectorOf(mark) {
  const [kind, ...rest] = mark.split(" ");
  const value = CSS.escape(rest.join(" "));
  if (kind === "pair") {
    const [left, right] = rest.map((id) => `[data-id="${CSS.escape(id)}"]`);
    const places = `${left}:has(+ ${right}), ${left} + ${right}`;
    return `.row[data-pair="${rest.join(" ")}"], .layer:not(.before) :is(${places})`;
  }
  if (kind === "token") {
    const chips = `:is(.corpus, .candidates, .segmentations, .pieces) [data-id="${value}"]`;
    return `${chips}, .picture [data-id="${value}"] rect:not(.outline), .row[data-pair="${value}"]`;
  }
  if (kind === "word") return `.layer:not(.before) [data-word="${value}"]`;
  return REGIONS[mark] ?? "";
}

/**
 * What a part does with a stage.
 * @typedef {object} Marked
 * @property {string[]} shown the selectors of what is highlighted
 * @property {string} part words for style sheets: the value of `data-part`
 * @property {string} marks the regions that are highlighted
 * @property {string} hides
 */

/**
 * Highlight and hide parts of every stage.
 * @param {string[]} marks
 * @param {string[]} hides
 * @param {object} of
 * @param {boolean} of.isCourse whether the part is one of the course; others: of a teacher's lesson
 * @param {boolean} of.isHeld whether the steps wait for an answer
 * @param {boolean} of.isAtEnd whether a chapter's end is shown in place of the part
 * @param {string} of.covered what is said in place of what is hidden
 * @returns {Marked}
 */
export function mark(marks, hides, { isCourse, isHeld, isAtEnd, covered }) {
  const names = isCourse || !hides.length ? hides : [...hides, "changes"];
  const isCalm = CALM.some((name) => hides.includes(name));
  const isPlain = isCalm || hides.includes("controls"); // also what is above the stage
  // What follows the stage is hidden, too. A class that is led reads what the names say.
  if (isCalm || covers(hides)) ROOT.setAttribute("data-guide-covers", names.join(" "));
  else ROOT.removeAttribute("data-guide-covers");
  ROOT.toggleAttribute("data-guide-calm", isPlain);
  const rules = marks.filter(selectorOf).map((each) => {
    const inside = /^(pair|token) /.test(each) ? INSIDE : "";
    return `:is(${selectorOf(each)}) { ${MARKED} ${inside} }`;
  });
  sheet.replaceSync([...rules, ...coverRules(names, covered)].join("\n"));
  const words = {
    course: isCourse,
    alone: isCourse || hides.length > 0, // nothing leads to other pages
    held: isHeld,
    end: isAtEnd,
    calm: isCalm,
    plain: isPlain,
    covered: covers(names),
    "covered-merge": names.some((name) => COVERED[name]?.includes(".merge")),
  };
  return {
    shown: marks.map(selectorOf).filter(Boolean),
    part: wordsOf(words),
    marks: marks.filter((each) => each in REGIONS).join(" "),
    hides: names.join(" "),
  };
}

/** @param {Record<string, boolean>} words */
const wordsOf = (words) =>
  Object.keys(words)
    .filter((word) => words[word])
    .join(" ");

/**
 * Whether more is hidden than what comes later.
 * @param {readonly string[]} hides
 */
const covers = (hides) => hides.some((name) => !["later", "controls", ...CALM].includes(name));

/**
 * The style rules that hide parts of a stage.
 * @param {readonly string[]} hides
 * @param {string} covered what is said in place of what is hidden
 */
export function coverRules(hides, covered) {
  const hidden = hides.map((name) => HIDDEN[name]).filter(Boolean);
  if (covers(hides)) hidden.push(SPOKEN);
  const rules = hidden.length ? [`${hidden.join(", ")} { visibility: hidden !important; }`] : [];
  const boxes = hides.map((name) => COVERED[name]).filter(Boolean);
  if (boxes.length && hides.includes("rest"))
    rules.push(`${boxes.join(", ")} { display: none !important; }`);
  else if (boxes.length) rules.push(cover(boxes.join(", "), covered));
  // The phone of a follower who is asked has no room for what is covered.
  if (boxes.length) rules.push(`.is-asked .following :is(${boxes}) { display: none !important; }`);
  return rules;
}

/**
 * The style of boxes whose content is hidden: they say so.
 * @param {string} boxes selectors
 * @param {string} text
 */
function cover(boxes, text) {
  return `:is(${boxes}) { position: relative; }
:is(${boxes}):not(:is(${boxes}) *)::after {
  content: ${JSON.stringify(text)};
  position: absolute; inset: auto 0; top: max(0rem, min(50% - 0.7rem, 4rem));
  text-align: center; font: 400 0.95rem var(--st-font); color: var(--quiet);
}`;
}

/**
 * Scroll the page to its top, and then to the first highlighted part of a stage, if it is out of sight.
 * @param {HTMLElement} frame
 * @param {string[]} shown the selectors of what is highlighted
 */
export function scrollToMark(frame, shown) {
  document.querySelector(MAIN)?.scrollTo(0, 0);
  if (!shown.length) return;
  // On a phone, the steps are always in sight. What they change may not be.
  const wanted = isPhone() && shown[0] === REGIONS.transport ? [...shown.slice(1), PLACE] : shown;
  const marked = frame.querySelector(wanted[0]);
  const { top = 0, bottom = 0 } = marked?.getBoundingClientRect() ?? {};
  const isTall = bottom - top > innerHeight / 2;
  if (isTall && top > 0 && top < innerHeight / 2) return; // its beginning is in sight
  const visible = document.querySelector(MAIN)?.clientHeight ?? innerHeight;
  marked?.scrollIntoView({ block: bottom - top > visible ? "start" : "nearest" });
}

/**
 * On a phone, bring what the step has changed into sight, if none of it is: a new token, or else a
 * word; or the merge, if the part is about it.
 * @param {HTMLElement} frame
 * @param {string[]} shown the selectors of what is highlighted
 */
export function scrollToChange(frame, shown) {
  const place = [REGIONS.watched, REGIONS.merge].find((each) => shown.includes(each));
  const box = frame.querySelector(place ?? REGIONS.corpus);
  const steps = frame.querySelector(".main-controls");
  if (!box || !steps?.checkVisibility() || !isPhone()) return;
  const { top, bottom } = box.getBoundingClientRect();
  const end = Math.min(bottom, steps.getBoundingClientRect().top);
  const isInSight = (/** @type {Element} */ node) => {
    const rect = node.getBoundingClientRect();
    return rect.top >= Math.max(top, 0) && rect.bottom <= end;
  };
  const found = CHANGED.map((each) => [...box.querySelectorAll(each)]);
  const changed = place === REGIONS.merge ? [box] : found.find(({ length }) => length);
  if (changed && !changed.some(isInSight)) changed[0].scrollIntoView({ block: "nearest" });
}

/**
 * Highlight and hide nothing.
 * @param {HTMLElement} [frame] of the stage on the page
 */
export function clearMarks(frame) {
  sheet.replaceSync("");
  ROOT.removeAttribute("data-guide-covers");
  ROOT.removeAttribute("data-guide-calm");
  if (frame) followMarks(frame, null);
}

/**
 * Have a stage follow the marks.
 * @param {HTMLElement} frame
 * @param {Marked | null} marked null if no part is open here
 */
export function followMarks(frame, marked) {
  if (marked) {
    const { part, marks, hides } = marked;
    Object.assign(frame.dataset, { part, marks, hides });
  } else for (const name of ["part", "marks", "hides"]) delete frame.dataset[name];
  const root = frame.getRootNode();
  if (!(root instanceof Document || root instanceof ShadowRoot)) return; // the page is changing
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet);
}
