// What a part of the course highlights on the stage, and what it hides until it is answered: a style
// sheet, so it holds for everything that a step draws.

// The regions of a stage that can be highlighted. Others are tokens, pairs and words.
/** @type {Record<string, string>} */
const REGIONS = {
  pairs: ".pairs",
  merge: ".merge",
  corpus: ".corpus .words",
  text: ".corpus .words",
  transport: ".main-controls",
  watched: ".watched",
  merges: ".overview > :first-child, .rules, .bpe-side",
  lattice: ".picture",
  result: ".result, .choice",
  pieces: ".pieces, .candidates",
  charts: ".charts",
};
const SPOKEN = ".stage > .visually-hidden, .explanation, .code"; // says what a step shows
/** @type {Record<string, string>} */
const HIDDEN = {
  counts: ".pairs td:nth-child(n + 2) > *, .pairs td:nth-child(n + 3), .merge .facts, .charts",
  pairs: ":is(.pairs, .merge-candidates) :is(.scroll, .note), .merge .facts, .charts",
  merge: ".merge > *, .overview, .charts",
  corpus: ".corpus :is(.words, .note), .watched .line",
  unknown: ".merge > *, .result > *, .facts",
  best: ".best :is(.scroll, .note), .merge > *, .choice > *, .every",
  result: ".result > *, .choice > *, .merge > *, .every",
  charts: ".charts, .chart",
};
const MARKED = "outline: 3px solid var(--mark); outline-offset: 2px; border-radius: 0.5rem;";

const sheet = new CSSStyleSheet();

/**
 * The selector of what a mark is about; empty for an unknown mark.
 * @param {string} mark "pairs", "pair 3 5", "token 7", "word hug", ...
 */
function selectorOf(mark) {
  const [kind, ...rest] = mark.split(" ");
  const value = CSS.escape(rest.join(" "));
  if (kind === "pair") return `.row[data-pair="${value}"]`;
  if (kind === "token") return `.corpus [data-id="${value}"], .row[data-pair="${value}"]`;
  if (kind === "word") return `.layer:not(.before) [data-word="${value}"]`;
  return REGIONS[mark] ?? "";
}

/**
 * Highlight and hide parts of every stage.
 * @param {string[]} marks
 * @param {string[]} hides
 */
export function mark(marks, hides) {
  const shown = marks.map(selectorOf).filter(Boolean);
  const hidden = hides.map((name) => HIDDEN[name]).filter(Boolean);
  const rules = [".tour { display: none; }", `[data-picked] { ${MARKED} }`];
  for (const each of shown) rules.push(`:is(${each}) { ${MARKED} }`);
  if (hidden.length)
    rules.push(`${SPOKEN}, ${hidden.join(", ")} { visibility: hidden !important; }`);
  if (hides.includes("unknown")) {
    rules.push(".unknown { color: inherit; background: none; border-style: solid; }");
  }
  sheet.replaceSync(rules.join("\n"));
}

/** Highlight and hide nothing. */
export function clearMarks() {
  sheet.replaceSync("");
}

/**
 * Have a stage follow the marks.
 * @param {HTMLElement} frame
 */
export function followMarks(frame) {
  const root = /** @type {Document | ShadowRoot} */ (frame.getRootNode());
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet);
}
