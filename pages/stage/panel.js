// A component that is drawn anew, whole, whenever its data change: a sheet, a question, a lesson.
import { el } from "./dom.js";

/** Put style sheets into an element, a later one overrules. Resolves when all are there, or cannot be had. */
export function styled(root, names) {
  return Promise.all(
    names.map((name) => {
      const style = el("link", "", { rel: "stylesheet", href: new URL(name, import.meta.url) });
      const loaded = new Promise((done) => {
        style.onload = style.onerror = done;
      });
      root.append(style);
      return loaded;
    }),
  );
}

/**
 * The two functions of such a component. draw(data, state) gives its element; `state` is an object
 * that outlives the drawing; styles: its sheets.
 */
export function panel(draw, styles = ["stage.css", "rooms.css"]) {
  const kept = new WeakMap();

  async function update({ parentElement: root, data }) {
    if (!kept.has(root)) {
      kept.set(root, { state: {}, styles: styled(root, styles) });
    }
    const mine = kept.get(root);
    const key = JSON.stringify(data);
    if (key === mine.key) return;
    mine.key = key;
    await mine.styles;
    if (key !== mine.key) return; // other data came meanwhile
    const frame = draw(data, mine.state);
    mine.frame?.remove();
    mine.frame = frame;
    root.append(frame);
  }

  return { update, unmount: ({ parentElement }) => kept.delete(parentElement) };
}
