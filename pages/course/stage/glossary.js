// Terms of the glossary in a text: each is underlined where it first occurs, and opens its sentence.

import { el } from "../../stage/parts/dom.js";

/** @import { TermData } from "../../stage/types.d.ts" */

const LATIN = /^[\x20-\x7e]+$/;
const HANGUL = /^\p{Script=Hangul}/u;
const ENDING = /^[\p{Script=Hangul}\p{Pe}\p{Pf}\p{Po}]+/u; // no line starts with a Korean ending or a full stop

/**
 * A regular expression for the forms of all terms, the longest first. Korean words have endings, and
 * Chinese has no spaces.
 * @param {string[]} forms
 */
function pattern(forms) {
  const longest = [...forms].sort((one, other) => other.length - one.length);
  const alternatives = longest.map((form) => {
    const text = form.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    if (LATIN.test(form)) return `(?<![A-Za-z0-9-])${text}(?![A-Za-z0-9-])`;
    return HANGUL.test(form) ? `(?<!\\p{Script=Hangul})${text}` : text;
  });
  return new RegExp(alternatives.join("|"), "giu");
}

/**
 * Underline the terms in an element, each where it first occurs. A token in a sentence is no term.
 * @param {HTMLElement} element whose children are the paragraphs
 * @param {TermData[]} terms
 */
export function underlineTerms(element, terms) {
  const byForm = new Map(
    terms.flatMap((term) => term.forms.map((form) => [form.toLowerCase(), term])),
  );
  if (!byForm.size) return;
  const forms = pattern([...byForm.keys()]);
  const found = new Set();
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  /** @type {Text[]} */
  const texts = [];
  while (walker.nextNode()) texts.push(/** @type {Text} */ (walker.currentNode));
  for (const node of texts.filter((each) => !each.parentElement?.closest("bdi, button"))) {
    /** @type {(string | Node)[]} */
    const parts = [];
    let end = 0;
    for (const match of node.data.matchAll(forms)) {
      const term = byForm.get(match[0].toLowerCase());
      if (!term || found.has(term)) continue;
      found.add(term);
      const start = match.index + match[0].length;
      const [ending = ""] = ENDING.exec(node.data.slice(start)) ?? [];
      const whole = el("span", "with-ending", termButton(match[0], term), ending);
      parts.push(node.data.slice(end, match.index), whole);
      end = start + ending.length;
    }
    if (parts.length) node.replaceWith(...parts, node.data.slice(end));
  }
}

/**
 * @param {Event} event
 * @param {HTMLElement[]} nodes
 */
const isInside = (event, ...nodes) => nodes.some((node) => event.composedPath().includes(node));

/**
 * A term in a text. It has its sentence as a tooltip. A click or Enter shows the sentence below the
 * paragraph; another one, Escape, or a click elsewhere hides it, so at most one is open.
 * @param {string} text
 * @param {TermData} term
 */
function termButton(text, term) {
  const attributes = { type: "button", "aria-expanded": "false", title: term.sentence };
  const button = el("button", "term", attributes, text);
  /** @type {HTMLElement | null} */
  let box = null;
  const onClick = (/** @type {MouseEvent} */ event) => {
    if (box && !isInside(event, box, button)) close();
  };
  const onKey = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Escape" || event.defaultPrevented || !button.isConnected) return;
    if (box?.contains(/** @type {ShadowRoot} */ (button.getRootNode()).activeElement))
      button.focus();
    close();
    event.preventDefault();
    event.stopPropagation();
  };
  const close = () => {
    box?.remove();
    box = null;
    button.ariaExpanded = "false";
    window.removeEventListener("click", onClick, true);
    window.removeEventListener("keydown", onKey, true);
  };
  button.addEventListener("click", () => {
    if (box) {
      close();
      return;
    }
    box = el("span", "meaning", { role: "note" });
    box.append(el("b", "", term.forms[0]), ...otherForms(term), term.sentence);
    button.closest("p")?.append(box);
    box.scrollIntoView({ block: "nearest" });
    button.ariaExpanded = "true";
    window.addEventListener("click", onClick, true);
    window.addEventListener("keydown", onKey, true);
  });
  return button;
}

/**
 * What else a term is called: its English title, and the forms of other texts.
 * @param {TermData} term
 */
export function otherForms({ english, also }) {
  const forms = [];
  if (english) forms.push(el("span", "english", { lang: "en" }, english));
  if (also) forms.push(el("span", "also", also));
  return forms;
}
