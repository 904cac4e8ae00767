// Small helpers to build the page's elements. Text is always set as text, never as markup.

/** A new element: tag, class, attributes, text. */
export function el(tag, className = "", attributes = {}, text = "") {
  const made = document.createElement(tag);
  if (className) made.className = className;
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  if (text !== "") made.textContent = text;
  return made;
}

/** Set a text only where it differs, so that the browser has nothing to lay out again. */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** How wide a text is in letters of one width: a Chinese, Japanese or Korean one is two. */
export function letters(text) {
  return [...text].reduce((sum, letter) => sum + (letter > "\u2e80" ? 2 : 1), 0);
}

/** Say which language the texts are in that a stage cuts up, where it is known. */
export function setLanguage(node) {
  const lang = node.closest("[data-of]")?.dataset.of;
  if (lang) node.lang = lang;
}

/** Set a sentence; what stands between Unicode's isolates is a token or a word: a chip of its own. */
export function setSentence(node, sentence) {
  if (node.sentence === sentence) return;
  node.sentence = sentence;
  node.replaceChildren(
    ...sentence
      .split(/[\u2068\u2069]/)
      .map((part, i) => (i % 2 ? el("bdi", "quote", {}, part) : part)),
  );
  for (const quote of node.children) setLanguage(quote);
}

/** A sentence in an element of its own. */
export function said(tag, className, sentence) {
  const node = el(tag, className);
  setSentence(node, sentence);
  return node;
}

const PATHS = {
  first: "M6 5v14M19 5l-9 7 9 7z",
  back: "M16 5l-9 7 9 7z",
  play: "M8 5l11 7-11 7z",
  pause: "M8 5v14M16 5v14",
  forward: "M8 5l9 7-9 7z",
  wide: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
  last: "M18 5v14M5 5l9 7-9 7z",
};

/** A drawn symbol for a button; it says nothing to a screen reader, the button's label does. */
export function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(svg.namespaceURI, "path");
  path.setAttribute("d", PATHS[name]);
  svg.append(path);
  return svg;
}
