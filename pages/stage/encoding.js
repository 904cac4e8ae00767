// How a step of encoding is drawn: the rule that fires, the candidates of the word, the text.
import { lightSame } from "./chips.js";
import { versionAt } from "./corpus.js";
import { el, setSentence, setText } from "./dom.js";
import { Headline, Saying } from "./headline.js";
import { piece, Table } from "./table.js";

/** A word as it looks at some step, unseen: it keeps the room that the word needs then. */
function room(tokens) {
  const made = el("span", "keeps", { "aria-hidden": "true" });
  made.append(...tokens.map((text) => el("span", "chip", {}, text)));
  return made;
}

/** The text, word by word; a word is drawn anew only when its tokens change. */
class Words {
  constructor(head) {
    this.node = el("section", "corpus");
    this.title = el("h2");
    this.box = el("div", `words ${head.scale}`, { tabindex: 0, role: "region" });
    this.layer = el("div", "layer", { dir: head.dir, ...(head.of && { lang: head.of }) });
    this.rooms = head.rooms;
    this.box.append(this.layer);
    this.node.append(this.title, this.box, el("p", "note", {}, head.note));
    this.made = [];
  }
  draw(record, words, step) {
    setText(this.title, record.after);
    this.box.setAttribute("aria-label", record.after);
    words.forEach((versions, i) => this.word(i, versionAt(versions, step), step));
    this.made.forEach(({ node }, i) => {
      node.classList.toggle("current", record.current.includes(i));
    });
    const first = this.made[record.current[0]]?.node;
    if (first) {
      const top = first.offsetTop - this.box.offsetTop;
      if (
        top < this.box.scrollTop ||
        top + first.offsetHeight > this.box.scrollTop + this.box.clientHeight
      ) {
        this.box.scrollTop = top - this.box.clientHeight / 2;
      }
    }
    this.layer.setAttribute("data-step", step);
  }
  word(i, [since, chips], step) {
    while (this.made.length <= i) {
      const node = el("span", "word");
      const now = el("span", "now");
      node.append(...this.rooms[this.made.length].map(room), now);
      this.layer.append(node);
      this.made.push({ node, now, key: "" });
    }
    const key = `${since} ${since === step}`;
    const made = this.made[i];
    if (made.key === key && made.chips === chips) return;
    Object.assign(made, { key, chips });
    made.now.replaceChildren(
      ...chips.map(([text, tint, look, told]) => {
        const drawn = piece([text, tint, look === "fresh" && since !== step ? "" : look]);
        drawn.told = told;
        return drawn;
      }),
    );
  }
}

export function encoding(body, head) {
  const { labels } = head;
  const line = new Headline();
  const saying = new Saying();
  const candidates = new Table("rivals", labels.columns);
  const nothing = el("p", "nothing", {}, labels.nothing);
  candidates.scroll.append(nothing);
  const words = new Words(head);
  const sides = el("div", "halves text-sides");
  sides.append(candidates.node, words.node);
  body.append(line.node, saying.node, sides);
  const pointing = lightSame(body, (now) => {
    const found =
      pointing.element?.told ??
      [...body.querySelectorAll(".word [data-id]")].find((made) => made.dataset.id === now?.id)
        ?.told;
    saying.tell(now ? (found ?? "") : "");
  });
  saying.follow(pointing);
  return {
    draw(record, block, step) {
      line.draw(record);
      setSentence(saying.why, record.why);
      candidates.draw(
        record.before,
        record.rows.map(([cells, mark]) => ({ cells, mark })),
        record.more,
      );
      candidates.node.classList.toggle("none", step > 0 && !record.rows.length);
      words.draw(record, block.words, step);
      saying.stepped();
    },
  };
}
