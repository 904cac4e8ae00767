// A link or a button can name a section below the stage. The page scrolls to it while it is drawn.
import { currentPlace, places } from "../../stage/core/address.js";
import { isPresented } from "../../stage/core/present.js";

const SECTION = ".st-key-section";
const HANDS = ["wheel", "touchmove", "keydown", "pointerdown"]; // who scrolls now
const LOOK = 200; // ms
const DRAWN_AFTER = 4_000; // ms after the server has sent the page

/** Scroll to the section that the link names, and to one that is named later. */
export function scrollToLinkedSections() {
  let shown = sectionOf(location.search);
  if (shown) keepInSight();
  places.addEventListener("change", () => {
    const place = currentPlace();
    if (!place) return;
    const named = sectionOf(place.query);
    if (named && named !== shown) keepInSight();
    shown = named;
  });
}

/** @param {string} query */
const sectionOf = (query) => new URLSearchParams(query).get("section") ?? "";

/** Keep the named section in sight until all is drawn, or the reader does something. */
function keepInSight() {
  if (isPresented()) return;
  const end = new AbortController();
  const { signal } = end;
  const timer = setInterval(() => document.querySelector(SECTION)?.scrollIntoView(), LOOK);
  signal.addEventListener("abort", () => clearInterval(timer));
  for (const name of HANDS) addEventListener(name, () => end.abort(), { signal, passive: true });
  const stopLater = () => setTimeout(() => end.abort(), DRAWN_AFTER);
  if (currentPlace()) stopLater();
  else places.addEventListener("change", stopLater, { once: true, signal });
}
