// A button that copies the link to what is on the screen.
import { write } from "./address.js";
import { el } from "./dom.js";
import { styled } from "./panel.js";

const kept = new WeakMap();

/** The clipboard; on pages without https the older way, by a selection. */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = el("textarea", "", { "aria-hidden": "true" });
    field.value = text;
    field.style.position = "fixed";
    field.style.opacity = "0";
    document.body.append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    return done;
  }
}

export function update({ parentElement: root, data }) {
  let state = kept.get(root);
  if (!state) {
    const frame = el("div", "stage");
    state = {
      button: el("button", "act share", { type: "button" }),
      said: el("span", "unseen", { role: "status" }),
    };
    frame.append(state.button, state.said);
    styled(root, ["stage.css", "share.css"]);
    root.append(frame);
    kept.set(root, state);
    state.button.addEventListener("click", async () => {
      write();
      const done = await copy(location.href);
      const { copied, failed, copy: label } = state.data;
      state.button.textContent = state.said.textContent = done ? copied : failed;
      state.button.classList.toggle("done", done);
      clearTimeout(state.later);
      state.later = setTimeout(() => {
        state.button.textContent = label;
        state.button.classList.remove("done");
      }, 2000);
    });
  }
  state.data = data;
  if (!state.button.classList.contains("done")) state.button.textContent = data.copy;
}

export function unmount({ parentElement }) {
  kept.delete(parentElement);
}
