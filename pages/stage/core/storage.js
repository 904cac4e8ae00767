// What the browser keeps: for one tab, or for all. What it does not store, because it may not or is
// full, is known until the page is left. A damaged value counts as none.

class Kept {
  /** @param {"sessionStorage" | "localStorage"} name */
  constructor(name) {
    /** @type {Map<string, string>} */
    this.unstored = new Map();
    try {
      this.storage = window[name];
    } catch {
      this.storage = null; // the browser does not allow it
    }
  }

  /** @param {string} name */
  text(name) {
    return this.unstored.get(name) ?? this.storage?.getItem(name) ?? "";
  }

  /**
   * A value that was stored as JSON; null if there is none.
   * @param {string} name
   */
  value(name) {
    try {
      return JSON.parse(this.text(name));
    } catch {
      return null;
    }
  }

  /**
   * A list that was stored as JSON.
   * @param {string} name
   */
  list(name) {
    const value = this.value(name);
    return Array.isArray(value) ? value : [];
  }

  /**
   * @param {string} name
   * @param {string} text
   */
  setText(name, text) {
    this.unstored.set(name, text);
    try {
      this.storage?.setItem(name, text);
      if (this.storage) this.unstored.delete(name);
    } catch {
      // The storage is full.
    }
  }

  /**
   * @param {string} name
   * @param {unknown} value
   */
  setValue(name, value) {
    this.setText(name, JSON.stringify(value));
  }

  /** @param {string} name */
  remove(name) {
    this.unstored.delete(name);
    this.storage?.removeItem(name);
  }
}

/**
 * The entries of a stored value, by name; empty if it is no object.
 * @param {unknown} value
 * @returns {Record<string, any>}
 */
export function entriesOf(value) {
  return value && typeof value === "object" && !Array.isArray(value) ? value : {};
}

/**
 * The entries of a stored value whose values are valid, by name.
 * @template Valid
 * @param {unknown} value
 * @param {(each: any) => each is Valid} isValid
 * @returns {Record<string, Valid>}
 */
export function validIn(value, isValid) {
  const entries = Object.entries(entriesOf(value));
  return Object.fromEntries(entries.filter(([, each]) => isValid(each)));
}

/**
 * @param {any} value
 * @returns {value is string}
 */
export function isText(value) {
  return typeof value === "string";
}

export const ofTab = new Kept("sessionStorage");
export const ofBrowser = new Kept("localStorage");
