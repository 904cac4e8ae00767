// The address by which other devices open this page: "localhost" in a link would be their own.
import { ofTab } from "../../stage/core/storage.js";

/** @import { JoinAnswer } from "../../stage/types.d.ts" */

const LOOPBACK = /^(localhost|127\.[\d.]+|\[::1\]|0\.0\.0\.0)$/;
const STORED = "merge-by-merge-address"; // in the session storage

/** The network card that somebody chose, by its address; empty for the usual one. */
export function chosenAddress() {
  return ofTab.text(STORED);
}

/** @param {string} address */
export function chooseAddress(address) {
  ofTab.setText(STORED, address);
}

/**
 * Ask the server something about the way to a page.
 * @param {"join" | "reach"} what
 * @param {string} page its URL
 */
export async function askAbout(what, page) {
  const query = new URLSearchParams({ url: page, lang: document.documentElement.lang });
  const address = chosenAddress();
  if (address) query.set("address", address);
  const response = await fetch(new URL(`${what}?${query}`, import.meta.url));
  if (!response.ok) throw new Error(`${response.status} for the address`);
  return response.json();
}

/** A link to this page that others can open. It asks the server only if the page is on localhost. */
export class LinkForOthers {
  constructor() {
    /** The start of the URL for others; empty if others cannot reach this computer. */
    this.origin = location.origin;
    this.isKnown = !LOOPBACK.test(location.hostname);
    /** @type {Promise<void> | undefined} */
    this.asking = undefined;
  }

  /** Learn the address before it is needed: a browser copies only right after a click. */
  prepare() {
    this.asking ??= this.ask();
    return this.asking;
  }

  async ask() {
    if (!LOOPBACK.test(location.hostname)) return;
    try {
      /** @type {JoinAnswer} */
      const { short } = await askAbout("join", `${location.origin}/`);
      this.origin = short === null ? "" : new URL(short).origin;
      this.isKnown = true;
    } catch {
      this.origin = ""; // asked again the next time
    }
    this.asking = undefined;
  }

  /** The link: the page's own if others cannot reach this computer. */
  get url() {
    const here = location.href;
    return this.origin ? this.origin + here.slice(location.origin.length) : here;
  }
}
