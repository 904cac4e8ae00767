// The parts of a lesson: for each what to look at, and a link that opens it in a new tab.
import { el } from "./dom.js";
import { panel } from "./panel.js";

/** @param {import("./types.d.ts").LessonData} data */
function draw({ title, parts, open }) {
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
}

export const { update, unmount } = panel(draw, ["stage.css", "layouts.css", "share.css"]);
