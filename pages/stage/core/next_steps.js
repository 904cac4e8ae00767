// What to do after the last step: links to other pages, with the same settings. They take the place
// of a note, so nothing moves.
import { el } from "../parts/dom.js";
import { pageLink } from "./page_link.js";

/** @import { Head } from "../records.d.ts" */

/**
 * A link to another page with the settings of this one. It starts at its first step.
 * @param {string} page its path
 * @param {Record<string, string>} settings
 */
export function linkTo(page, settings) {
  const query = new URLSearchParams(location.search);
  query.delete("position");
  for (const [name, value] of Object.entries(settings)) query.set(name, value);
  return pageLink(page, query);
}

export class NextSteps {
  /**
   * @param {Head} head
   * @param {HTMLElement} note what the place shows before the last step
   */
  constructor({ next_steps: found, last }, note) {
    this.last = last;
    this.node = el("div", "note-or-next", note);
    /** @type {(() => void)[]} */
    this.setLinks = [];
    if (!found || !last) return; // without steps, there is nothing to go on from
    const nav = el("nav", "next-steps", { "aria-label": found.title });
    nav.append(el("span", "label", { "aria-hidden": "true" }, found.title));
    for (const [text, page, settings] of found.links) {
      const link = el("a", "next-link", text);
      const setLink = () => {
        link.href = linkTo(page, settings);
      };
      link.addEventListener("click", setLink); // the URL has changed since the link was drawn
      this.setLinks.push(setLink);
      nav.append(link);
    }
    this.node.append(nav);
  }

  /** @param {number} step */
  draw(step) {
    const isLast = step === this.last && this.setLinks.length > 0;
    this.node.classList.toggle("at-end", isLast);
    if (isLast) for (const setLink of this.setLinks) setLink();
  }
}
