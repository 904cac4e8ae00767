// What the buttons of a class show while this tab leads one.

/** "change": the buttons show something else. */
class ClassTexts extends EventTarget {
  // What they show where there is little space is short.
  shown = { long: "", short: "" };

  /**
   * @param {string} long
   * @param {string} short
   */
  set(long, short) {
    if (long === this.shown.long && short === this.shown.short) return;
    this.shown = { long, short };
    this.dispatchEvent(new Event("change"));
  }
}
export const classTexts = new ClassTexts();

/** What the buttons show; empty texts if this tab leads no class. */
export const shownTexts = () => classTexts.shown;

/**
 * @param {string} long the code and the number of people; empty if this tab leads no class
 * @param {string} short the same
 */
export const setClassText = (long, short) => classTexts.set(long, short);
