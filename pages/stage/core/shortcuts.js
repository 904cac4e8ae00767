// The list of keyboard shortcuts, which a button or "?" opens.
import { buttonEl, definitionList, el, signEl } from "../parts/dom.js";

/** @import { StageLabels, TourLabels } from "../records.d.ts" */

export class Shortcuts {
  /**
   * @param {StageLabels & Partial<TourLabels>} labels
   * @param {() => void} startTour called when the reader asks for the tour, if there is one
   */
  constructor(labels, startTour) {
    this.dialog = el("dialog", "shortcuts", { "aria-label": labels.keys });
    const list = definitionList(labels.shortcuts);
    const close = buttonEl("button labelled", labels.close, () => this.dialog.close());
    this.dialog.append(el("h2", "", labels.keys), list, close);
    if (labels.tour) {
      const tour = buttonEl("button again", labels.tour, () => {
        this.dialog.close();
        startTour();
      });
      this.dialog.append(tour);
    }
    this.button = signEl("button help", "?", labels.keys, () => this.open());
  }

  get isOpen() {
    return this.dialog.open;
  }

  open() {
    this.dialog.showModal();
  }
}
