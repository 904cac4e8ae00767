// Where the app is. Only the browser knows: a proxy may have removed the start of every path before
// the server sees it, and speak https for it. The server sends paths that are relative to the root.

/** The app's root. These files are in its folder stage/VERSION. */
const ROOT = new URL("../../", import.meta.url);

/**
 * The URL of something in the app, also for other devices.
 * @param {string} path relative to the app's root, such as "practice?quiz_seed=3"
 */
export function appUrl(path) {
  return new URL(path, ROOT).href;
}
