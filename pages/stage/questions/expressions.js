// The value of a typed number, or of an expression such as 15/210 × 20/210 or 210^3. The grammar is
// that of `pages/practice/expressions.py`, and `tests/support/typed_answers.json` has cases for both.

export const MAX_TYPED = 400; // characters of an answer that are read

const ROUNDED = 0.005; // how far the two sides of an equation may be apart, relative
const SAME = 1e-9; // how far two equal numbers may be apart, relative, because they are rounded
const MAX_DEPTH = 20; // parentheses inside each other
const MAX_EXPONENT = 400;
const LARGEST = 1e150; // no product of two numbers overflows
const RESULT = /=>|->|[=→⇒≈≅≃≒~]/;
const RAISED = "⁺⁻⁰¹²³⁴⁵⁶⁷⁸⁹";
const LOWERED = "+-0123456789";
const EXPONENT = "(?:[eE][-+]?[0-9]{1,3}(?![0-9]))?";
// How a number is written, and what separates its thousands: 1,234.5, 1 234.5, 1.234,5, and 1234,5.
/** @type {[RegExp, string][]} */
const NUMBERS = [
  [new RegExp(`[1-9][0-9]{0,2}(?:,[0-9]{3})+(?![0-9]|,[0-9])(?:\\.[0-9]+)?${EXPONENT}`, "y"), ","],
  [new RegExp(`[1-9][0-9]{0,2}(?: [0-9]{3})+(?![0-9])(?:[.,][0-9]+)?${EXPONENT}`, "y"), " "],
  [new RegExp(`[1-9][0-9]{0,2}(?:\\.[0-9]{3})+,[0-9]+${EXPONENT}`, "y"), "."],
  [new RegExp(`(?:[0-9]+(?:[.,][0-9]+)?|\\.[0-9]+)${EXPONENT}`, "y"), ""],
];

/**
 * The value of an answer; NaN if it can't be read, or if two of its sides are not equal.
 * @param {string} typed
 */
export function numberOf(typed) {
  const sides = sidesOf(typed);
  return sides.length && agree(sides) ? sides[sides.length - 1] : Number.NaN;
}

/**
 * Whether an answer is an equation whose sides are not equal, such as 10 + 5 = 20.
 * @param {string} typed
 */
export function isUnequal(typed) {
  const sides = sidesOf(typed);
  return sides.length > 0 && !agree(sides);
}

/**
 * Whether two numbers are the same, apart from rounding.
 * @param {number} one
 * @param {number} other
 * @param {number} [tolerance] relative to the other one
 */
export function isSameNumber(one, other, tolerance = 0) {
  return Math.abs(one - other) <= Math.max(SAME, tolerance) * Math.abs(other);
}

/** @param {number[]} sides */
function agree(sides) {
  const last = sides[sides.length - 1];
  return sides.every((each) => {
    const areIntegers = Number.isInteger(each) && Number.isInteger(last);
    const [less, more] = Math.abs(each) < Math.abs(last) ? [each, last] : [last, each];
    return isSameNumber(less, more, areIntegers ? 0 : ROUNDED);
  });
}

/**
 * The values of the sides of an equation; none if a side can't be read. A side before the last one
 * may name what is counted: u+g = 20.
 * @param {string} typed
 */
function sidesOf(typed) {
  if (typed.length > MAX_TYPED) return [];
  const sides = typed.split(RESULT).filter((side) => side.trim());
  const values = sides.map(sideOf);
  const isRead = sides.every((side, i) => {
    const isName = i < sides.length - 1 && /\p{L}/u.test(side);
    return isName || !Number.isNaN(values[i]);
  });
  return isRead ? values.filter((value) => !Number.isNaN(value)) : [];
}

/** @param {string} typed */
function sideOf(typed) {
  try {
    return new Reader(plain(typed)).all();
  } catch (error) {
    if (error instanceof NotRead) return Number.NaN;
    throw error;
  }
}

/**
 * An expression in plain signs: 10⁻⁴ is 10^(-4), ½ is (1/2), and 2 × 3 is 2 * 3.
 * @param {string} typed
 */
function plain(typed) {
  const text = typed.replace(/[⁺⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+/g, (raised) => {
    return `^(${[...raised].map((sign) => LOWERED[RAISED.indexOf(sign)]).join("")})`;
  });
  const signs = [...text].map((each) => {
    const sign = each.normalize("NFKC");
    return sign.slice(1).includes("⁄") ? `(${sign})` : sign;
  });
  return signs
    .join("")
    .replace(/[−–‐‑]/g, "-")
    .replace(/[×✕✖⋅·∙•xX]/g, "*")
    .replace(/[÷∕⁄]/g, "/")
    .trim()
    .replace(/\s+/g, " ")
    .replaceAll("**", "^")
    .replace(/[.。]+$/, "");
}

class NotRead extends Error {}

/** Reads an expression from left to right. Throws NotRead if it is none. */
class Reader {
  /** @param {string} text */
  constructor(text) {
    this.text = text;
    this.at = 0;
    this.depth = 0;
  }

  all() {
    const value = this.side();
    if (this.at < this.text.length) throw new NotRead();
    return value;
  }

  /**
   * The next sign if it is one of some signs; then reading goes on after it.
   * @param {string} signs
   */
  take(signs) {
    while (this.text[this.at] === " ") this.at += 1;
    const sign = this.text[this.at] ?? "";
    if (!sign || !signs.includes(sign)) return "";
    this.at += 1;
    return sign;
  }

  /** @returns {number} */
  side() {
    let value = this.product();
    for (let sign = this.take("+-"); sign; sign = this.take("+-")) {
      const term = this.product();
      value = bounded(sign === "+" ? value + term : value - term);
    }
    return value;
  }

  product() {
    let value = this.factor();
    for (let sign = this.take("*/"); sign; sign = this.take("*/")) {
      const factor = this.factor();
      value = bounded(sign === "*" ? value * factor : value / factor);
    }
    return value;
  }

  factor() {
    const sign = this.take("+-");
    let value = this.operand();
    if (this.take("^")) {
      value = power(value, this.take("+-") === "-" ? -this.operand() : this.operand());
    }
    return sign === "-" ? -value : value;
  }

  operand() {
    let value = this.take("(") ? this.group() : this.number();
    while (this.take("%")) value = bounded(value / 100);
    return value;
  }

  /** @returns {number} */
  group() {
    this.depth += 1;
    if (this.depth > MAX_DEPTH) throw new NotRead();
    const value = this.side();
    if (!this.take(")")) throw new NotRead();
    this.depth -= 1;
    return value;
  }

  number() {
    for (const [pattern, separator] of NUMBERS) {
      pattern.lastIndex = this.at;
      const found = pattern.exec(this.text);
      if (!found) continue;
      this.at = pattern.lastIndex;
      const written = separator ? found[0].replaceAll(separator, "") : found[0];
      const isZero = !/^[^eE]*[1-9]/.test(written);
      return bounded(Number(written.replace(",", ".")) || (isZero ? 0 : Number.NaN));
    }
    throw new NotRead();
  }
}

/**
 * @param {number} base
 * @param {number} exponent
 */
function power(base, exponent) {
  if (!Number.isInteger(exponent) || Math.abs(exponent) > MAX_EXPONENT) throw new NotRead();
  return bounded(base ** exponent || (base ? Number.NaN : 0));
}

/**
 * A value, if it is not too large or too small; 1 / 0 is too large.
 * @param {number} value
 */
function bounded(value) {
  const size = Math.abs(value);
  if (value !== 0 && !(size >= 1 / LARGEST && size <= LARGEST)) throw new NotRead();
  return value;
}
