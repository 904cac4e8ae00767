// Two tie rules side by side, at the step where they first differ.
import { el, said } from "./dom.js";
import { Equation } from "./equation.js";
import { Pairs } from "./pairs.js";
import { panel } from "./panel.js";

export const { update, unmount } = panel((data) => {
  const frame = el("section", "stage compare", { "aria-label": data.title });
  for (const { name, record, shared } of data.sides) {
    const equation = new Equation(data);
    const pairs = new Pairs(data);
    const column = el("div", "rule");
    column.append(
      el("h2", "", {}, name),
      equation.node,
      said("p", "why", record.why),
      pairs.node,
      el("p", "note", {}, shared),
    );
    frame.append(column);
    pairs.inSight = Infinity;
    equation.draw(record);
    pairs.draw(record);
    pairs.scroll.setAttribute("aria-label", `${name}: ${record.before}`);
  }
  return frame;
});
