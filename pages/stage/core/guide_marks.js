// What a part of the course highlights on the stage, and what it hides until it is answered: a style
// sheet, so it holds for everything that a step draws.

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
export const PHONE = "(max-width: 47.99rem)";
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
// What the course has not explained yet, or does not need for a task. The rest of the stage takes its
// place. The list of merges stays if the part is about it.
const UNEXPLAINED = `:is(.pairs, .merge-candidates, .merge, .explanation, .overview, .charts,
  .downloads, .code, .best, .listed, .example, .every, .both-verdict, .note:is(.logs, .sampling)) { display: none !important; }
:is(.columns, .halves):not(:has(.pieces)) { grid-template-columns: minmax(0, 1fr) !important; height: auto; }
:is(.stop, .decoded, .corpus :is(.checkbox, .toggles)) { display: none !important; }
@media (min-width: 48rem) {
  .columns .corpus .words { height: auto; min-height: 4rem; max-height: calc(100dvh - var(--around, 22rem)); }
  .text-columns .corpus .words.large { font-size: 1.5rem; }
}
@media (min-width: 50.01rem) {
  .projector .words.few { font-size: 2.9rem; }
}
.viterbi { grid-template-columns: minmax(0, 1fr) !important; }
.projector .viterbi.before {
  grid-template: minmax(0, 1fr) / minmax(0, 1fr);
  > .listed { display: none; }
  > .picture { grid-row: 1; }
}
.result { flex: none; height: auto; min-height: 6rem; }
.corpus:has(.line-title) .result { display: none; }`;
// A phone shows the word above the merges, and both above the steps, once these are free.
const WORD_ABOVE_RULES = `@media (max-width: 47.99rem) {
  .text-columns { display: flex; flex-direction: column; gap: 0.4rem; }
  .text-columns > .corpus { display: contents; }
  .text-columns .corpus .words { order: -1; }
  .text-columns .corpus .result { order: 1; }
  .text-columns > .merge-candidates { order: 2; }
  .rules .top { flex-wrap: nowrap; height: 1.75rem; padding: 0; }
  .rules .top > h2 { flex: 1; }
  .rules .waits:not([hidden]) { display: inline; }
  .text-columns .rules .merge-entry { padding-block: 0; font-size: 0.85rem; line-height: 1.3; }
  .rules .token { line-height: 1.3em; }
  .text-columns .rules .list {
    --rest: 7.4rem;
    max-height: max(5rem, calc(100dvh - var(--guide-sheet) - var(--page-top, 4.5rem) - var(--rest)));
  }
}`;
const WITH_STEPS = `@media (max-width: 47.99rem) {
  .rules .note { display: none; }
  .text-columns .rules .list { --rest: 9.1rem; }
}`;
const NO_RULES = ".rules { display: none !important; }";
const WITH_RULES = `@media (min-width: 48rem) {
  .halves.text-columns { grid-template-columns: 15rem minmax(0, 1fr) !important; }
  .text-columns .rules .list { flex: none; max-height: calc(100dvh - 12rem); }
  .text-columns .corpus .words.large { font-size: 2rem; }
  .projector .halves.text-columns { grid-template-rows: minmax(0, auto) minmax(6rem, 1fr); }
  .projector .text-columns .rules .list { flex: 0 1 auto; max-height: none; }
}`;
// What steps need and mark. Without steps, only the words and their tokens are left.
const STEPS = `:is(.transport, .main-controls, .more-controls, .corpus > :is(h2, .top), .corpus .below,
  .corpus .note, .watched) { display: none !important; }
.stage { --steps-below: 1rem; }
.columns { --around: 10rem; }
:is(.pieces, .changes, .shares) .scroll { height: auto; max-height: calc(100dvh - 12rem); }
.corpus .words { height: auto; max-height: none; }
.layer .token:is(.fresh, .made) { outline-width: 0; font-weight: inherit; }
.word.current { border-color: transparent !important; background: none !important; }
:is(.word.line-break, .word > .reserved) { display: none; }`;
// Controls that no task needs.
const CONTROLS =
  ":is(.stop, .more-controls, .corpus :is(.checkbox, .toggles)) { display: none !important; }";
const NOT_WATCHED = ".watched { display: none !important; }";
const NO_TIES = ".merge .fact.tie { visibility: hidden; }";
const NO_STEPS =
  ".stage { --steps-below: 1rem; } :is(.transport, .main-controls) { display: none !important; }";
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
// What would lead away from the part: other tasks with the same corpus, and other pages.
// On a phone, the text of the part needs their space.
const OTHER_WAYS = `:is(.by-hand-start, .predict, .next-steps) { visibility: hidden !important; }
@media ${PHONE} {
  .next-steps, .viterbi:not(:has(.started)) .legend { display: none !important; }
  .note-or-next { min-height: 0; }
}`;
// The merges that fit in the text are not marked while its tokens are asked for.
const CANDIDATES = ".rules .merge-entry.waiting { box-shadow: none; background: none; }";
// While a class is asked on a projector, a covered headline leaves its space to the data.
const NO_HEADLINE = ".projector.class-asked .merge { display: none !important; }";
// On a projector, the data get the space of a covered caption.
const NO_CAPTION = ".projector .explanation { display: none !important; }";
// On a low screen, the words of a text fit next to each other.
const ON_LOW_SCREEN = `@media (min-width: 48rem) and (max-height: 52rem) {
  .text-columns .words.large { font-size: 1rem; }
  .text-columns .words.large .layer { gap: 0.1rem 0.3rem; padding: 0.3rem 0.5rem; }
}`;
const NO_LEGEND = ".waits { display: none !important; }"; // no gray row is there either
const HELD = `:is(.main-controls > .button, .scrubber) { opacity: 0.4; }
:is(.main-controls > .title, .stop, .more-controls .text-field, .speed) { color: var(--quiet); }
@media (max-width: 47.99rem) {
  .main-controls { display: none; }
  .stage { --steps-below: 1rem; }
}`;
const AT_END = "@media (max-width: 47.99rem) { .main-controls { display: none; } }";
// The steps cover what is below the first row.
const FREE = `@media (max-width: 47.99rem) {
  .viterbi > .best:has(.chosen) .row:not(.chosen) { display: none; }
}`;
// Nothing of the watched sentence is out of sight. It keeps its height when its tokens become fewer.
const WHOLE_SENTENCE = `.watched { height: auto; min-height: 4.6rem; }
.watched .line { flex-wrap: wrap; row-gap: 0.3rem; height: auto; overflow: visible; }
.watched :is(.edit, .label) { display: none; }
@media (min-width: 50.01rem) {
  .projector .corpus .note { display: none; }
  .projector .watched:is(.long, .medium) {
    grid-template-rows: repeat(3, auto);
    height: auto;
    min-height: 4.9rem;
    & .line { height: auto; overflow: visible; }
  }
}`;
const MARKED =
  "outline: 3px solid color-mix(in oklab, var(--ink) 55%, var(--paper)); outline-offset: 2px; border-radius: 0.5rem; scroll-margin: var(--page-top, 4.5rem) 0 var(--steps-below, 1rem);";
const PICKED =
  "[data-picked] { outline: 3px solid var(--accent) !important; border-radius: 0.5rem; }"; // by the reader
// Rows and tokens of pairs touch each other; their outlines must not.
const INSIDE = "outline-width: 2px; outline-offset: -2px; border-radius: 0.3rem;";

// A tablet: what a task is about comes before its covered table.
const ON_TABLET = `@media (min-width: 48rem) and (max-width: 75rem) {
  .columns > .corpus { order: -1; }
}
@media (max-width: 50rem) {
  .stage { --steps-below: 5rem; }
}`;

// A phone: the corpus comes first, a lattice with its table, and the steps take one line. The panel needs
// the other half. With a keyboard on the screen, five words are smaller.
const ON_PHONE = `@media (max-width: 47.99rem) {
  .body { display: flex; flex-direction: column; }
  .columns, .halves, .picture, .corpus, .viterbi > .best { order: -1; }
  .methods[data-searching] > .unigram-side { order: -1; }
  .more-controls, .main-controls .scrubber, .text-columns .corpus > h2 { display: none; }
  .text-columns .corpus .words { min-height: 0; }
  .text-columns .corpus .words.large .layer { padding-block: 0.2rem; }
  .text-columns .word.current:only-child { border-color: transparent; background: none; }
  :is(${PLACE}, .word, .fresh) { scroll-margin: var(--page-top, 4.5rem) 0 var(--steps-below); }
  .main-controls { flex-wrap: nowrap; }
  .stage .main-controls { outline-offset: -3px; }
  .main-controls .button { width: 2.75rem; }
  .main-controls .title { order: 2; min-width: 0; font-size: 0.85rem; }
  .viterbi > .best {
    &:has(.chosen) .row:not(.chosen, .chosen + .row, :has(+ .chosen)) { display: none; }
    & tr.row.row { padding-block: 0; }
  }
}
@media (max-width: 47.99rem) and (max-height: 45rem) {
  .viterbi:not(.before, .paths) {
    > .picture { height: 8.8rem; align-content: unset; }
    > .best { order: -3; }
    > .best h2 { position: absolute; clip-path: inset(50%); }
    > .best .scroll { max-height: none; }
  }
}
@media (max-width: 47.99rem) and (max-height: 35rem) {
  .corpus .words.large { font-size: 1rem; }
  .corpus .words.large .layer { gap: 0.3rem 0.6rem; padding: 0.3rem 0.5rem; }
}
@media (max-width: 23rem) {
  .main-controls { gap: 0.2rem; }
  .main-controls .button { width: 2.25rem; }
  .main-controls .title { font-size: 0.75rem; }
}`;

// The corpora of the course are short: the page scrolls them.
const WHOLE_CORPUS = `@media (max-width: 47.99rem) { .columns .corpus .words { max-height: none; } }`;

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
 * Highlight and hide parts of every stage. Returns the selectors of what is highlighted.
 * @param {string[]} marks
 * @param {string[]} hides
 * @param {object} of
 * @param {boolean} of.isCourse whether the part is one of the course; others: of a teacher's lesson
 * @param {boolean} of.isHeld whether the steps wait for an answer
 * @param {boolean} of.isAtEnd whether a chapter's end is shown in place of the part
 * @param {string} of.covered what is said in place of what is hidden
 */
export function mark(marks, hides, { isCourse, isHeld, isAtEnd, covered }) {
  const rules = [
    ON_PHONE,
    ON_TABLET,
    ON_LOW_SCREEN,
    "@media (min-width: 50.01rem) { .projector .body { padding-bottom: 6px; } }", // for frames
    ".tour, .start-course, .start-due, .shortcuts .again { visibility: hidden; }",
    PICKED,
  ];
  if (isCourse || hides.length) rules.push(OTHER_WAYS);
  if (isCourse) rules.push(WHOLE_CORPUS);
  rules.push(isHeld ? HELD : FREE, isAtEnd ? AT_END : "");
  if (marks.includes("watched")) rules.push(WHOLE_SENTENCE);
  for (const each of marks.filter(selectorOf)) {
    const inside = /^(pair|token) /.test(each) ? INSIDE : "";
    rules.push(`:is(${selectorOf(each)}) { ${MARKED} ${inside} }`);
  }
  const isCalm = CALM.some((name) => hides.includes(name));
  const names = isCourse || !hides.length ? hides : [...hides, "changes"];
  // What follows the stage is hidden, too. A class that is led reads what the names say.
  if (isCalm || covers(hides)) ROOT.setAttribute("data-guide-covers", names.join(" "));
  else ROOT.removeAttribute("data-guide-covers");
  const isPlain = isCalm || hides.includes("controls");
  ROOT.toggleAttribute("data-guide-calm", isPlain); // what is above it
  rules.push(...coverRules(names, covered));
  if (isCalm) rules.push(UNEXPLAINED, marks.includes("merges") ? WITH_RULES : NO_RULES);
  if (isCalm && !marks.includes("transport")) rules.push(STEPS);
  if (marks.includes("merges")) rules.push(WORD_ABOVE_RULES, isHeld || isCalm ? "" : WITH_STEPS);
  if (isPlain) rules.push(CONTROLS);
  if (isPlain && !marks.includes("watched")) rules.push(NOT_WATCHED);
  if (isPlain && !marks.includes("merge")) rules.push(NO_TIES);
  if (isCourse && hides.includes("later") && !marks.includes("transport")) rules.push(NO_STEPS);
  sheet.replaceSync(rules.join("\n"));
  return marks.map(selectorOf).filter(Boolean);
}

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
  if (covers(hides)) rules.push(NO_CAPTION);
  const boxes = hides.map((name) => COVERED[name]).filter(Boolean);
  if (boxes.length && hides.includes("rest"))
    rules.push(`${boxes.join(", ")} { display: none !important; }`);
  else if (boxes.length) rules.push(cover(boxes.join(", "), covered));
  if (boxes.some((each) => each.includes(".merge"))) rules.push(NO_HEADLINE);
  // The phone of a follower who is asked has no room for what is covered.
  if (boxes.length) rules.push(`.is-asked .following :is(${boxes}) { display: none !important; }`);
  if (hides.includes("result")) rules.push(CANDIDATES, NO_LEGEND);
  if (hides.includes("unknown")) {
    rules.push(".unknown { color: inherit; background: none; border: 1px solid var(--edge); }");
  }
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
  const wanted =
    matchMedia(PHONE).matches && shown[0] === REGIONS.transport
      ? [...shown.slice(1), PLACE]
      : shown;
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
  if (!box || !steps?.checkVisibility() || !matchMedia(PHONE).matches) return;
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

/** Highlight and hide nothing. */
export function clearMarks() {
  sheet.replaceSync("");
  ROOT.removeAttribute("data-guide-covers");
  ROOT.removeAttribute("data-guide-calm");
}

/**
 * Have a stage follow the marks.
 * @param {HTMLElement} frame
 */
export function followMarks(frame) {
  const root = frame.getRootNode();
  if (!(root instanceof Document || root instanceof ShadowRoot)) return; // the page is changing
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet);
}
