// How a round of a Unigram training is drawn: its sentence, the pieces, the words it changed.
import { lightSame } from "./chips.js";
import { el, setSentence } from "./dom.js";
import { Headline, Saying } from "./headline.js";
import { Table } from "./table.js";

export function rounds(body, head, { source }) {
  const { labels } = head;
  const line = new Headline();
  const saying = new Saying();
  const pieces = new Table("pieces", labels.columns[""]);
  const words = new Table("changes", labels.word_columns);
  const nothing = el("p", "nothing", {}, labels.nothing);
  words.scroll.append(nothing);
  const sides = el("div", "halves");
  sides.append(pieces.node, words.node);
  body.append(line.node, saying.node, sides);
  let current = null;
  let asked = 0;

  /** What becomes of the words without a piece is asked for when the reader stays on it. */
  const ask = (id) => {
    clearTimeout(asked);
    const { step } = current;
    const still = () => pointing.now?.pair === id && current.step === step;
    asked = setTimeout(
      () =>
        still() &&
        source(`without-${step}-${id}`).then(
          (text) => still() && saying.tell(text),
          () => {},
        ),
      60,
    );
  };
  const pointing = lightSame(body, (now) => {
    saying.tell("");
    if (now?.pair && current.record.kind === "prune") ask(now.pair);
  });
  saying.follow(pointing);
  return {
    draw(record, block, step) {
      current = { record, step };
      line.draw({ rest: record.title, facts: record.facts });
      setSentence(saying.why, record.why);
      pieces.setColumns(labels.columns[record.kind]);
      pieces.draw(
        record.before,
        record.rows.map(([id, chip, cells, mark]) => ({
          cells: [[chip], ...cells, labels.marks[mark] ?? ""],
          mark,
          key: String(id),
        })),
        record.more,
      );
      words.draw(
        record.after,
        record.words.map((cells) => ({ cells })),
        record.note,
      );
      words.node.classList.toggle("none", !record.words.length);
      words.node.setAttribute("data-step", step);
      saying.stepped();
    },
    tell: (text) => saying.answered(text),
  };
}
