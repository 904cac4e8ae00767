// Predict: before a step, the question what comes next; the answer, then the step.
// With the answer held, a choice is only noted until the teacher shows it.
import { el, setSentence } from "./dom.js";
import { fillWith } from "./table.js";

export class Predict {
  /** onToggle: told whether the reader wants to be asked. */
  constructor(labels, onToggle) {
    this.labels = labels;
    this.on = false;
    this.switch = el(
      "button",
      "act predict",
      { type: "button", "aria-pressed": "false" },
      labels.predict,
    );
    this.switch.addEventListener("click", () => {
      this.set(!this.on);
      onToggle(this.on);
    });
    this.panel = el("section", "guess", { "aria-live": "polite" });
    this.panel.hidden = true;
    this.hold = el("input", "", { type: "checkbox" });
  }
  set(on) {
    this.on = on;
    this.switch.setAttribute("aria-pressed", on);
    if (!on) this.close();
  }
  get asking() {
    return !this.panel.hidden;
  }
  close() {
    this.panel.hidden = true;
    this.answer = null;
  }

  /** Show the answer that is held back. Returns whether there is one. */
  reveal() {
    const { answer } = this;
    answer?.();
    return Boolean(answer);
  }

  /** Ask; then `done` with what is to be told of the answer. */
  ask(quiz, done) {
    const top = el("div", "top");
    const held = el("label", "only");
    held.append(this.hold, el("span", "", {}, this.labels.hold));
    const reveal = el("button", "act reveal", { type: "button" }, this.labels.reveal);
    reveal.hidden = true;
    top.append(el("h2", "", {}, quiz.ask), reveal, held);
    const choices = el("div", "choices");
    let picked = null;
    const answer = () => {
      const [, right, told] = picked;
      if (right && quiz.count) this.askCount(quiz.count, told, done);
      else {
        this.close();
        done(told);
      }
    };
    for (const choice of quiz.choices) {
      const made = el("button", "choice", { type: "button", "aria-pressed": "false" });
      fillWith(made, choice[0]);
      made.addEventListener("click", () => {
        picked = choice;
        this.answer = answer;
        if (!this.hold.checked) {
          answer();
          return;
        }
        for (const each of choices.children) each.setAttribute("aria-pressed", each === made);
        reveal.hidden = false;
      });
      choices.append(made);
    }
    reveal.addEventListener("click", answer);
    this.panel.replaceChildren(top, choices);
    this.panel.hidden = false;
  }

  /** Ask how often; who would rather step on (PageDown, or Escape) is told of the pair alone. */
  askCount(count, told, done) {
    this.answer = null;
    const form = el("form", "choices");
    const field = el("input", "jump-to", {
      type: "text",
      inputmode: "numeric",
      maxlength: 9,
      "aria-label": this.labels.count,
      placeholder: this.labels.count,
    });
    form.append(field, el("button", "act reveal", { type: "submit" }, this.labels.check));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.close();
      done(
        field.value.normalize("NFKC").replace(/[\s,.]/g, "") === count.is
          ? count.right
          : count.wrong,
      );
    });
    form.addEventListener("keydown", (event) => {
      if (event.key !== "PageDown" && event.key !== "Escape") return;
      event.preventDefault();
      this.close();
      done(told);
    });
    const title = el("h2", "sentence");
    setSentence(title, count.ask);
    this.panel.replaceChildren(title, form);
    field.focus();
  }
}
