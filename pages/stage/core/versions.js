// What changes with the steps is sent as versions: each begins with the step it holds from.

/**
 * The version that holds at a step: the last one that is not later.
 * @template {[step: number, ...rest: unknown[]]} Version
 * @param {Version[]} versions
 * @param {number} step
 */
export function versionAt(versions, step) {
  let at = 0;
  while (at + 1 < versions.length && versions[at + 1][0] <= step) at += 1;
  return versions[at];
}
