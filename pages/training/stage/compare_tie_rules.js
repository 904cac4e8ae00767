// Two tie rules side by side, at the step where they first differ.

import { panel } from "../../stage/core/panel.js";
import { goTo } from "../../stage/core/steps.js";
import { buttonEl, el, sentenceEl } from "../../stage/parts/dom.js";
import { Equation } from "../../stage/parts/headline.js";
import { PairTable } from "./pair_table.js";

/** @param {import("../../stage/records.d.ts").TieRulesPanel} data */
export function draw(data) {
  const frame = el("section", "stage tie-rules", { "aria-label": data.title });
  if (data.go) {
    const [label, step] = data.go;
    frame.append(buttonEl("button labelled go", label, () => goTo(step)));
  }
  for (const { name, record, shared } of data.sides) {
    const equation = new Equation(data);
    const pairs = new PairTable(data);
    const column = el("div", "rule");
    column.append(
      el("h2", "", name),
      equation.node,
      sentenceEl("p", "why", record.why),
      pairs.node,
      el("p", "note", shared),
    );
    frame.append(column);
    pairs.visibleRows = Infinity;
    equation.draw(record);
    pairs.draw(record);
    pairs.scroll.setAttribute("aria-label", `${name}: ${record.before}`);
  }
  return frame;
}

export const { update, unmount } = panel(draw);
