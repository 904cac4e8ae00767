// The results of a set of questions: the browser keeps them, and the student can download them.
import { ofBrowser } from "../../stage/core/storage.js";
import { el } from "../../stage/parts/dom.js";

/** @import { ResultsData } from "../../stage/types.d.ts" */

const STORED = "merge-by-merge-results"; // in the local storage, with the seed
const MAX_NAME = 60; // characters

/**
 * The results of this visit and of earlier ones, by the number of the question.
 * @param {ResultsData} data
 * @returns {ResultsData["questions"]}
 */
function keepResults({ seed, questions }) {
  const name = `${STORED} ${seed}`;
  const earlier = ofBrowser.list(name).filter((each) => Number(each?.question) > 0);
  const known = new Map([...earlier, ...questions].map((each) => [Number(each.question), each]));
  const all = [...known.values()];
  ofBrowser.setValue(name, all);
  return all;
}

/**
 * A field for a name, and the button that downloads the results.
 * @param {ResultsData} data
 */
export function results(data) {
  const { labels, format, seed } = data;
  const questions = keepResults(data);
  const box = el("section", "results flow");
  const attributes = { maxlength: MAX_NAME, autocomplete: "off" };
  const name = el("input", "text-field", { ...attributes, "aria-label": labels.name });
  name.placeholder = labels.name;
  const button = el("button", "button", { type: "button" }, labels.download);
  button.disabled = !questions.length;
  button.addEventListener("click", () => {
    const { lang } = document.documentElement; // of the explanations
    const text = JSON.stringify({ format, seed, lang, name: name.value.trim(), questions });
    const url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
    el("a", "", { href: url, download: `results-${seed}.json` }).click();
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  });
  box.append(name, button, el("p", "note", {}, labels.about));
  return box;
}
