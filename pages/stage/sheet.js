// What no step changes: tables of texts and chips, each with a title and a note; or code.
import { lightSame } from "./chips.js";
import { codeView } from "./code.js";
import { el } from "./dom.js";
import { panel } from "./panel.js";
import { Table } from "./table.js";

export const { update, unmount } = panel(
  ({ tables = [], code }) => {
    const frame = el("div", "stage sheet");
    for (const { title, columns, rows, note } of tables) {
      const table = new Table("part", columns);
      table.inSight = Infinity;
      table.draw(
        title,
        rows.map(([cells, mark]) => ({ cells, mark })),
        note,
      );
      frame.append(table.node);
    }
    if (code) frame.append(codeView(code));
    lightSame(frame);
    return frame;
  },
  ["stage.css", "encoding.css", "rooms.css"],
);
