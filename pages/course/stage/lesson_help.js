// The help of the editor of a lesson.
import { definitionList, el } from "../../stage/parts/dom.js";

const HELPED = ["sentence", "note", "task", "answers", "choices", "hides", "until"];

/**
 * What the fields of a part are for.
 * @param {Record<string, string>} labels
 */
export function fieldHelp(labels) {
  const list = definitionList(HELPED.map((name) => [labels[name], labels[`${name}_help`]]));
  return el("details", "field-help", el("summary", "", labels.field_help), list);
}
