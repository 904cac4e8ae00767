// Tables of texts and chips that no step changes: each with a title and a note.
import { Pointing } from "./chips.js";
import { el } from "./dom.js";
import { Table } from "./table.js";

const kept = new WeakMap();

export function update(component) {
  const { parentElement: root, data } = component;
  const state = kept.get(root) ?? {};
  kept.set(root, state);
  if (!state.style) {
    state.style = el("link", "", { rel: "stylesheet", href: new URL("stage.css", import.meta.url) });
    state.style.onload = () => { state.ready = true; draw(root, state); };
    root.append(state.style);
  }
  const key = JSON.stringify(data);
  const changed = key !== state.key;
  Object.assign(state, { data, key });
  if (state.ready && changed) draw(root, state);
}

function draw(root, state) {
  const frame = el("div", "stage sheet");
  for (const { title, columns, rows, note } of state.data.tables) {
    const table = new Table("part", columns);
    table.inSight = Infinity;
    table.draw(title, rows.map(([cells, mark]) => ({ cells, mark })), note);
    frame.append(table.node);
  }
  new Pointing(frame, (now) => {
    for (const made of frame.querySelectorAll("[data-id]")) {
      made.classList.toggle("same", now?.id !== undefined && made.dataset.id === now.id);
    }
  });
  state.frame?.remove();
  state.frame = frame;
  root.append(frame);
}

export function unmount({ parentElement }) {
  kept.delete(parentElement);
}
