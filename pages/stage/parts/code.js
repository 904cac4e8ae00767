// The readable algorithm with the values of the step. It is below the fold and closed at first, so
// its records and its styles are loaded when it is opened.
import { BlockCache } from "../core/blocks.js";
import { loadStyles } from "../core/panel.js";
import { el, setText } from "./dom.js";

/**
 * @import { CodeBlock, CodeHead } from "../records.d.ts"
 * @import { Source } from "../types.d.ts"
 */

const CLASSES = ["line-number", "text", "line-value"];
let isOpen = false; // stays when another stage is built, for another run or language

export class StepCode {
  /**
   * @param {CodeHead} head
   * @param {Source} source
   */
  constructor({ code, size }, source) {
    this.title = code;
    this.step = 0;
    /** @type {(block: number) => Promise<CodeBlock>} */
    const fetchBlock = (block) => source(`code-${block}`);
    this.blocks = new BlockCache(fetchBlock, size);
    /** @type {HTMLTableRowElement[]} */
    this.rows = [];
    /** @type {Promise<unknown> | undefined} */
    this.styled = undefined;
    this.heading = el("h2");
    this.scroll = el("div", "scroll", { tabindex: 0, role: "region" });
    this.note = el("p", "note");
    this.node = el("details", "code", { hidden: !code }, el("summary", "", this.heading));
    this.node.open = isOpen;
    this.node.addEventListener("toggle", () => {
      isOpen = this.node.open;
      this.show();
    });
  }

  /** @param {number} step */
  draw(step) {
    this.step = step;
    const title = this.title.replace("{k}", step.toLocaleString("en"));
    setText(this.heading, title);
    this.scroll.setAttribute("aria-label", title);
    this.show();
  }

  /** Show the values of the step, or load them first. */
  async show() {
    if (!this.node.open) return;
    const { step } = this;
    if (!this.blocks.at(step) || !this.rows.length) {
      this.node.classList.add("waiting");
      this.styled ??= loadStyles(this.node, ["code.css"]);
      try {
        await Promise.all([this.blocks.fetch(this.blocks.numberOf(step)), this.styled]);
      } catch {
        return; // the next step tries again
      }
    }
    const block = this.blocks.at(step);
    if (step !== this.step || !block) return;
    if (!this.rows.length) this.build(block);
    const { values, note } = block.steps[step - block.first];
    this.rows.forEach((row, i) => {
      const value = values[i] ?? "";
      row.classList.toggle("chosen", Boolean(value));
      setText(row.cells[2], value);
    });
    setText(this.note, note);
    this.node.classList.remove("waiting");
  }

  /** @param {CodeBlock} block */
  build({ columns, lines }) {
    // The roles are explicit because the phone layout takes them away: its rows are not table rows.
    const table = el("table", "", { role: "table" });
    const header = el("tr", "", { role: "row" });
    header.append(
      ...columns.map((label, i) =>
        el("th", CLASSES[i], { role: "columnheader", scope: "col" }, label),
      ),
    );
    this.rows = lines.map(([number, text]) => {
      const row = el("tr", "row", { role: "row" });
      row.append(
        ...[number, text, ""].map((cell, i) => el("td", CLASSES[i], { role: "cell" }, cell)),
      );
      const indent = text.length - text.trimStart().length;
      row.style.setProperty("--indent", String(indent));
      return row;
    });
    const body = el("tbody", "", { role: "rowgroup" }, ...this.rows);
    table.append(el("thead", "", { role: "rowgroup" }, header), body);
    this.scroll.append(table);
    this.node.append(this.scroll, this.note);
  }
}
