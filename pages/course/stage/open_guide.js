// Opens the panel of the course. Its code is loaded only then.

/**
 * Load the panel, and open a part.
 * @param {string} [name] without it, the part that the URL names
 */
export async function openGuide(name) {
  const { startGuide } = await import("./guide.js");
  await startGuide(name);
}
