// The lecturer's own window while a lesson is presented: the notes, what comes next, and a clock. Its
// keys and buttons move the presented window.
import { ofTab } from "../../stage/core/storage.js";
import { buttonEl, el, sentenceEl, setText } from "../../stage/parts/dom.js";

/** @import { PresenterState } from "../../stage/types.d.ts" */

const STARTED = "merge-by-merge-started"; // in the session storage
const FORWARD = ["PageDown", "ArrowRight", "ArrowDown", " "];
const BACKWARD = ["PageUp", "ArrowLeft", "ArrowUp"];

const channel = new BroadcastChannel(`merge-by-merge ${location.hash.slice(1)}`);
const started = () => Number(ofTab.text(STARTED));
if (!started()) ofTab.setText(STARTED, String(Date.now()));
const [now, elapsed] = [el("span", "now"), el("span", "elapsed", { role: "timer" })];
const reset = buttonEl("", "", () => {
  ofTab.setText(STARTED, String(Date.now()));
  tick();
});
const move = (/** @type {string} */ command) => channel.postMessage({ command });
const back = buttonEl("", "", () => move("backward"));
const forward = buttonEl("", "", () => move("forward"));
const content = el("div", "content");
const buttons = el("nav", "", back, forward);
const main = el("main", "", el("p", "clock", elapsed, reset, now), content, buttons);
const endTitle = el("h1"); // without a text until a part is shown
const close = buttonEl("close", "", () => window.close());
const ended = el("section", "ended", { role: "status" }, endTitle, close);

function tick() {
  const seconds = Math.floor((Date.now() - started()) / 1000);
  const two = (/** @type {number} */ value) => String(value).padStart(2, "0");
  setText(elapsed, `${Math.floor(seconds / 60)}:${two(seconds % 60)}`);
  const time = new Date();
  setText(now, `${two(time.getHours())}:${two(time.getMinutes())}`);
}

/** Say that the lesson is not presented anymore. */
function drawEnd() {
  content.replaceChildren(ended);
  buttons.hidden = true;
}

/** @param {PresenterState} state */
function draw({
  lang,
  labels,
  number,
  count,
  title,
  sentences,
  note,
  prompt,
  answer,
  next,
  step,
  last,
  move,
}) {
  document.documentElement.lang = lang;
  document.title = labels.notes;
  endTitle.textContent = labels.ended;
  close.textContent = labels.close_window;
  reset.textContent = labels.reset_clock;
  back.textContent = labels.back;
  const moves = { answer: labels.show_answer, step: labels.next_step, part: labels.after };
  forward.textContent = move ? moves[move] : labels.end;
  forward.disabled = !move;
  buttons.hidden = false;
  const position = labels.position.replace("{n}", String(number)).replace("{all}", String(count));
  const at = labels.at_step.replace("{step}", String(step)).replace("{last}", String(last));
  const paragraphs = (/** @type {string[]} */ texts) =>
    texts.map((each) => sentenceEl("p", "", each));
  const lines = paragraphs((note || labels.no_notes).split("\n"));
  const [following = "", ...rest] = next;
  content.replaceChildren(
    el("section", "shown", [
      el("p", "position", last ? `${position} · ${at}` : position),
      el("h1", "", title),
      ...paragraphs(sentences),
      prompt && sentenceEl("p", "prompt", prompt),
      prompt && sentenceEl("p", "", answer),
    ]),
    el("section", "notes", el("h2", "", labels.notes), lines),
    el("section", "after", [
      el("h2", "", labels.after),
      following && el("p", "title", following),
      ...paragraphs(next.length ? rest : [labels.end]),
    ]),
  );
}

channel.onmessage = ({ data }) => {
  if (data.labels) draw(data);
  else if (data.ended && endTitle.textContent) drawEnd();
};
move("hello");
window.addEventListener("hashchange", () => location.reload()); // another lesson is presented
window.addEventListener("keydown", (event) => {
  if (event.target instanceof HTMLButtonElement && event.key === " ") return;
  if (FORWARD.includes(event.key)) move("forward");
  else if (BACKWARD.includes(event.key)) move("backward");
  else return;
  event.preventDefault();
});
document.body.append(main);
tick();
setInterval(tick, 1000);
