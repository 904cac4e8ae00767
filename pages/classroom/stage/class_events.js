// The stream of a class: server-sent events, read with `fetch`, because a browser's own EventSource
// can send no key and does not notice a connection that a phone has slept through.

const SILENCE = 40_000; // ms without a byte; the server sends one every 15 s
const STALE = 16_000; // ms after which a phone that wakes up connects again
const SHORTEST_WAIT = 500; // ms before the next try
const LONGEST_WAIT = 6_000;

/** @typedef {"connected" | "lost" | "gone"} Connection "gone": the server knows no such class */

/**
 * @typedef {object} StreamOptions
 * @property {() => string} url asked before each try
 * @property {string} [key]
 * @property {() => string} [voter] who votes from this phone; empty if it is not known yet
 * @property {(name: string, data: any) => void} onEvent
 * @property {(connection: Connection, why: string) => void} onConnection why: what the server says, if
 *   it refuses a connection
 */

export class ClassEvents {
  /** @param {StreamOptions} options */
  constructor(options) {
    this.options = options;
    this.isClosed = false;
    this.wait = SHORTEST_WAIT;
    this.heard = 0; // when the last byte came
    this.timer = 0;
    /** @type {AbortController | null} */
    this.controller = null;
    this.listening = new AbortController();
    const { signal } = this.listening;
    const onWake = () => {
      if (!document.hidden && performance.now() - this.heard > STALE) this.connect();
    };
    document.addEventListener("visibilitychange", onWake, { signal });
    window.addEventListener("pageshow", onWake, { signal });
    window.addEventListener("online", () => this.connect(), { signal });
    this.watchdog = setInterval(() => {
      if (performance.now() - this.heard > SILENCE) this.connect();
    }, 5_000);
    this.connect();
  }

  close() {
    this.isClosed = true;
    clearTimeout(this.timer);
    clearInterval(this.watchdog);
    this.controller?.abort();
    this.listening.abort();
  }

  /** Connect now, in place of the connection that there is. */
  async connect() {
    if (this.isClosed) return;
    clearTimeout(this.timer);
    this.controller?.abort();
    const controller = new AbortController();
    this.controller = controller;
    this.heard = performance.now();
    const isCurrent = () => this.controller === controller && !this.isClosed;
    /** @type {Connection} */
    let ended = "lost";
    let why = "";
    try {
      const { key, url, voter } = this.options;
      /** @type {Record<string, string>} */
      const headers = { Accept: "text/event-stream" };
      if (key) headers.Authorization = `Bearer ${key}`;
      const known = voter?.();
      if (known) headers.Voter = known;
      const response = await fetch(url(), {
        headers,
        signal: controller.signal,
        cache: "no-store",
      });
      if (!isCurrent()) return;
      if (response.status === 404) ended = "gone";
      if (response.status === 429 || response.status === 503) why = (await response.text()).trim();
      if (!response.ok || !response.body) throw new Error(`${response.status} for the events`);
      this.wait = SHORTEST_WAIT;
      this.options.onConnection("connected", "");
      await this.read(response.body, isCurrent);
    } catch {
      // Tried again below.
    }
    if (!isCurrent()) return;
    this.options.onConnection(ended, why);
    if (ended === "gone") this.wait = LONGEST_WAIT; // until the lecturer's browser has restored it
    // At a random moment, so that a class does not come back all at once.
    this.timer = setTimeout(() => this.connect(), this.wait * (0.5 + Math.random()));
    this.wait = Math.min(LONGEST_WAIT, this.wait * 2);
  }

  /**
   * Read events until the stream ends.
   * @param {ReadableStream<Uint8Array>} body
   * @param {() => boolean} isCurrent
   */
  async read(body, isCurrent) {
    const reader = body.getReader();
    const decoder = new TextDecoder();
    let text = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done || !isCurrent()) return;
      this.heard = performance.now();
      text += decoder.decode(value, { stream: true });
      const parts = text.replaceAll("\r\n", "\n").split("\n\n");
      text = parts.pop() ?? "";
      for (const part of parts) this.take(part);
    }
  }

  /** @param {string} part one event as text */
  take(part) {
    let name = "message";
    const data = [];
    for (const line of part.split("\n")) {
      if (line.startsWith("event:")) name = line.slice(6).trim();
      else if (line.startsWith("data:")) data.push(line.slice(5).trimStart());
    }
    if (data.length) this.options.onEvent(name, JSON.parse(data.join("\n")));
  }
}
