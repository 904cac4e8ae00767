// A page in a frame of another site, with the parameter embed=true. It shows the stage with its
// transport, the language, and one link that opens the full app (see `embed_bar.js`).
import { el } from "../parts/dom.js";

const PARAM = "embed";
const OF_FULL_APP = ["part", "lesson", "section"]; // parameters that an embedded page does not follow

const values = new URLSearchParams(location.search).getAll(PARAM);
/**
 * Whether this page is embedded, as `is_embedded` of the server decides it for frames. It stays so as
 * long as it is loaded.
 */
export const isEmbedded =
  values.length > 0 && values.every((each) => each.toLowerCase() === "true");
document.documentElement.toggleAttribute("data-embed", isEmbedded);

/** What the URL of an embedded page has at its end; empty on other pages. */
export const embedQuery = isEmbedded ? `&${PARAM}=true` : "";

/**
 * A page in the full app.
 * @param {string} page the URL of an embedded page
 */
export function withoutEmbed(page) {
  const url = new URL(page);
  url.searchParams.delete(PARAM);
  return url.href;
}

/**
 * The HTML with which another site shows a page of this app.
 * @param {string} page its URL
 * @param {string} title of the frame
 */
export function embedCode(page, title) {
  const url = new URL(page);
  const { searchParams: query } = url;
  const views = (query.get("view") ?? "").split(" ").filter((each) => each !== "projector");
  query.set("view", views.join(" "));
  for (const name of [...OF_FULL_APP, ...(views.join("") ? [] : ["view"])]) query.delete(name);
  query.set(PARAM, "true");
  url.hash = "";
  return el("iframe", "", {
    src: url.href,
    title,
    width: "100%",
    height: "640",
    style: "border: 0",
    loading: "lazy",
    allow: "clipboard-write",
  }).outerHTML;
}
