// What the reader presses before the stage of the page is there: while the app loads, and while
// another place is opened and the page still shows what was there before. It counts on that stage.

import { isLeaving, isOpening, lastPlace, pageData, places } from "./address.js";
import { STEP_KEYS } from "./keys.js";
import { isTaken } from "./remote.js";
import { isAtLink, openStage } from "./steps.js";

/** @import { Action } from "./transport.js" */

const MAX_PRESSES = 200;

/** @type {{ action: Action, place: number | null }[]} place: null before the server has drawn a page */
const presses = [];
let served = -1; // the place that has its stage; -1 before the first stage

/**
 * Keep what the reader presses for the place that is on its way.
 * @param {Action} action
 */
export function keepPress(action) {
  if (presses.length < MAX_PRESSES) presses.push({ action, place: lastPlace() });
}

/** Whether something is kept. */
export const hasPresses = () => presses.length > 0;

/** What was pressed for the place that is shown now. Nothing else is kept. */
export function takePresses() {
  served = Number(lastPlace());
  const isMeant = (/** @type {number | null} */ place) =>
    place === null ? isAtLink() : place === lastPlace();
  return presses.splice(0).flatMap(({ action, place }) => (isMeant(place) ? [action] : []));
}

/** Whether another page is on its way. */
const isChanging = () => pageData() !== null && (isOpening() || isLeaving());

/** Whether a stage is on its way. */
function isComing() {
  return isChanging() || (served !== Number(lastPlace()) && pageData()?.stage !== "");
}

/** @param {KeyboardEvent} event on a page without a stage, which would ask first who takes it */
function keepKey(event) {
  if (openStage() || event.defaultPrevented || isTaken(event)) return;
  const hasModifier = event.altKey || event.ctrlKey || event.metaKey;
  const action = STEP_KEYS[event.key];
  if (action && !hasModifier && event.target === document.body && isComing()) keepPress(action);
}
window.addEventListener("keydown", keepKey);
places.addEventListener("change", () => {
  if (!isChanging() && pageData()?.stage === "") presses.length = 0; // nothing steps here
});
