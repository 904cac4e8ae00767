// Who gets the keys of a presenter remote before the stage does: a lesson that is presented.

/** @type {(event: KeyboardEvent) => boolean} */
let take = () => false;

/** @param {(event: KeyboardEvent) => boolean} handler returns whether it has taken the key */
export function setRemote(handler) {
  take = handler;
}

/**
 * Whether a key was taken instead of by the stage.
 * @param {KeyboardEvent} event
 */
export function isTaken(event) {
  return take(event);
}
