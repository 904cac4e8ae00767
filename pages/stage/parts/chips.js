// Tokens as chips, and lines of texts and chips.
import { colorOf } from "./colors.js";
import { el, languageOf, setLanguage } from "./dom.js";

/**
 * @import { ChipData, Content } from "../records.d.ts"
 * @import { TokenRef, Tokens } from "../types.d.ts"
 */

/**
 * A token of the vocabulary as a chip.
 * @param {Tokens} head
 * @param {TokenRef} id a text if the vocabulary does not contain the token
 */
export function tokenChip(head, id, className = "token") {
  const lang = languageOf(head);
  if (typeof id === "string") return el("span", `${className} unknown`, lang, id);
  const [text, number] = head.tokens[id];
  const node = el("span", `${className} ${colorOf(number)}`, { "data-id": id, ...lang });
  node.append(el("span", "glyphs", text));
  return node;
}

/**
 * A token as a chip without a vocabulary: chips with the same text are highlighted together.
 * @param {ChipData} data
 */
export function chip([text, number, className = ""]) {
  const node = el("span", `token ${className} ${colorOf(number)}`, { "data-id": text });
  node.append(el("span", "glyphs", text));
  return node;
}

const SIGNS = ["+", "×"]; // tokens with these are a formula, which is read from the left

/** @type {WeakMap<HTMLElement, string>} */
const contents = new WeakMap();

/**
 * Fill a cell or a line: with a text, or with texts and chips, each in its own direction.
 * @template {HTMLElement} Node
 * @param {Node} node
 * @param {Content} content
 */
export function setContent(node, content) {
  const key = JSON.stringify(content);
  if (contents.get(node) === key) return node;
  contents.set(node, key);
  if (typeof content === "string") {
    node.textContent = content;
    return node;
  }
  setLanguage(node);
  const isFormula = content.some((part) => typeof part === "string" && SIGNS.includes(part));
  node.dir ||= isFormula ? "ltr" : "auto";
  node.replaceChildren(
    ...content.map((part) => (typeof part === "string" ? el("span", "sign", part) : chip(part))),
  );
  return node;
}

/**
 * Replace what `setContent` has put into an element.
 * @param {HTMLElement} node
 * @param {...HTMLElement} children
 */
export function replaceContent(node, ...children) {
  contents.delete(node);
  node.replaceChildren(...children);
}
