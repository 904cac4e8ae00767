// Who gets the keys of a presenter remote before the stage does: a lesson that is presented, a class.

/** @type {Set<(event: KeyboardEvent) => boolean>} */
const takers = new Set();

/**
 * Take keys before the stage does. Returns a function that ends this.
 * @param {(event: KeyboardEvent) => boolean} handler returns whether it has taken the key
 */
export function setRemote(handler) {
  takers.add(handler);
  return () => takers.delete(handler);
}

/**
 * Whether a key was taken instead of by the stage.
 * @param {KeyboardEvent} event
 */
export function isTaken(event) {
  return [...takers].some((take) => take(event));
}
