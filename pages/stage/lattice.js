// How Viterbi on one word is drawn: the lattice, the pieces that end at a position, the best ways.
import { lightSame } from "./chips.js";
import { el, letters, setLanguage, setSentence } from "./dom.js";
import { Headline, Saying } from "./headline.js";
import { Table } from "./table.js";

const SVG = "http://www.w3.org/2000/svg";
const UNIT = 92; // a character's least width, in the picture's own units
const LOW = 46; // the height of the lowest arcs, and what each level adds
const RISE = 42;
const EDGE = 40;
const FOOT = 62;

function draw(name, attributes = {}, text = "") {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text) made.textContent = text;
  return made;
}

/** How wide the box of an arc is: its piece, or its probability. */
const sizeOf = ([, , , text]) => Math.max(84, letters(text) * 11 + 18);

/** Whether another arc stands on the same level in the next place, so that their boxes meet. */
const beside =
  ([start, , level]) =>
  ([other, , height]) =>
    height === level && other === start + 1;

/** The lattice as a picture of real text: characters between positions, pieces as arcs. */
class Picture {
  constructor(head) {
    const { text, arcs, levels, labels } = head;
    const sizes = arcs.filter((arc) => arcs.some(beside(arc))).map(sizeOf);
    this.unit = Math.max(UNIT, ...sizes.map((size) => size + 8));
    const width = text.length * this.unit + 2 * EDGE;
    this.x = (i) => (head.dir === "rtl" ? width - EDGE - i * this.unit : EDGE + i * this.unit);
    this.base = LOW + levels * RISE + 18;
    const height = this.base + FOOT;
    this.width = width;
    this.node = el("div", "picture", { tabindex: 0, role: "region", "aria-label": labels.lattice });
    this.svg = draw("svg", {
      viewBox: `0 0 ${width} ${height}`,
      role: "img",
      "aria-label": labels.lattice,
      class: "lattice",
    });
    this.svg.style.setProperty("--width", `${width}px`);
    this.arcs = arcs.map((arc) => this.arc(arc));
    this.svg.append(...this.arcs.map(({ group }) => group));
    this.points = Array.from({ length: text.length + 1 }, (_, i) => this.point(i));
    text.forEach((letter, i) =>
      this.svg.append(
        draw(
          "text",
          {
            x: this.x(i + 0.5),
            y: this.base + 31,
            class: "letter",
          },
          letter,
        ),
      ),
    );
    // Who does not see the picture hears its arcs; what a step makes of them is in its tables.
    const told = el("ul", "unseen");
    told.append(
      ...arcs.map((arc) => {
        const item = el("li");
        setSentence(item, arc.at(-1));
        return item;
      }),
    );
    if (head.of) this.svg.setAttribute("lang", head.of);
    this.node.append(this.svg, told);
  }
  point(i) {
    const group = draw("g", { class: "point" });
    const x = this.x(i);
    group.append(
      draw("circle", { cx: x, cy: this.base, r: 7 }),
      draw("text", { x, y: this.base + 52, class: "place" }, String(i)),
    );
    this.svg.append(group);
    return group;
  }
  arc([start, end, level, text, tint, value, known, told]) {
    const group = draw("g", {
      class: `arc tint${tint} ${known ? "" : "unknown"}`,
      "data-id": text,
    });
    const [from, to] = [this.x(start), this.x(end)].sort((a, b) => a - b);
    const top = this.base - LOW - level * RISE;
    const bend = Math.min(this.unit * 0.45, (to - from) * 0.3);
    const middle = (from + to) / 2;
    const size = sizeOf([start, end, level, text]);
    group.append(
      draw("title", {}, told.replace(/[\u2068\u2069]/g, "")),
      draw("path", {
        d:
          `M${from} ${this.base} C${from + bend * 0.4} ${top} ${from + bend} ${top} ${middle} ${top} ` +
          `S${to - bend * 0.4} ${top} ${to} ${this.base}`,
      }),
      draw("rect", { x: middle - size / 2, y: top - 19, width: size, height: 37, rx: 7 }),
      draw("text", { x: middle, y: top - 3, class: "piece" }, text),
      draw("text", { x: middle, y: top + 13, class: "value" }, value),
    );
    return { group, told };
  }
  /** Each arc's and each position's part in a step. */
  show(record, step) {
    const { now, chosen, candidates, won, path } = record;
    const tied = new Set(
      record.rows.flatMap(({ mark }, i) =>
        mark === "tied" && now !== undefined ? [candidates[i]] : [],
      ),
    );
    this.arcs.forEach(({ group }, i) => {
      const state = path.includes(i)
        ? "path"
        : i === chosen
          ? "chosen"
          : tied.has(i)
            ? "tied"
            : now !== undefined && candidates.includes(i)
              ? "candidate"
              : won.includes(i)
                ? "won"
                : "";
      if (group.dataset.state !== state) {
        group.dataset.state = state;
        if (state) group.parentNode.insertBefore(group, this.points[0]);
      }
    });
    this.points.forEach((group, i) => {
      group.classList.toggle("now", i === now);
      group.classList.toggle("seen", step > 0 && (now === undefined || i < now));
    });
    this.svg.classList.toggle("started", step > 0);
    this.svg.classList.toggle("back", path.length > 0);
    if (now !== undefined && this.node.scrollWidth > this.node.clientWidth) {
      const at = (this.x(now) / this.width) * this.svg.clientWidth;
      this.node.scrollLeft = at - this.node.clientWidth * 0.6;
    }
  }
}

const rowsOf = (rows) => rows.map(([cells, mark]) => ({ cells, mark }));

export function lattice(body, head) {
  const { labels } = head;
  const line = new Headline();
  const saying = new Saying();
  const picture = new Picture(head);
  picture.node.setAttribute("dir", "ltr");
  const candidates = new Table("candidates", labels.candidate_columns);
  const best = new Table("best", labels.best_columns);
  const sides = el("div", "halves ways");
  sides.append(candidates.node, best.node);
  const all = new Table("every", labels.all_columns);
  const logs = el("p", "note logs", {}, labels.why_logs);
  const note = el("p", "note", {}, head.note);
  body.append(line.node, saying.node, picture.node, note, sides, logs, all.node);
  for (const quote of picture.node.querySelectorAll(".quote")) setLanguage(quote);
  all.inSight = best.inSight = Infinity;
  all.draw(head.segmentations.title, rowsOf(head.segmentations.rows), head.segmentations.note);
  const pointing = lightSame(body, (now) => {
    const found = head.arcs.find(([, , , text]) => text === now?.id);
    saying.tell(found ? found.at(-1) : "");
  });
  saying.follow(pointing);
  return {
    draw(record, block, step) {
      const rows = rowsOf(record.rows);
      line.draw(record);
      setSentence(saying.why, record.why);
      picture.show({ ...record, rows }, step);
      picture.node.setAttribute("data-step", step);
      candidates.draw(record.heading ?? record.title, rows);
      best.draw(labels.best, rowsOf(record.best));
      best.reach("chosen");
      saying.stepped();
    },
    tell: (text) => saying.answered(text),
  };
}
