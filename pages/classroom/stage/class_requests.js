// Requests to the server about a class, and where a browser keeps what it needs to join again.
import { appUrl } from "../../stage/core/app_root.js";
import { entriesOf, ofBrowser, ofTab } from "../../stage/core/storage.js";

const CODE = /^[2-9A-HJ-NP-Za-hj-km-z]{6}$/; // without characters that look alike
const KEYS = "merge-by-merge-class"; // in the local storage: the class that this browser led last
const LEADING = "merge-by-merge-leading"; // in the session storage: see `class_button.js`
const SAVED = "merge-by-merge-saved"; // in the local storage: what restores the class
const VOTER = "merge-by-merge-voter"; // in the local storage, with the code: who votes
const ANSWERS = "merge-by-merge-answers"; // in the session storage, with the code
const REMOTE = "merge-by-merge-remote"; // in the session storage, with the code: the key

const MAX_WAIT = 20_000; // milliseconds for an answer

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
 * Send a request about a class. Resolves with the response, also if it says no. Rejects without one.
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
  const signal = AbortSignal.timeout(MAX_WAIT); // one that hangs would hold back all later steps
  return fetch(url, { method, headers, body: sent, keepalive, signal, cache: "no-store" });
}

/** The class that this tab leads; null if it leads none. */
export function ledHere() {
  return checked(ofTab.value(LEADING));
}

/** The class that this browser led last, in any tab. */
export function ledBefore() {
  return checked(ofBrowser.value(KEYS));
}

/**
 * @param {{ code?: unknown, key?: unknown } | null} value
 * @returns {Led | null}
 */
function checked(value) {
  const code = String(value?.code);
  return CODE.test(code) && typeof value?.key === "string" ? { code, key: value.key } : null;
}

/** @param {Led} led */
export function keepLed(led) {
  if (ledBefore()?.code !== led.code) ofBrowser.remove(SAVED);
  ofTab.setValue(LEADING, led);
  ofBrowser.setValue(KEYS, led);
}

/** Forget the class that this browser led. */
export function forgetLed() {
  ofTab.remove(LEADING);
  for (const name of [KEYS, SAVED]) ofBrowser.remove(name);
}

/** What restores the class that this browser led, if the server has forgotten it. */
export function savedClass() {
  return ofBrowser.text(SAVED) || undefined;
}

/** @param {string} saved from the server */
export function saveClass(saved) {
  ofBrowser.setText(SAVED, saved);
}

/** Take the class that the URL's fragment hands over, and remove it from the URL. */
export function takeHandedOver() {
  const given = new URLSearchParams(location.hash.slice(1));
  const led = checked({ code: given.get("class"), key: given.get("key") });
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
  if (given && !ofBrowser.text(name)) ofBrowser.setText(name, given);
  return ofBrowser.text(name);
}

/**
 * The answers of this phone, kept for a reload.
 * @param {string} code
 */
export function keptAnswers(code) {
  const name = `${ANSWERS} ${code}`;
  return {
    /** @returns {[string, { answer: any, isSent: boolean }][]} */
    read: () => ofTab.list(name).filter((each) => "answer" in entriesOf(each?.[1])),
    /** @param {Iterable<[string, unknown]>} answers */
    write: (answers) => ofTab.setValue(name, [...answers]),
  };
}

/**
 * The key of a class that this tab leads as a remote; empty if there is none. The lecturer's own
 * browser opens such a tab with the key in the fragment. It is removed from the URL, which a projector
 * may show.
 * @param {string} code
 */
export function takeKey(code) {
  const key = takeFragment("key");
  if (key) ofTab.setText(`${REMOTE} ${code}`, key);
  return key || ofTab.text(`${REMOTE} ${code}`);
}

/**
 * Ask for the key that another device hands over. The fragment has a token for it, which is worth
 * nothing after some minutes, because the browser's history keeps the URL.
 * @param {string} code
 * @returns {Promise<{ key: string, problem: string }> | null} null if nothing is handed over
 */
export function takePairing(code) {
  const token = takeFragment("pair");
  return token ? askForKey(code, token) : null;
}

/**
 * @param {string} code
 * @param {string} token
 */
async function askForKey(code, token) {
  try {
    const response = await request("POST", classUrl(code, "paired"), { body: { token } });
    if (!response.ok) return { key: "", problem: (await response.text()).trim() };
    const { key } = await response.json();
    ofTab.setText(`${REMOTE} ${code}`, key);
    return { key, problem: "" };
  } catch {
    return { key: "", problem: "" };
  }
}

/**
 * Take a value from the URL's fragment, and remove the fragment.
 * @param {string} name
 */
function takeFragment(name) {
  const value = new URLSearchParams(location.hash.slice(1)).get(name) ?? "";
  if (value) history.replaceState(history.state, "", location.pathname + location.search);
  return value;
}
