// Requests to the server about a class, and where a browser keeps what it needs to join again.
import { appUrl } from "../../stage/core/app_root.js";

const CODE = /^[2-9A-HJ-NP-Za-hj-km-z]{6}$/; // without characters that look alike
const KEYS = "merge-by-merge-class"; // in the local storage: the class that this browser led last
const LEADING = "merge-by-merge-leading"; // in the session storage: see `class_button.js`
const SAVED = "merge-by-merge-saved"; // in the local storage: what restores the class
const VOTER = "merge-by-merge-voter"; // in the local storage, with the code: who votes
const ANSWERS = "merge-by-merge-answers"; // in the session storage, with the code
const REMOTE = "merge-by-merge-remote"; // in the session storage, with the code: the key

/** @typedef {{ code: string, key: string }} Led a class, and the key that leads it */

/**
 * The URL of something about a class.
 * @param {string} code
 * @param {string} [part]
 */
export function classUrl(code, part = "") {
  return appUrl(["class", code, part].filter(Boolean).join("/"));
}

/**
 * Send a request about a class. Resolves with the response, also if it says no.
 * @param {string} method
 * @param {string} url
 * @param {object} [options]
 * @param {string} [options.key]
 * @param {unknown} [options.body]
 * @param {boolean} [options.keepalive] whether it is sent even if the page is left
 */
export function request(method, url, { key, body, keepalive = false } = {}) {
  /** @type {Record<string, string>} */
  const headers = { "Accept-Language": document.documentElement.lang }; // of a refusal
  if (key) headers.Authorization = `Bearer ${key}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const sent = body === undefined ? undefined : JSON.stringify(body);
  return fetch(url, { method, headers, body: sent, keepalive, cache: "no-store" });
}

/**
 * A storage; null where the browser does not allow it.
 * @param {"localStorage" | "sessionStorage"} name
 */
function storage(name) {
  try {
    return window[name];
  } catch {
    return null;
  }
}

/** The class that this tab leads; null if it leads none. */
export function ledHere() {
  return parse(storage("sessionStorage")?.getItem(LEADING));
}

/** The class that this browser led last, in any tab. */
export function ledBefore() {
  return parse(storage("localStorage")?.getItem(KEYS));
}

/**
 * @param {string | null | undefined} text
 * @returns {Led | null}
 */
function parse(text) {
  try {
    const { code, key } = JSON.parse(text ?? "");
    return CODE.test(code) && typeof key === "string" ? { code, key } : null;
  } catch {
    return null;
  }
}

/** @param {Led} led */
export function keepLed(led) {
  try {
    if (ledBefore()?.code !== led.code) localStorage.removeItem(SAVED);
    sessionStorage.setItem(LEADING, JSON.stringify(led));
    localStorage.setItem(KEYS, JSON.stringify(led));
  } catch {
    // After a reload, the class can only be led from another device that has the key.
  }
}

/** Forget the class that this browser led. */
export function forgetLed() {
  storage("sessionStorage")?.removeItem(LEADING);
  for (const name of [KEYS, SAVED]) storage("localStorage")?.removeItem(name);
}

/** What restores the class that this browser led, if the server has forgotten it. */
export function savedClass() {
  return storage("localStorage")?.getItem(SAVED) ?? undefined;
}

/** @param {string} saved from the server */
export function saveClass(saved) {
  try {
    localStorage.setItem(SAVED, saved);
  } catch {
    // The class then restarts without its questions.
  }
}

/** Take the class that the URL's fragment hands over, and remove it from the URL. */
export function takeHandedOver() {
  const given = new URLSearchParams(location.hash.slice(1));
  const led = parse(JSON.stringify({ code: given.get("class"), key: given.get("key") }));
  if (given.has("class")) {
    history.replaceState(history.state, "", location.pathname + location.search);
  }
  return led;
}

/**
 * What proves that this phone votes, the same after a reload; empty if it is not known yet.
 * @param {string} code
 * @param {string} [given] what to keep, unless there is one
 */
export function keptVoter(code, given = "") {
  const name = `${VOTER} ${code}`;
  try {
    const kept = localStorage.getItem(name);
    if (!kept && given) localStorage.setItem(name, given);
    return kept ?? given;
  } catch {
    return given; // after a reload, this phone counts as another voter
  }
}

/**
 * The answers of this phone, kept for a reload.
 * @param {string} code
 */
export function keptAnswers(code) {
  const name = `${ANSWERS} ${code}`;
  return {
    /** @returns {[string, { answer: any, isSent: boolean }][]} */
    read() {
      try {
        return JSON.parse(sessionStorage.getItem(name) ?? "[]");
      } catch {
        return [];
      }
    },
    /** @param {Iterable<[string, unknown]>} answers */
    write(answers) {
      try {
        sessionStorage.setItem(name, JSON.stringify([...answers]));
      } catch {
        // They are lost at a reload, but the class has those that were sent.
      }
    },
  };
}

/**
 * Take the key from the URL's fragment, and remove it from the URL, which a projector may show. A tab
 * keeps it for a reload.
 * @param {string} code
 * @returns {string} empty if there is none
 */
export function takeKey(code) {
  const name = `${REMOTE} ${code}`;
  const key = new URLSearchParams(location.hash.slice(1)).get("key");
  try {
    if (key) sessionStorage.setItem(name, key);
    else return sessionStorage.getItem(name) ?? "";
  } catch {
    // After a reload, this device has to be paired again.
  }
  if (key) history.replaceState(history.state, "", location.pathname + location.search);
  return key ?? "";
}
