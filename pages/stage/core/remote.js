// Who gets the keys of a presenter remote before the stage does: a lesson that is presented, a class.
// On a page without a stage, they get them, too (see `early_presses.js`).

/** @type {((event: KeyboardEvent) => boolean)[]} */
const takers = [];

/**
 * Take keys before the stage does. Returns a function that ends this.
 * @param {(event: KeyboardEvent) => boolean} handler returns whether it has taken the key
 * @param {boolean} [isFirst] whether it is asked before all others
 */
export function setRemote(handler, isFirst = false) {
  if (isFirst) takers.unshift(handler);
  else takers.push(handler);
  return () => {
    const i = takers.indexOf(handler);
    if (i >= 0) takers.splice(i, 1);
  };
}

/**
 * Whether a key was taken instead of by the stage.
 * @param {KeyboardEvent} event
 */
export function isTaken(event) {
  return [...takers].some((take) => take(event));
}
