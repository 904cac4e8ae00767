// Two tie rules side by side, at the step where they first differ.
import { Pairs } from "./pairs.js";
import { Equation } from "./equation.js";
import { el, setSentence } from "./dom.js";

const kept = new WeakMap();

export function update(component) {
  const { parentElement: root, data } = component;
  const state = kept.get(root) ?? {};
  kept.set(root, state);
  if (!state.style) {
    state.style = el("link", "", {
      rel: "stylesheet",
      href: new URL("stage.css", import.meta.url),
    });
    state.style.onload = () => { state.ready = true; draw(root, state); };
    root.append(state.style);
  }
  state.component = component;
  if (state.ready) draw(root, state);
}

function draw(root, state) {
  const { data } = state.component;
  const frame = el("section", "stage compare", { "aria-label": data.title });
  for (const { name, record, shared } of data.sides) {
    const equation = new Equation(data);
    const pairs = new Pairs(data);
    const column = el("div", "rule");
    const why = el("p", "why");
    setSentence(why, record.why);
    column.append(
      el("h2", "", {}, name), equation.node, why, pairs.node,
      el("p", "note", {}, shared));
    frame.append(column);
    pairs.inSight = Infinity;
    equation.draw(record);
    pairs.draw(record);
  }
  state.frame?.remove();
  state.frame = frame;
  root.append(frame);
}

export function unmount({ parentElement }) {
  kept.delete(parentElement);
}
