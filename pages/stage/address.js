// Keeps the address of the page: the whole canonical query, and the step that the stage is at.
// It replaces the entry in the browser's history, so Back goes to the page before.

const PAUSE = 350; // ms between writes: browsers limit how often the address may change
let live = null;
let data = null;
let last = 0;
let timer = 0;

function write() {
  timer = 0;
  last = performance.now();
  const step = live && live.run === data.run ? live.step : data.step;
  const query = new URLSearchParams(data.query);
  if (view) query.set("view", view.join(" "));
  const url = `${location.pathname}?${query}&step=${step}${location.hash}`;
  if (url !== location.pathname + location.search + location.hash) {
    history.replaceState(history.state, "", url);
  }
}

function soon() {
  if (data && !timer) timer = setTimeout(write, Math.max(0, last + PAUSE - performance.now()));
}

let view = null;

window.addEventListener("stage-view", (event) => { view = event.detail; soon(); });
window.addEventListener("stage-step", (event) => { live = event.detail; soon(); });

export function update(component) {
  data = component.data;
  document.documentElement.lang = data.lang;
  soon();
}
