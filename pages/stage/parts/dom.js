// Small helpers to build the page's elements. Text is always set as text, never as markup.

/**
 * What can be inside an element. Nothing is added for false, null, undefined and an empty text.
 * @typedef {Node | string | number | false | null | undefined} Child
 * @typedef {Child | readonly Child[]} Children
 *
 * A function is a listener: `onclick` is called on a click. `hidden: false` sets no attribute.
 * @typedef {string | number | boolean | URL | null | undefined | Listener} Attribute
 * @typedef {(event: any) => unknown} Listener
 */

/**
 * Create an element. The attributes may be left out.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {string} [className]
 * @param {Record<string, Attribute> | Children} [attributes]
 * @param {Children[]} children elements and texts
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function el(tag, className = "", attributes = {}, ...children) {
  const node = document.createElement(tag);
  if (className) node.className = className;
  const isChild = !attributes || Object.getPrototypeOf(attributes) !== Object.prototype;
  const content = isChild ? [attributes, ...children] : children;
  for (const [name, value] of isChild ? [] : Object.entries(attributes)) {
    if (typeof value === "function") node.addEventListener(name.slice(2), value);
    else if (typeof value === "boolean" && !name.includes("-")) node.toggleAttribute(name, value);
    else if (value !== undefined) node.setAttribute(name, String(value));
  }
  for (const child of content.flat()) {
    if (child instanceof Node) node.append(child);
    else if (child || child === 0) node.append(String(child));
  }
  return node;
}

/**
 * Create a button.
 * @param {string} className
 * @param {Node | string | undefined} content
 * @param {(event: MouseEvent) => void} onClick
 * @param {Record<string, Attribute>} [attributes]
 */
export function buttonEl(className, content, onClick, attributes = {}) {
  return el("button", className, { type: "button", onclick: onClick, ...attributes }, content);
}

/**
 * Create a button with a sign. A tooltip and a screen reader say what it does.
 * @param {string} className
 * @param {Node | string} sign
 * @param {string} label
 * @param {() => void} onClick
 */
export function signEl(className, sign, label, onClick) {
  return buttonEl(className, sign, onClick, { title: label, "aria-label": label });
}

/**
 * Create a checkbox with its label.
 * @param {string} text
 * @param {boolean} isChecked
 * @param {(isChecked: boolean) => void} onChange
 */
export function checkbox(text, isChecked, onChange) {
  const box = el("input", "", { type: "checkbox" });
  box.checked = isChecked;
  box.addEventListener("change", () => onChange(box.checked));
  return { box, label: el("label", "checkbox", box, el("span", "", text)) };
}

/**
 * Create a list to choose from.
 * @param {string} label
 * @param {readonly (readonly [value: string | number, text: string])[]} options
 * @param {() => void} [onChange]
 */
export function selectEl(label, options, onChange) {
  const attributes = { "aria-label": label, title: label, onchange: onChange };
  const choices = options.map(([value, text]) => el("option", "", { value }, text));
  return el("select", "speed", attributes, choices);
}

/**
 * Create a list of terms, each with what is said about it.
 * @param {readonly (readonly [term: string, about: string])[]} pairs
 */
export function definitionList(pairs) {
  const items = pairs.flatMap(([term, about]) => [el("dt", "", term), el("dd", "", about)]);
  return el("dl", "", items);
}

/**
 * Mark the one of several that is shown, for screen readers.
 * @param {Element} node
 * @param {boolean} isCurrent
 */
export function setCurrent(node, isCurrent) {
  if (isCurrent) node.setAttribute("aria-current", "step");
  else node.removeAttribute("aria-current");
}

/**
 * Have the browser save a text as a file.
 * @param {string} name
 * @param {string} type
 * @param {string} text
 */
export function saveFile(name, type, text) {
  const href = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  el("a", "", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000); // some browsers read it later
}

/**
 * Set a text only if it differs, so that the browser has nothing to lay out again.
 * @param {Node} node
 * @param {string} text
 */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/**
 * The width of a text in a monospace font: Chinese, Japanese and Korean characters count as two.
 * @param {string} text
 */
export function textWidth(text) {
  return [...text].reduce((sum, character) => sum + (character > "\u2e80" ? 2 : 1), 0);
}

/**
 * Set the language of an element that shows words of the corpus, if that language is known.
 * @param {HTMLElement} node
 */
export function setLanguage(node) {
  const owner = /** @type {HTMLElement | null} */ (node.closest("[data-text-lang]"));
  if (owner?.dataset.textLang) node.lang = owner.dataset.textLang;
}

/**
 * The attributes of an element that shows only words of the corpus: their language, if known.
 * @param {{ text_lang?: string }} head
 * @returns {Record<string, string>}
 */
export function languageOf({ text_lang: lang }) {
  return lang ? { lang } : {};
}

const LISTING = /[、，：；。]$/;
const WHOLE = 16; // characters that are not broken at the end of a line: of a chip, a pair, a segmentation
const TERM = /([^\s(]*[\d)%] [=→×≈])(?= )/; // of a formula, whose lines end with a sign
const SIGN = /^ [=→×≈] /; // after a chip

/** @type {WeakMap<HTMLElement, string>} */
const sentences = new WeakMap();

/**
 * Set a sentence. Text between Unicode's isolates is a token or a word, and is drawn as a chip.
 * @param {HTMLElement} node
 * @param {string} sentence
 */
export function setSentence(node, sentence) {
  if (sentences.get(node) === sentence) return;
  sentences.set(node, sentence);
  const parts = sentence.split(/[\u2068\u2069]/);
  const chip = (/** @type {string} */ text) =>
    el("bdi", text.length > WHOLE ? "quote" : "quote whole", text);
  const terms = (/** @type {string} */ part) =>
    part.split(TERM).map((each, i) => (i % 2 ? el("span", "unbroken", each) : each));
  // After Chinese punctuation there is no space, and no browser begins a line with a chip there.
  const text = (/** @type {string} */ part) =>
    LISTING.test(part) ? [...terms(part), el("wbr")] : terms(part);
  node.replaceChildren(...parts.flatMap((part, i) => (i % 2 ? [chip(part)] : text(part))));
  // A line could end between the tokens of a pair or a segmentation, or between a token and a sign.
  for (const between of [...node.childNodes]) {
    const { previousSibling: before, nextSibling: after } = between;
    if (!(between instanceof Text) || !before) continue;
    const isInside = ["+", " "].includes(between.data) && after?.nodeName === "BDI";
    if (!isInside && !SIGN.test(between.data)) continue;
    if (!isInside) between.splitText(2);
    keepTogether(before, between, isInside ? after : null);
  }
  for (const quote of node.querySelectorAll("bdi")) setLanguage(quote);
}

/**
 * Put nodes that follow each other into one element, whose text is in one line if it is short.
 * @param {Node} first may be such an element
 * @param {(Node | null)[]} others
 */
function keepTogether(first, ...others) {
  const isGroup = first instanceof HTMLElement && first.classList.contains("kept");
  const group = isGroup ? first : el("span", "kept");
  if (!isGroup) {
    first.parentNode?.replaceChild(group, first);
    group.append(first);
  }
  group.append(...others.filter((each) => each !== null));
  group.classList.toggle("unbroken", (group.textContent ?? "").length <= WHOLE);
}

/**
 * A sentence without Unicode's isolates, for a label or a tooltip.
 * @param {string} sentence
 */
export function withoutIsolates(sentence) {
  return sentence.replace(/[\u2068\u2069]/g, "");
}

/**
 * Create an element with a sentence.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {string} className
 * @param {string} sentence
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function sentenceEl(tag, className, sentence) {
  const node = el(tag, className);
  setSentence(node, sentence);
  return node;
}

const PATHS = {
  fullScreen: "M4 4h6v2H6v4H4zM14 4h6v6h-2V6h-4zM4 14h2v4h4v2H4zM18 14h2v6h-6v-2h4z",
  first: "M6 5v14M19 5l-9 7 9 7z",
  back: "M16 5l-9 7 9 7z",
  play: "M8 5l11 7-11 7z",
  pause: "M8 5v14M16 5v14",
  forward: "M8 5l9 7-9 7z",
  edit: "M5 19l1-4L16 5l3 3L9 18z",
  last: "M18 5v14M5 5l9 7-9 7z",
};

/**
 * An icon for a button. It is hidden from screen readers, which read the button's label.
 * @param {keyof typeof PATHS} name
 */
export function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", PATHS[name]);
  svg.append(path);
  return svg;
}

/**
 * A text with numbers in place of {names}.
 * @param {string} text
 * @param {Record<string, string | number>} values
 */
export function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (_, name) => {
    const value = values[name];
    return typeof value === "number" ? value.toLocaleString("en") : (value ?? "");
  });
}
