// The languages, in the list of chapters: the panel takes the place of the sidebar, which has them, too.
import { pageData } from "../../stage/core/address.js";
import { el } from "../../stage/parts/dom.js";

/**
 * Links to a part in each language; null before the server has sent them. The part opens its place
 * again, because its words can be those of the language.
 * @param {string} part
 */
export function languageLinks(part) {
  const data = pageData();
  if (!data) return null;
  const lesson = new URLSearchParams(location.search).get("lesson");
  const links = data.embed.languages.map(([code, name]) => {
    const query = new URLSearchParams({ part, lang: code, ...(lesson ? { lesson } : {}) });
    const current = code === data.lang ? "true" : undefined;
    return el("a", "", { href: `./?${query}`, lang: code, "aria-current": current }, name);
  });
  return el("p", "languages flow", { role: "group", "aria-label": data.embed.language }, links);
}
