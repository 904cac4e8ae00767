// The course's figures: what each text prints beside what the engine computes, and questions.
import { el, said } from "./dom.js";
import { panel } from "./panel.js";

const ALL = "all";
class Figures {
  /** state: what the reader chose to see, which outlives this drawing. */
  constructor(data, state) {
    this.data = { base: data.base, ...JSON.parse(data.page) };
    this.state = state;
    state.chosen ??= this.data.texts[0].id;
    this.frame = el("div", "stage figures", { lang: this.data.lang });
    this.body = el("div", "body", { "aria-live": "off" });
    this.frame.append(this.summary(), this.choice(), this.filter(), this.body, this.questions());
    this.draw();
  }

  sign(verdict) {
    return el("span", `sign ${verdict}`, { "aria-hidden": "true" }, this.data.signs[verdict]?.[0]);
  }

  summary() {
    const list = el("ul", "summary");
    for (const [kind, number, words] of this.data.summary) {
      const item = el("li", kind);
      if (this.data.signs[kind]) item.append(this.sign(kind));
      item.append(el("b", "", {}, number), " ", el("span", "", {}, words));
      list.append(item);
    }
    return list;
  }

  choice() {
    const { texts, labels } = this.data;
    const group = el("div", "texts", { role: "group", "aria-label": labels.texts });
    this.cards = new Map();
    for (const text of texts) {
      const card = el("button", "card", { type: "button" });
      card.append(el("b", "", {}, text.title), el("span", "about", {}, text.about), this.bar(text));
      this.cards.set(text.id, card);
    }
    const all = el("button", "card all", { type: "button" });
    all.append(el("b", "", {}, labels.all));
    this.cards.set(ALL, all);
    for (const [id, card] of this.cards) {
      card.addEventListener("click", () => {
        this.state.chosen = id;
        this.draw();
      });
      group.append(card);
    }
    return group;
  }

  /** How many of a text's figures have each verdict, in signs and numbers. */
  bar(text) {
    const counts = el("span", "counts");
    for (const [verdict, count] of Object.entries(text.counts)) {
      if (!count) continue;
      const one = el("span", `count ${verdict}`);
      one.append(
        this.sign(verdict),
        el("span", "", {}, String(count)),
        el("span", "unseen", {}, ` ${this.data.signs[verdict][1]}; `),
      );
      counts.append(one);
    }
    return counts;
  }

  filter() {
    const label = el("label", "only");
    const box = el("input", "", { type: "checkbox" });
    box.checked = this.state.only ?? false;
    box.addEventListener("change", () => {
      this.state.only = box.checked;
      this.draw();
    });
    label.append(box, el("span", "", {}, this.data.labels.only));
    return label;
  }

  draw() {
    for (const [id, card] of this.cards)
      card.setAttribute("aria-pressed", id === this.state.chosen);
    const texts = this.data.texts.filter(({ id }) => [id, ALL].includes(this.state.chosen));
    this.body.replaceChildren(...texts.map((text) => this.text(text)));
  }

  text({ id, title }) {
    const section = el("section", "text", { "aria-label": title });
    if (this.state.chosen === ALL) section.append(el("h2", "", {}, title));
    const found = this.data.figures.filter(
      ({ text, verdict }) => text === id && (!this.state.only || verdict === "wrong"),
    );
    if (!found.length) section.append(el("p", "nothing", {}, this.data.labels.none));
    for (const part of new Set(found.map((figure) => figure.part))) {
      section.append(
        el(this.state.chosen === ALL ? "h3" : "h2", "part", {}, part),
        this.table(
          found.filter((figure) => figure.part === part),
          `${title}: ${part}`,
        ),
      );
    }
    return section;
  }

  table(figures, name) {
    const { labels } = this.data;
    const table = el("table", "", { role: "table", "aria-label": name });
    const head = el("tr", "", { role: "row" });
    for (const column of ["figure", "printed", "computed", "verdict", "link"]) {
      head.append(el("th", column, { role: "columnheader", scope: "col" }, labels[column]));
    }
    const top = el("thead", "", { role: "rowgroup" });
    top.append(head);
    const body = el("tbody", "", { role: "rowgroup" });
    for (const figure of figures) body.append(...this.rows(figure));
    table.append(top, body);
    return table;
  }

  rows(figure) {
    const { labels, signs } = this.data;
    const row = el(
      "tr",
      `figure ${figure.verdict}${figure.why ? " explained" : ""}${figure.prose ? " prose" : ""}`,
      { role: "row" },
    );
    row.dataset.verdict = figure.verdict;
    const what = said("th", "what", figure.what);
    what.setAttribute("role", "rowheader");
    what.setAttribute("scope", "row");
    const verdict = el("td", "verdict", { role: "cell" });
    const says = el("span", "says");
    says.append(this.sign(figure.verdict), el("span", "", {}, signs[figure.verdict][1]));
    verdict.append(says);
    const link = el("td", "link", { role: "cell" });
    link.append(this.link(figure.link, figure.what));
    row.append(
      what,
      this.value("printed", figure, labels.printed),
      this.value("computed", figure, labels.computed),
      verdict,
      link,
    );
    if (!figure.why) return [row];
    const because = el("tr", `because ${figure.verdict}`, { role: "row" });
    const cell = el("td", "", { role: "cell", colspan: "5" });
    cell.append(said("p", "", figure.why));
    because.append(cell);
    return [row, because];
  }

  /**
   * A value in its parts; those that the other side lacks are marked. Tokens and words are quoted
   * from English texts; prose is in the language of the page.
   */
  value(kind, { [kind]: parts, prose }, label) {
    const quoted = prose ? {} : { lang: "en" };
    const cell = el("td", `value ${kind}`, { role: "cell" });
    cell.append(el("span", "label", { "aria-hidden": "true" }, label));
    const values = el("span", parts.length > 1 ? "parts" : "whole", { translate: "no" });
    if (!parts.length) values.append(el("span", "open", {}, this.data.labels.open));
    for (const [text, other] of parts)
      values.append(el(other ? "mark" : "bdi", "", quoted, text), " ");
    cell.append(values);
    return cell;
  }

  link(address, what) {
    const { base, labels } = this.data;
    const link = el("a", "show", { href: base + address, target: "_blank" });
    const plain = what.replace(/[\u2068\u2069]/g, "");
    link.setAttribute("aria-label", `${labels.show}: ${plain} (${labels.tab})`);
    link.append(
      el("span", "", {}, labels.show),
      el("span", "arrow", { "aria-hidden": "true" }, "↗"),
    );
    return link;
  }

  questions() {
    const { labels, questions } = this.data;
    const section = el("section", "questions", { "aria-label": labels.questions });
    const list = el("dl");
    for (const [question, answer, address] of questions) {
      const asked = el("div", "asked");
      const told = said("dd", "", answer);
      told.append(" ", this.link(address, question));
      asked.append(said("dt", "", question), told);
      list.append(asked);
    }
    section.append(el("h2", "", {}, labels.questions), list);
    return section;
  }
}

export const { update, unmount } = panel(
  (data, state) => new Figures(data, state).frame,
  ["stage.css", "rooms.css", "figures.css"],
);
