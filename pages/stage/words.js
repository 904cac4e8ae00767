// What Streamlit itself says in English, said in the language of the page.
// But: it leaves alone what may be a reader's own text.

const NAMES = ["aria-label", "placeholder", "title", "alt", "aria-roledescription"];
const THEIRS =
  "textarea, code, [data-testid=stText], " +
  "[data-testid=stMarkdownContainer]:not([data-testid=stFileUploader] *)";
const done = new WeakMap(); // node -> {name: [in English, as it says now]}
let words = {};

function inOurLanguage(english) {
  const text = english.trim();
  if (Object.hasOwn(words, text)) return words[text];
  for (const [pattern, said] of Object.entries(words)) {
    const [before, after] = pattern.split("{it}");
    if (after === undefined || text.length <= before.length + after.length) continue;
    if (!text.startsWith(before) || !text.endsWith(after)) continue;
    return said.replace("{it}", () => text.slice(before.length, text.length - after.length));
  }
  return english;
}

function say(node, name, value, set) {
  if (!value) return;
  const kept = done.get(node) ?? {};
  const english = kept[name]?.[1] === value ? kept[name][0] : value;
  const said = inOurLanguage(english);
  if (said !== value) {
    done.set(node, { ...kept, [name]: [english, said] });
    set(said);
  }
}

function visitNames(node) {
  for (const name of NAMES) {
    say(node, name, node.getAttribute(name), (said) => node.setAttribute(name, said));
  }
}

function visit(node) {
  if (node.nodeType === Node.TEXT_NODE) {
    if (node.parentElement?.closest(THEIRS)) return;
    say(node, "text", node.nodeValue, (said) => {
      node.nodeValue = said;
    });
  } else if (node.nodeType === Node.ELEMENT_NODE) {
    visitNames(node);
    node.childNodes.forEach(visit);
  }
}

const observer = new MutationObserver((changes) => {
  for (const { type, target, addedNodes } of changes) {
    if (type === "childList") addedNodes.forEach(visit);
    else if (target.nodeType === Node.TEXT_NODE) visit(target);
    else visitNames(target);
  }
});

/** Say it by this dictionary from now on; {} for English. */
export function speak(dictionary) {
  if (JSON.stringify(dictionary) === JSON.stringify(words)) return;
  words = dictionary;
  visit(document.body);
  observer.observe(document.body, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
    attributeFilter: NAMES,
  });
}
