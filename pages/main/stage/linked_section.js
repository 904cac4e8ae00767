// A link can name a section below the stage. The page scrolls to it while it is being drawn.
import { places } from "../../stage/core/address.js";
import { isPresented } from "../../stage/core/present.js";

const SECTION = ".st-key-section";
const HANDS = ["wheel", "touchmove", "keydown", "pointerdown"]; // who scrolls now
const LOOK = 200; // ms
const DRAWN_AFTER = 4_000; // ms after the server has sent the page

/** Keep the section that the link names in sight until all is drawn, or the reader does something. */
export function scrollToLinkedSection() {
  if (!new URLSearchParams(location.search).get("section") || isPresented()) return;
  const end = new AbortController();
  const { signal } = end;
  const timer = setInterval(() => document.querySelector(SECTION)?.scrollIntoView(), LOOK);
  signal.addEventListener("abort", () => clearInterval(timer));
  for (const name of HANDS) addEventListener(name, () => end.abort(), { signal, passive: true });
  const stopLater = () => setTimeout(() => end.abort(), DRAWN_AFTER);
  places.addEventListener("change", stopLater, { once: true, signal });
}
