// The parts of a lesson: what to look at, and a link that opens it beside this page.
import { el } from "./dom.js";

const kept = new WeakMap();

export function update({ parentElement: root, data }) {
  const key = JSON.stringify(data);
  const old = kept.get(root);
  if (old?.key === key) return;
  old?.parts.forEach((part) => part.remove());
  const style = el("link", "", { rel: "stylesheet", href: new URL("stage.css", import.meta.url) });
  const frame = el("section", "stage", { "aria-label": data.title });
  const list = el("ol", "lesson");
  for (const [sentence, link] of data.parts) {
    const item = el("li");
    item.append(
      el("span", "sentence", { dir: "auto" }, sentence),
      el("a", "open", { href: link, target: "_blank", rel: "noopener" }, data.open));
    list.append(item);
  }
  frame.append(list);
  root.append(style, frame);
  kept.set(root, { key, parts: [style, frame] });
}

export function unmount({ parentElement }) {
  kept.delete(parentElement);
}
