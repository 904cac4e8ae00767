// The lesson that a teacher writes. It stays in this browser's local storage until it becomes a link.
import { isText, ofBrowser, validIn } from "../../stage/core/storage.js";

/** @import { DraftPart } from "../../stage/records.d.ts" */

const STORED = "merge-by-merge-lesson";
const MAX_PARTS = 40;
const LEFT_OUT = ["lesson", "part"]; // parameters of a link that a part does not need
/** @type {Set<() => void>} */
const listeners = new Set();

/** @returns {DraftPart[]} */
export function draft() {
  const parts = ofBrowser.list(STORED).map((each) => validIn(each, isText));
  return /** @type {any[]} */ (parts).filter((each) => each.link);
}

/** @param {DraftPart[]} parts */
export function saveDraft(parts) {
  ofBrowser.setValue(STORED, parts.slice(0, MAX_PARTS));
  for (const listener of listeners) listener();
}

/**
 * Call a function whenever the draft changes here. Returns a function that ends this.
 * @param {() => void} listener
 */
export function onDraft(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Add a place of the app as the last part. Returns how many parts the draft has then; 0 if it is full.
 * @param {string} url
 */
export function addPlace(url) {
  const parts = draft();
  if (parts.length >= MAX_PARTS) return 0;
  const { origin, pathname, searchParams } = new URL(url);
  for (const name of LEFT_OUT) searchParams.delete(name);
  const views = (searchParams.get("view") ?? "").split(" ").filter((each) => each !== "projector");
  if (views.join("")) searchParams.set("view", views.join(" "));
  else searchParams.delete("view");
  saveDraft([...parts, { link: `${origin}${pathname}?${searchParams}`, sentence: "" }]);
  return parts.length + 1;
}

/**
 * A draft as a written lesson (see `pages/course/lesson_text.py`).
 * @param {DraftPart[]} parts
 */
export function written(parts) {
  /** @type {[sign: string, name: Exclude<keyof DraftPart, "link">][]} */
  const details = [
    ["*", "title"],
    ["#", "note"],
    [">", "until"],
    ["?", "question"],
    ["=", "answers"],
    ["~", "choices"],
    ["+", "explanation"],
    ["-", "hides"],
  ];
  return parts
    .flatMap((part) => [
      `${part.link} ${(part.sentence ?? "").replace(/\s+/g, " ").trim()}`.trim(),
      ...details.flatMap(([sign, name]) =>
        (part[name] ?? "")
          .split("\n")
          .filter((line) => line.trim())
          .map((line) => `${sign} ${line.trim()}`),
      ),
    ])
    .join("\n");
}
