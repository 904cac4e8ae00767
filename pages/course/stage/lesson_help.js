// The help of the editor of a lesson.
import { el } from "../../stage/parts/dom.js";

const HELPED = ["note", "task", "answers", "hides", "until"];

/**
 * What the fields of a part are for.
 * @param {Record<string, string>} labels
 */
export function fieldHelp(labels) {
  const [help, list] = [el("details", "field-help"), el("dl")];
  for (const name of HELPED) {
    list.append(el("dt", "", labels[name]), el("dd", "", labels[`${name}_help`]));
  }
  help.append(el("summary", "", labels.field_help), list);
  return help;
}
