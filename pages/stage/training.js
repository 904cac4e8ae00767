// How a step of the training is drawn: the merge, why, the pair table, the corpus, the ledger.
import { Pointing } from "./chips.js";
import { Corpus, versionAt } from "./corpus.js";
import { el, setSentence } from "./dom.js";
import { Equation } from "./equation.js";
import { Saying } from "./headline.js";
import { Ledger } from "./ledger.js";
import { Pairs } from "./pairs.js";

export function training(body, head, { go, source, onView, onWords }) {
  const equation = new Equation(head);
  const saying = new Saying();
  const pairs = new Pairs(head);
  const corpus = new Corpus(head, onView, onWords);
  const ledger = new Ledger(head, go);
  const side = el("div", "sides");
  side.append(pairs.node, corpus.node);
  body.append(equation.node, saying.node, side, ledger.node);
  let current = null;
  let later = 0;
  let asked = 0;

  /** Of a large corpus, a pair's sum is fetched when the reader stays on it. */
  const askSum = (pair, step) => {
    clearTimeout(asked);
    const still = () => pointing.now?.pair === pair && current.step === step;
    asked = setTimeout(
      () =>
        still() &&
        source(`sum-${step}-${pair.replace(" ", "-")}`).then(
          (sum) => still() && saying.tell(sum),
          () => {},
        ),
      60,
    );
  };
  const light = (now) => {
    for (const made of body.querySelectorAll(".token.same")) made.classList.remove("same");
    body.classList.toggle("pointing", Boolean(now));
    pairs.light(now?.pair);
    corpus.light(now?.pair ?? null);
    if (now?.id !== undefined) {
      for (const made of body.querySelectorAll(`[data-id="${now.id}"]`)) made.classList.add("same");
      saying.tell(head.tokens[Number(now.id)][2]);
    } else if (now?.pair) {
      const sums = current?.block.sums[now.pair];
      saying.tell(sums ? versionAt(sums, current.step)[1] : "");
      if (current && head.asks) askSum(now.pair, current.step);
    } else {
      saying.tell("");
    }
  };
  const pointing = new Pointing(body, light);
  saying.follow(pointing);
  body.addEventListener("click", (event) => {
    const picked = event.composedPath()[0]?.closest?.(".token[data-id]");
    if (picked && !picked.closest(".jump")) ledger.grow(Number(picked.dataset.id), true);
  });
  return {
    draw(record, block, step) {
      current = { block, step };
      equation.draw(record);
      setSentence(saying.why, record.why);
      pairs.draw(record);
      corpus.draw(record, block, step);
      cancelAnimationFrame(later); // what lies below the fold follows once this step is painted
      later = requestAnimationFrame(() => {
        later = requestAnimationFrame(() => ledger.draw(record, step));
      });
      saying.stepped();
    },
    tell: (text) => saying.answered(text),
    view: (view) => corpus.setView(view, false),
    watch: (versions, step) => corpus.watch.set(versions, step),
  };
}
