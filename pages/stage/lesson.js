// The parts of a lesson: what to look at, and a link that opens it beside this page.
import { el } from "./dom.js";
import { panel } from "./panel.js";

export const { update, unmount } = panel(
  ({ title, parts, open }) => {
    const frame = el("section", "stage", { "aria-label": title });
    const list = el("ol", "lesson");
    for (const [sentence, link] of parts) {
      const item = el("li");
      item.append(
        el("span", "sentence", { dir: "auto" }, sentence),
        el("a", "open", { href: link, target: "_blank", rel: "noopener" }, open),
      );
      list.append(item);
    }
    frame.append(list);
    return frame;
  },
  ["stage.css", "rooms.css", "share.css"],
);
