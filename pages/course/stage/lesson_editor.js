// The editor of a teacher's lesson: a card for each part of the draft, and what becomes of the draft.

import { CopyLink } from "../../settings/stage/copy_link.js";
import { draft, onDraft, saveDraft, written } from "../../settings/stage/lesson_draft.js";
import { linkHere, placeOf } from "../../stage/core/page_link.js";
import { confirmButton } from "../../stage/parts/confirm_button.js";
import { buttonEl, el, signEl } from "../../stage/parts/dom.js";
import { fieldHelp } from "./lesson_help.js";

/** @import { DraftPart, LessonPageData } from "../../stage/records.d.ts" */

/** @type {[name: keyof DraftPart, rows: number, limit: number][]} */
const FIELDS = [
  ["title", 1, 300],
  ["sentence", 2, 300],
  ["note", 2, 600],
  ["question", 1, 300],
  ["answers", 1, 300],
  ["choices", 3, 2000],
  ["explanation", 2, 300],
];
const OPTIONAL = ["question", "answers", "choices", "explanation"];

export class LessonEditor {
  /**
   * @param {LessonPageData} data
   * @param {object} tools
   * @param {(text: string) => void} tools.send has the server make a link of the written lesson
   * @param {(data: LessonPageData) => HTMLElement[]} tools.actions what can be done with the lesson
   *   of the link
   */
  constructor(data, { send, actions }) {
    this.send = send;
    this.actions = actions;
    this.node = el("section", "editor", { id: "editor" });
    this.list = el("ol", "draft");
    this.status = el("p", "status", { role: "status" });
    this.error = el("p", "error", { role: "alert" });
    this.made = el("div", "actions made-link flow");
    this.make = buttonEl("button primary filled", "", () => {
      if (this.lacksSentence()) return;
      this.sent = written(draft());
      this.isMaking = true;
      this.send(this.sent);
    });
    this.unmade = el("p", "about unmade");
    this.sent = "";
    onDraft(() => {
      if (!this.isEditing) this.drawParts();
    });
    window.addEventListener("storage", () => this.drawParts()); // another tab has added a part
    this.accept(data);
  }

  /** @param {LessonPageData} data */
  accept(data) {
    this.data = data;
    const { labels } = data;
    this.make.textContent = labels.make;
    const { replace } = labels;
    const hasDraft = () => draft().length > 0;
    const take = () => saveDraft(data.draft);
    const edit = confirmButton(labels.edit_this, replace, take, hasDraft);
    edit.hidden = !data.draft.length;
    this.clear = confirmButton(labels.clear, replace, () => saveDraft([]), hasDraft);
    const isMade = Boolean(data.lesson) && data.text === this.sent && !data.error;
    const { copy, copied, copied_here, failed } = labels;
    const copying = new CopyLink({ copy, copied, copied_here, failed });
    copying.node.hidden = !isMade;
    this.status.textContent = isMade ? labels.made : "";
    this.made.replaceChildren(copying.node, copying.status);
    if (isMade) this.made.append(...this.actions(data));
    this.error.textContent = data.error;
    this.node.replaceChildren(
      el("h2", "", labels.editor),
      el("p", "about", labels.editor_about),
      fieldHelp(labels),
      this.list,
      this.error,
      el("div", "actions flow", this.make, this.unmade, edit, this.clear),
      this.status,
      this.made,
    );
    this.drawParts();
    if (this.isMaking && data.error) {
      requestAnimationFrame(() => this.error.scrollIntoView({ block: "center" }));
    } else if (this.isMaking && isMade) {
      requestAnimationFrame(() => copying.node.focus());
    }
    this.isMaking &&= !isMade && !data.error;
  }

  /** Whether a part has no sentence yet. Then this is said, and its field is focused. */
  lacksSentence() {
    const at = draft().findIndex(({ sentence }) => !sentence?.trim());
    const message = this.data?.labels.no_sentence ?? "";
    this.error.textContent = at < 0 ? "" : message.replace("{number}", String(at + 1));
    if (at < 0) return false;
    const field = this.list.children[at]?.querySelector(".for-sentence");
    field?.after(this.error); // where it is read
    field?.querySelector("textarea")?.focus();
    return true;
  }

  drawParts() {
    const parts = draft();
    const empty = el("li", "empty", this.data?.labels.empty ?? "");
    this.list.replaceChildren(...(parts.length ? parts.map((_, i) => this.card(i)) : [empty]));
    this.make.disabled = !parts.length;
    if (this.clear) this.clear.disabled = !parts.length;
    this.unmade.textContent = parts.length ? "" : (this.data?.labels.no_parts ?? "");
  }

  /** @param {number} at */
  card(at) {
    const labels = this.data?.labels ?? {};
    const parts = draft();
    const part = parts[at];
    const link = el(
      "a",
      "place",
      { href: inApp(part.link), target: "_blank" },
      shortened(part.link, labels),
    );
    const move = (/** @type {number} */ by) => {
      const [taken] = parts.splice(at, 1);
      parts.splice(at + by, 0, taken);
      saveDraft(parts);
      /** @type {HTMLElement | null} */ (
        this.list.children[at + by]?.querySelector(by < 0 ? ".up" : ".down")
      )?.focus();
    };
    const up = signEl("button up", "↑", labels.up, () => move(-1));
    const down = signEl("button down", "↓", labels.down, () => move(1));
    up.disabled = at === 0;
    down.disabled = at === parts.length - 1;
    const remove = signEl("button remove", "✕", labels.delete, () => {
      saveDraft(parts.filter((_, i) => i !== at));
      /** @type {HTMLElement | null} */ (this.list.querySelector(".remove"))?.focus();
    });
    const top = el("div", "card-top", el("b", "number", at + 1), link, up, down, remove);
    const optional = el("details", "", el("summary", "", labels.task));
    optional.open = OPTIONAL.some((name) => part[/** @type {keyof DraftPart} */ (name)]);
    const item = el("li", "card", top);
    for (const [name, rows, limit] of FIELDS) {
      const field = this.field(at, name, rows, limit);
      (OPTIONAL.includes(name) ? optional : item).append(field);
    }
    optional.append(this.hideField(at));
    item.append(optional, this.untilField(at));
    return item;
  }

  /**
   * @param {number} at the part
   * @param {keyof DraftPart} name
   * @param {number} rows
   * @param {number} limit characters
   */
  field(at, name, rows, limit) {
    const label = el("label", `field for-${name}`);
    const input = rows > 1 ? el("textarea", "text-field", { rows }) : el("input", "text-field");
    input.maxLength = limit;
    input.dir = "auto";
    input.value = draft()[at][name] ?? "";
    input.addEventListener("input", () => this.set(at, name, input.value));
    label.append(el("span", "", this.data?.labels[name] ?? ""), input);
    return label;
  }

  /**
   * Whether what answers the question is hidden until it is answered.
   * @param {number} at the part
   */
  hideField(at) {
    const label = el("label", "field for-hides");
    const box = el("input", "check", { type: "checkbox", checked: Boolean(draft()[at].hides) });
    box.addEventListener("change", () => this.set(at, "hides", box.checked ? "hide" : ""));
    label.append(el("span", "", this.data?.labels.hides), box);
    return label;
  }

  /** @param {number} at the part */
  untilField(at) {
    const label = this.field(at, "until", 1, 5);
    label.querySelector("input")?.setAttribute("inputmode", "numeric");
    return label;
  }

  /**
   * @param {number} at
   * @param {keyof DraftPart} name
   * @param {string} value
   */
  set(at, name, value) {
    const parts = draft();
    if (!parts[at]) return;
    parts[at] = { ...parts[at], [name]: value };
    this.isEditing = true; // the fields stay as they are
    saveDraft(parts);
    this.isEditing = false;
  }
}

/**
 * The link of a part, in this app.
 * @param {string} link
 */
function inApp(link) {
  try {
    return linkHere(link);
  } catch {
    return "./"; // it is no URL, and is refused when the lesson is made
  }
}

/**
 * What a link shows: its page, corpus and step.
 * @param {string} link
 * @param {Record<string, string>} labels
 */
function shortened(link, labels) {
  try {
    const { page, query } = placeOf(link);
    const step = query.get(page ? "position" : "step");
    const name = labels[`page_${page}`] ?? page;
    return [name, query.get("corpus"), step].filter(Boolean).join(" · ");
  } catch {
    return link.slice(0, 60);
  }
}
