// Translates the English texts of Streamlit itself into the language of the page.
// Texts of the reader are left alone.

import { OTHER_TEXTS } from "../../stage/core/streamlit_page.js";

const ATTRIBUTES = ["aria-label", "placeholder", "title", "alt", "aria-roledescription"];

/** @typedef {{ english: string, translation: string }} Translated */
/** @type {WeakMap<Node, Record<string, Translated>>} by node and attribute, or "text" */
const translated = new WeakMap();
/** @type {Record<string, string>} English -> translation; "{it}" stands for any text */
let dictionary = {};

/** @param {string} english */
function translate(english) {
  const text = english.trim();
  if (Object.hasOwn(dictionary, text)) return dictionary[text];
  for (const [pattern, translation] of Object.entries(dictionary)) {
    const [before, after] = pattern.split("{it}");
    if (after === undefined || text.length <= before.length + after.length) continue;
    if (!text.startsWith(before) || !text.endsWith(after)) continue;
    return translation.replace("{it}", () => text.slice(before.length, text.length - after.length));
  }
  return english;
}

/**
 * Translate a text of a node. A text that was translated before is translated from English again.
 * @param {Node} node
 * @param {string} name the attribute, or "text"
 * @param {string | null} value
 * @param {(translation: string) => void} set
 */
function update(node, name, value, set) {
  if (!value) return;
  const before = translated.get(node) ?? {};
  const english = before[name]?.translation === value ? before[name].english : value;
  const translation = translate(english);
  if (translation !== value) {
    translated.set(node, { ...before, [name]: { english, translation } });
    set(translation);
  }
}

/** @param {Element} node */
function visitAttributes(node) {
  for (const name of ATTRIBUTES) {
    update(node, name, node.getAttribute(name), (text) => node.setAttribute(name, text));
  }
}

/** @param {Node} node */
function visit(node) {
  if (node.nodeType === Node.TEXT_NODE) {
    if (node.parentElement?.closest(OTHER_TEXTS)) return;
    update(node, "text", node.nodeValue, (text) => {
      node.nodeValue = text;
    });
  } else if (node instanceof Element) {
    visitAttributes(node);
    node.childNodes.forEach(visit);
  }
}

const observer = new MutationObserver((changes) => {
  for (const { type, target, addedNodes } of changes) {
    if (type === "childList") addedNodes.forEach(visit);
    else if (target instanceof Element) visitAttributes(target);
    else visit(target);
  }
});

/**
 * Translate the page with this dictionary from now on; {} for English.
 * @param {Record<string, string>} newDictionary
 */
export function translateStreamlit(newDictionary) {
  if (JSON.stringify(newDictionary) === JSON.stringify(dictionary)) return;
  dictionary = newDictionary;
  visit(document.body);
  observer.observe(document.body, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
    attributeFilter: ATTRIBUTES,
  });
}
