// Links that download questions for a learning platform, as Moodle XML and QTI 2.1.

import { el, selectEl } from "../../stage/parts/dom.js";

const PLATFORMS = ["moodle", "qti"];
const LEVELS = [1, 2, 3];
const COUNTS = [5, 10, 20];
const MAX_SEED = 99_999;

/**
 * The address of a file.
 * @param {string} lang
 * @param {string} kind of the questions: "practice", "worksheet" or "lesson"
 * @param {string} platform
 * @param {Record<string, string>} query
 */
function address(lang, kind, platform, query) {
  const name = `platform/${lang}/${kind}-${platform}?${new URLSearchParams(query)}`;
  return new URL(name, import.meta.url).href;
}

/**
 * A box with a link for each platform. An error must not replace the page, hence `download`.
 * @param {Record<string, string>} labels
 * @param {string} lang
 * @param {string} kind of the questions
 * @param {() => Record<string, string>} query of the file, asked for at each click
 * @param {HTMLElement[]} [fields] above the links
 */
export function platformBox(labels, lang, kind, query, fields = []) {
  const links = PLATFORMS.map((platform) => {
    const link = el("a", "button download", { download: "" }, labels[`platform_${platform}`]);
    const aim = () => {
      link.href = address(lang, kind, platform, query());
    };
    aim();
    for (const event of ["pointerdown", "focus", "click"]) link.addEventListener(event, aim);
    return link;
  });
  return el("details", "platform", [
    el("summary", "", labels.platform),
    el("p", "about", labels.platform_about),
    ...fields,
    el("div", "actions flow", links),
  ]);
}

/**
 * A box with the questions of a skill and a level.
 * @param {Record<string, string>} labels
 * @param {object} shown
 * @param {string} shown.lang
 * @param {string} shown.words the language of the words of questions
 * @param {string} shown.here the skill that is chosen first
 * @param {number} shown.seed of the set; 0 for a new one
 * @param {(readonly [name: string, text: string])[]} shown.skills
 */
export function platformSet(labels, { lang, words, here, seed, skills }) {
  const skill = selectEl(labels.platform_skill, skills);
  skill.value = here;
  const level = selectEl(
    labels.platform_level,
    LEVELS.map((n) => [n, String(n)]),
  );
  const count = selectEl(
    labels.platform_count,
    COUNTS.map((n) => [n, String(n)]),
  );
  count.value = "10";
  const set = seed || 1 + Math.floor(Math.random() * MAX_SEED);
  const query = () => ({
    seed: String(set),
    skill: skill.value,
    level: level.value,
    count: count.value,
    words,
  });
  const field = (/** @type {string} */ text, /** @type {HTMLElement} */ input) =>
    el("label", "field", el("span", "", text), input);
  return platformBox(labels, lang, "practice", query, [
    el("div", "fields flow", [
      field(labels.platform_skill, skill),
      field(labels.platform_level, level),
      field(labels.platform_count, count),
    ]),
  ]);
}
