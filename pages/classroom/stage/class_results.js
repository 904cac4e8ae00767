// The result of a question to a class: a bar for each answer, in each of two votes; for a word that
// the class has split, arcs that get thicker with the votes.
import { el, fill, sentenceEl, withoutIsolates } from "../../stage/parts/dom.js";
import { svgEl } from "../../stage/parts/svg.js";
import { LETTERS, SIGNS } from "../../stage/questions/question.js";
import { contentOf } from "./class_question.js";

/**
 * @import {
 *   ClassBar, ClassLabels, ClassQuestion, ClassResult, ClassRound, ClassTally
 * } from "../../stage/types.d.ts"
 */

const UNIT = 60; // the width of a character in the picture of a split word
const THINNEST = 1.5; // of an arc, in the same units
const THICKEST = 14;
const HIGHEST = 0.75; // where an arc is, in its height
const LONG = 20; // characters of an answer that leaves no space for a bar in its line

/**
 * Draw the result of a question that is revealed.
 * @param {ClassQuestion} question
 * @param {ClassLabels} labels
 * @param {unknown} [own] the number of the choice that this phone's owner made; null: none, on a phone
 */
export function drawResult({ kind, form, choices = [], characters, result }, labels, own) {
  const node = el("div", "class-result");
  if (!result) return node;
  const hasLetters = kind === "predict" || form === "choice";
  const last = result.rounds.at(-1);
  const titles = result.rounds.length > 1 ? [labels.vote_1, labels.vote_2] : [""];
  // Those about a task say what "you" did, but not everybody here has done it.
  const isToOne = kind === "practice" || kind === "part";
  const told = (/** @type {ClassBar} */ bar) =>
    isToOne && !bar.right && bar.reason
      ? { ...bar, reason: fill(labels.if_yours, { reason: bar.reason }) }
      : bar;
  const rounds = result.rounds
    .map((round, i) => ({ ...round, bars: round.bars?.map(told) ?? null, title: titles[i] ?? "" }))
    .filter(({ bars }) => bars);
  if (characters && last?.arcs) node.append(splitPicture(characters, last.arcs, result, labels));
  if (rounds.length) node.append(barList(rounds, hasLetters, labels, own));
  if (!last?.bars)
    node.append(el("p", "few", [titles.at(-1), labels.few].filter(Boolean).join(": ")));
  const right = result.right.map((i) => LETTERS[i]).join(", ");
  const answer = hasLetters ? right : result.answer;
  if (answer && !rounds.length) {
    const line = sentenceEl("p", "right-answer", fill(labels.right_answer, { answer }));
    for (const i of result.right) if (choices[i]) line.append(" ", contentOf(choices[i]));
    node.append(line);
  }
  const isExplained =
    !hasLetters && rounds.at(-1)?.bars?.some(({ right, reason }) => right && reason);
  if (result.explanation && !isExplained)
    node.append(sentenceEl("p", "because", result.explanation));
  return node;
}

/**
 * Draw what has been answered so far, for the lecturer alone.
 * @param {ClassQuestion} question
 * @param {ClassTally} tally
 * @param {ClassLabels} labels
 */
export function drawTally({ kind, form }, { bars, answered }, labels) {
  if (!bars?.length) return null;
  const hasLetters = kind === "predict" || form === "choice";
  const shown = bars.map((bar) => ({ ...bar, reason: "", value: "" }));
  return barList([{ answered, bars: shown, title: "" }], hasLetters, labels, undefined);
}

/**
 * @param {(ClassRound & { title: string })[]} rounds with bars; title: which vote, if there were two
 * @param {boolean} hasLetters
 * @param {ClassLabels} labels
 * @param {unknown} own see `drawResult`
 */
function barList(rounds, hasLetters, labels, own) {
  const last = rounds[rounds.length - 1];
  const before = rounds.length > 1 ? rounds[0] : null;
  const mark = { role: "img", "aria-label": labels.right };
  const mistakes = (last.bars ?? []).filter(
    ({ right, votes, reason }) => !right && votes && reason,
  );
  const common = mistakes.sort((one, other) => other.votes - one.votes)[0];
  const items = (last.bars ?? []).map((bar, i) => {
    const { label, right, value, reason, votes } = bar;
    const earlier = before?.bars?.find((each) => sameAnswer(each, bar));
    // A phone explains the choice of its owner, and all others the most common mistake.
    const isOnPhone = own !== undefined;
    const isExplained = hasLetters
      ? !isOnPhone && bar === common
      : isOnPhone || right || bar === common;
    return el("li", right ? "bar-row right" : "bar-row", [
      el("span", "answer flow", [
        hasLetters && el("span", "letter", LETTERS[i]),
        contentOf(label),
        right && el("span", "mark", mark, SIGNS.right),
        hasLetters && i === own && el("span", "own", labels.yours),
      ]),
      el("span", "vote-lines", [
        before && barEl(earlier?.votes ?? 0, before.answered, before.title, labels),
        barEl(votes, last.answered, last.title, labels),
      ]),
      value && el("span", "value", fill(labels.true_value, { value })),
      isExplained && reason && sentenceEl("p", "reason", reason),
    ]);
  });
  const isLong = items.some((item) => (item.firstElementChild?.textContent ?? "").length > LONG);
  const kinds = [hasLetters && "lettered", before && "twice", isLong && "long"];
  return el("ol", ["bars", ...kinds.filter(Boolean)].join(" "), items);
}

/**
 * @param {ClassBar} one
 * @param {ClassBar} other
 */
function sameAnswer(one, other) {
  return JSON.stringify(one.label) === JSON.stringify(other.label);
}

/**
 * @param {number} votes
 * @param {number} all
 * @param {string} title which vote it is, if there were two
 * @param {ClassLabels} labels
 */
function barEl(votes, all, title, labels) {
  const share = all ? votes / all : 0;
  const bar = el("span", "vote-bar");
  bar.style.width = `${100 * share}%`;
  const percent = fill("{n}%", { n: Math.round(100 * share) });
  const spoken = fill(votes === 1 ? labels.votes_one : labels.votes, { votes, percent });
  return el("span", "vote-line", [
    el("span", "vote-title", title),
    el("span", "track", bar),
    el("span", "visually-hidden", spoken),
    el("span", "number", { "aria-hidden": "true" }, `${votes} · ${percent}`),
  ]);
}

/**
 * A word with an arc for each piece that somebody cut out of it.
 * @param {string[]} characters
 * @param {[start: number, end: number, votes: number][]} arcs
 * @param {ClassResult} result
 * @param {ClassLabels} labels
 */
function splitPicture(characters, arcs, { best = [] }, labels) {
  const most = Math.max(1, ...arcs.map(([, , votes]) => votes));
  const longest = Math.max(1, ...arcs.map(([start, end]) => end - start));
  const base = THICKEST + HIGHEST * (14 + longest * 24);
  const width = characters.length * UNIT + 40;
  const piece = (/** @type {number[]} */ [start, end]) => characters.slice(start, end).join("");
  const spoken = arcs.map(([start, end, votes]) => `${piece([start, end])}: ${votes}`).join(", ");
  const svg = svgEl("svg", {
    class: "votes-picture",
    role: "img",
    "aria-label": withoutIsolates(`${labels.arcs} ${spoken}`),
    viewBox: `0 0 ${width} ${base + 50}`,
  });
  svg.style.setProperty("--width", `${width}px`);
  for (const [start, end, votes] of arcs) {
    const isBest = best.some(([from, to]) => from === start && to === end);
    const [from, to] = [20 + start * UNIT, 20 + end * UNIT];
    const height = 14 + (end - start) * 24;
    const arc = svgEl("path", {
      class: isBest ? "best" : "",
      d: `M${from} ${base} C${from} ${base - height} ${to} ${base - height} ${to} ${base}`,
    });
    arc.style.strokeWidth = String(THINNEST + ((THICKEST - THINNEST) * votes) / most);
    svg.append(arc);
  }
  characters.forEach((character, i) => {
    svg.append(svgEl("text", { x: 20 + (i + 0.5) * UNIT, y: base + 34 }, character));
  });
  return svg;
}
