// The link of a pinned token: it opens the token in the inspector.
import { el } from "../parts/dom.js";
import { linkTo } from "./next_steps.js";

/**
 * A link, or null where there is no inspector: in a report, and on the phones of a class.
 * @param {string | undefined} label
 * @param {number | string | null | undefined} id of the token; none if it has none
 * @param {Record<string, string>} [settings] those that say which tokenizer it is of
 */
export function tokenLink(label, id, settings = {}) {
  if (!label || id === null || id === undefined) return null;
  const link = el("a", "token-link", label);
  const setLink = () => {
    link.href = linkTo("inspect", { ...settings, token: String(id) });
  };
  setLink();
  link.addEventListener("click", setLink); // the URL has changed since the link was drawn
  return link;
}
