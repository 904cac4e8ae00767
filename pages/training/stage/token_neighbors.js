// Two tokens next to each other in the corpus, as the reader clicks them one after the other.

/**
 * The token of the corpus below an event; null if there is none.
 * @param {Event} event
 */
export function clickedToken(event) {
  const [node] = event.composedPath();
  const chip = node instanceof Element ? node.closest(".corpus .tokens > [data-id]") : null;
  return chip instanceof HTMLElement ? chip : null;
}

/**
 * The pair of two tokens, "left right" with their ids; null if they are not adjacent.
 * @param {HTMLElement} one
 * @param {HTMLElement} other
 */
export function adjacentPair(one, other) {
  if (one.nextElementSibling === other) return `${one.dataset.id} ${other.dataset.id}`;
  if (other.nextElementSibling === one) return `${other.dataset.id} ${one.dataset.id}`;
  return null;
}
