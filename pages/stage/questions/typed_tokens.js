// Tokens as learners type them, whatever separates them. `pages/practice/typed_tokens.py` does the same,
// and `tests/support/typed_answers.json` has cases for both.
import { MAX_TYPED } from "./expressions.js";

export const UNKNOWN = "[UNK]";

const MARKS = "Ġ▁";
const TYPED_MARKS = `${MARKS}_␣G`; // what learners type for a mark
const UNK_IN_BRACKETS = /[[<［＜]\s*[uUｕＵ][nNｎＮ][kKｋＫ]\s*[\]>］＞]/g;
const UNK = /(?<![\p{L}\p{N}_])[uUｕＵ][nNｎＮ][kKｋＫ](?![\p{L}\p{N}_])/gu;
const UNK_PLACEHOLDER = "\ue000"; // stands for the unknown token while the rest is split
const SEPARATOR = /[\s+,;|/()[\]{}'"“”‘’、。]/;
const RARE_SEPARATORS = "-−–—·•・‧.:&"; // separate tokens unless the corpus has them
const RESULT = /=>|->|[=→⇒]/; // before the tokens that a word becomes
const LEAD = /^[\s([{'"“‘]*/;
const LONE_SPACE = /^\s+(?=[+＋,])/; // a space as a token of its own, before a separator

/**
 * The tokens of an answer.
 * @param {string} typed
 * @param {string} word that the tokens should make; it may begin with a mark for a space
 * @param {Set<string>} alphabet the characters of the tokens
 */
export function tokensOf(typed, word, alphabet) {
  const exact = typed.slice(0, MAX_TYPED).trim().split(/\s+/);
  if (word && exact.join("") === word && !word.includes(UNKNOWN)) return exact;
  const text = typed.split(RESULT).at(-1) ?? "";
  const mark = MARKS.includes(word.slice(0, 1)) ? word.slice(0, 1) : "";
  const found = splitTokens(text, alphabet, word);
  const marked = splitTokens(withMark(text, mark, word), alphabet, word);
  const isWord = [found, marked].some((tokens) => tokens.join("") === word);
  if (!found.length || !mark || isWord) return marked;
  const without = [mark + found[0], ...found.slice(1)];
  if (without.join("") === word) return without;
  const isMarked = marked.join(" ") !== found.join(" ") || found[0].startsWith(mark);
  return isMarked || found[0].startsWith(UNKNOWN) ? marked : without;
}

/**
 * The parts of a text between separators.
 * @param {string} typed
 * @param {Set<string>} alphabet
 * @param {string} [word] what they should make; then "unk" may be a part of it
 */
export function splitTokens(typed, alphabet, word = "") {
  const text = typed.slice(0, MAX_TYPED).replace(UNK_IN_BRACKETS, ` ${UNK_PLACEHOLDER} `);
  let parts = split(text, alphabet);
  if (parts.join("") !== word) {
    parts = split(text.replace(UNK, ` ${UNK_PLACEHOLDER} `), alphabet);
  }
  return parts.map((part) => (part === UNK_PLACEHOLDER ? UNKNOWN : part));
}

/**
 * @param {string} text
 * @param {Set<string>} alphabet
 */
function split(text, alphabet) {
  const isBetween = (/** @type {string} */ sign) =>
    SEPARATOR.test(sign) || (RARE_SEPARATORS.includes(sign) && !alphabet.has(sign));
  const signs = fold(text, alphabet).map((sign) => (isBetween(sign) ? " " : sign));
  return signs.join("").split(" ").filter(Boolean);
}

/**
 * The signs of a text as the alphabet has them.
 * @param {string} text
 * @param {Set<string>} alphabet
 */
function fold(text, alphabet) {
  const mark = [...MARKS].find((each) => alphabet.has(each));
  return [...text].slice(0, MAX_TYPED).flatMap((sign) => {
    const plain = sign.normalize("NFKC");
    const options = [sign, plain, plain.toLowerCase(), plain.toUpperCase()];
    const known = options.find((each) => alphabet.has(each)) ?? plain;
    return mark && !alphabet.has(known) && `${MARKS}_␣`.includes(sign) ? mark : [...known];
  });
}

/**
 * The text with the mark where a learner typed something else for it, at the beginning.
 * @param {string} typed
 * @param {string} mark Ġ, ▁ or ""
 * @param {string} word its characters after the mark are never replaced
 */
function withMark(typed, mark, word) {
  if (!mark) return typed;
  const lone = LONE_SPACE.exec(typed);
  if (lone) return mark + typed.slice(lone[0].length);
  const plain = typed.replaceAll("＿", "_").replaceAll("Ｇ", "G");
  const start = LEAD.exec(plain)?.[0].length ?? 0;
  const first = plain.slice(start, start + 1);
  const isMark = first && TYPED_MARKS.includes(first) && !word.slice(1).includes(first);
  return plain.slice(0, start) + (isMark ? mark : first) + plain.slice(start + 1);
}
