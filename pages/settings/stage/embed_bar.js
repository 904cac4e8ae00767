// The bar below an embedded stage: the language, and the link that opens the full app.
import { openPlace, pageData, writeAddress } from "../../stage/core/address.js";
import { withoutEmbed } from "../../stage/core/embedded.js";
import { el } from "../../stage/parts/dom.js";

/** @import { AddressData } from "../../stage/types.d.ts" */

/**
 * Open every link in a new tab: another page of the app may not be shown in the frame.
 * @param {MouseEvent} event
 */
function openOutside(event) {
  const link = event.composedPath().find((node) => node instanceof HTMLAnchorElement);
  if (link) link.target = "_blank";
}

/** @param {AddressData} data */
export function drawEmbedBar({ lang, embed: { open, language, languages } }) {
  const before = document.querySelector("body > .embed-bar");
  if (before?.getAttribute("lang") === lang) return;
  if (!before) window.addEventListener("click", openOutside, true);
  const isFocused = before?.contains(document.activeElement);
  before?.remove();
  const bar = el("footer", "embed-bar", { lang });
  const choice = el("select", "", { "aria-label": language });
  for (const [code, name] of languages) choice.append(new Option(name, code, false, code === lang));
  choice.addEventListener("change", () => openIn(choice.value));
  const link = el("a", "", { href: withoutEmbed(location.href), target: "_blank" }, open);
  link.rel = "noopener";
  for (const event of ["pointerenter", "focus", "click"]) {
    link.addEventListener(event, () => {
      writeAddress();
      link.href = withoutEmbed(location.href); // with the step of now
    });
  }
  bar.append(choice, link);
  document.body.append(bar);
  if (isFocused) choice.focus();
}

/**
 * Show the same place in another language.
 * @param {string} lang
 */
function openIn(lang) {
  const data = pageData();
  if (!data) return;
  writeAddress();
  const query = new URL(withoutEmbed(location.href)).searchParams;
  query.set("lang", lang);
  openPlace(data.page, query.toString(), false);
}
