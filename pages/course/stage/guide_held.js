// What a part of the course holds back until it is answered, and where the answer leaves the reader.

/** @import { PartData } from "../../stage/types.d.ts" */
/** @import { Given } from "./guide_part.js" */

const ALWAYS = ["unexplained", "controls"]; // in every part
const STAYS = ["later", ...ALWAYS];
/** @type {Record<string, string>} what is a page's word in its query */
const WORD_OF = { unigram: "word", encode: "input" };
const LAST = 9999; // a step: a page goes to its last one

/**
 * Whether the steps wait for the answer: what comes next would give it away.
 * @param {PartData} part
 */
export function holdsSteps({ hides, task }) {
  const isCovered = hides.some((name) => !ALWAYS.includes(name));
  return Boolean(isCovered && task && task.kind !== "step" && task.kind !== "word");
}

/**
 * Whether something stays hidden after the answer, too: it answers the next part, or it is the table
 * of a later step, which has the counts before its merge, and the task asked for those after it.
 * @param {PartData} part
 * @param {string} name of what is hidden
 */
export function staysHidden({ task, page, step, keeps = [] }, name) {
  if (STAYS.includes(name) || keeps.includes(name)) return true;
  const hasCounts = ["pairs", "counts", "merge", "rest"].includes(name);
  return hasCounts && !page && task?.kind === "number" && step > 0;
}

/**
 * The word that the stage shows once it was typed, or that of the worked answer; otherwise empty.
 * @param {PartData} part
 * @param {Given} [given] the last answer
 */
export function wordAfter({ page, task }, given) {
  if (!(page in WORD_OF) || task?.kind !== "word") return "";
  return given?.checked?.right ? given.text : (task.answers?.[0] ?? "");
}

/**
 * The query of where the answer to a part leaves the reader.
 * @param {PartData} part
 * @param {string} [word] that the answer shows
 */
export function queryAfter({ page, query, step, after = step, task }, word = "") {
  const place = new URLSearchParams(query);
  if (word) place.set(WORD_OF[page], word.normalize("NFKC"));
  if (word && page === "encode") after = LAST; // it may have more steps than the word before
  place.set(
    page ? "position" : "step",
    task?.kind === "step" ? (task.answers?.[0] ?? "") : String(after),
  );
  return String(place);
}
