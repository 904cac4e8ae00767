// A phone: the handle of the panel. It is there if the panel hides some of its text, and makes it taller.
import { isPhone } from "../../stage/core/present.js";
import { MAIN } from "../../stage/core/streamlit_page.js";
import { signEl } from "../../stage/parts/dom.js";

const ROOT = document.documentElement;
const MARGIN = 12; // px below the stage
const SHADE = 32; // px: the end of what goes on fades
const HALF = 0.55; // of the height: what a text may take if the stage fills the rest
const TALL = 0.52; // of the height: more than this of the stage is scrolled anyway
const MORE = 0.62; // of the height: what a text may take next to such a stage
const MOST = 0.76; // of the height: what a text and its whole task may take
const CHOICES = 0.73; // of the height: what a text and its choices may take
const ALL = 0.82; // of the height: what they may take if they don't need the stage
const LINE = 30; // px: a line of text is not higher
const SPARE = 36; // px: what is not hidden for the want of so little

const FILLED = ".best"; // what an answer about a lattice continues

export class Handle {
  /**
   * @param {HTMLElement} panel
   * @param {HTMLElement} body what can hide some of its content
   * @param {Record<string, string>} labels
   */
  constructor(panel, body, labels) {
    this.panel = panel;
    this.body = body;
    this.labels = labels;
    this.node = signEl("handle", "", labels.taller, () => this.set(!this.isTall));
    this.node.hidden = true;
    this.isTall = false;
    this.needsStage = true;
    /** @type {HTMLElement | null} */
    this.frame = null; // of the stage
    this.regions = "";
    this.sizes = new ResizeObserver(() => {
      this.look();
      this.align();
    });
    this.stage = new ResizeObserver(() => this.makeRoom());
    this.sizes.observe(body);
    body.addEventListener("scroll", () => this.look(), true); // of the text in it, too
    this.set(false);
  }

  /** @param {boolean} isTall */
  set(isTall) {
    this.isTall = isTall;
    ROOT.toggleAttribute("data-guide-tall", isTall); // the page gets the rest
    const label = isTall ? this.labels.lower : this.labels.taller;
    this.node.title = this.node.ariaLabel = label;
    this.node.ariaExpanded = String(isTall);
    this.makeRoom();
    this.look();
  }

  /** @param {boolean} needsStage whether the open part is about what the stage shows */
  share(needsStage) {
    if (needsStage === this.needsStage) return;
    this.needsStage = needsStage;
    this.makeRoom();
  }

  /** Give the text of the part what the stage leaves free, or what it and its task need. */
  makeRoom() {
    if (this.isTall || !this.frame?.isConnected) return;
    const { body } = this;
    const below = body.scrollHeight - body.clientHeight - body.scrollTop;
    const page = document.querySelector(MAIN);
    const scrolled = page?.scrollTop ?? 0;
    this.node.hidden = true; // it takes a line only if something stays hidden
    ROOT.style.removeProperty("--guide-room"); // a list is as high as the panel leaves it room
    const end = this.endOfStage() + (page?.scrollTop ?? 0) + MARGIN;
    const { style } = this.panel;
    style.setProperty("--guide-sheet", "var(--guide-least)"); // to measure; the stage keeps its size
    const ofTask = Math.min(MOST * innerHeight, this.panel.offsetHeight + this.cutOfTask());
    const isCut = end > TALL * innerHeight && !this.hasSteps() && !this.isAnswered();
    const hasChoices = body.querySelector(".option") !== null;
    const ofCut = hasChoices ? CHOICES : MORE;
    const ofText = (this.needsStage ? (isCut ? ofCut : HALF) : ALL) * innerHeight;
    const free = Math.max(innerHeight - end, ofText, ofTask);
    const wanted = this.panel.offsetHeight + this.hiddenHeight();
    style.removeProperty("--guide-sheet");
    // Nothing is hidden for the want of a line, or of little more if there are choices, until the
    // answer, when the stage shows something new.
    const few = hasChoices ? CHOICES * innerHeight - free : 0;
    const room =
      wanted - free < (this.isAnswered() ? 0 : Math.max(few, SPARE)) ? wanted : Math.floor(free);
    ROOT.style.setProperty("--guide-room", `${room}px`);
    // What overflowed was not followed by the padding below it.
    if (room === wanted) ROOT.style.setProperty("--guide-room", `${room + this.hiddenHeight()}px`);
    if (page) page.scrollTop = scrolled; // a lower panel may have moved it
    // What was said about an answer is at the end, and stays in sight.
    if (this.isAnswered()) body.scrollTop = body.scrollHeight - body.clientHeight - below;
    this.look();
    this.align();
  }

  hasSteps() {
    return this.frame?.querySelector(".main-controls")?.checkVisibility() ?? false;
  }

  /** Where the stage ends that the text must leave in sight: what follows is not asked about. */
  endOfStage() {
    const { frame } = this;
    const { bottom = 0 } = frame?.getBoundingClientRect() ?? {};
    if (!frame || this.hasSteps() || !this.regions || this.isAnswered()) return bottom;
    const regions = [...frame.querySelectorAll(`${this.regions}, ${FILLED}`)];
    const shown = regions.filter((each) => each.checkVisibility());
    return Math.max(...shown.map((each) => each.getBoundingClientRect().bottom), 0) || bottom;
  }

  isAnswered() {
    return this.body.querySelector(".feedback:not(:empty)") !== null;
  }

  /** Show all or nothing of a line or choice that the top cuts while the end of an answer is in sight. */
  align() {
    const { body } = this;
    if (this.isTall || !body.scrollTop || !this.isAnswered() || !isPhone()) return;
    const { top } = body.getBoundingClientRect();
    const range = document.createRange();
    range.selectNodeContents(body);
    const whole = [...body.querySelectorAll("bdi, .option, .typed")];
    const boxes = [
      ...[...range.getClientRects()].filter(({ height }) => height < LINE),
      ...whole.map((node) => node.getBoundingClientRect()),
    ];
    const cut = boxes.filter((box) => box.top < top - 1 && box.bottom > top + 1);
    if (!cut.length) return;
    const above = top - Math.min(...cut.map((box) => box.top));
    const below = Math.max(...cut.map((box) => box.bottom)) - top;
    const more = Math.ceil(above < below ? above : -below);
    ROOT.style.setProperty("--guide-room", `${this.panel.offsetHeight + more}px`);
    body.scrollTop -= more;
  }

  /** How many px of a short task, or of a text and all choices, are out of sight. */
  cutOfTask() {
    const { body } = this;
    const hidden = body.scrollHeight - body.clientHeight;
    const end = body.querySelector(".option:last-child")?.getBoundingClientRect().bottom;
    if (!end) return getComputedStyle(body).display === "flex" ? hidden : 0;
    const below = end + body.scrollTop + SHADE - body.getBoundingClientRect().bottom;
    return Math.max(0, Math.min(hidden, below));
  }

  /**
   * Make room whenever the stage has another height.
   * @param {HTMLElement} frame
   * @param {string} regions the selector of the regions that the part is about; empty for the whole stage
   */
  watch(frame, regions) {
    this.regions = regions;
    if (frame === this.frame) return;
    if (this.frame) this.stage.unobserve(this.frame);
    this.frame = frame;
    this.stage.observe(frame);
  }

  /** What can hide a part of its content. */
  boxes() {
    return [this.body, ...this.body.querySelectorAll(".reading")];
  }

  hiddenHeight() {
    return this.boxes().reduce((sum, box) => sum + box.scrollHeight - box.clientHeight, 0);
  }

  /** Whether something is hidden: of the text, or of all. */
  look() {
    const boxes = this.boxes();
    const hides = boxes.map((box) => box.scrollHeight > box.clientHeight + 2);
    const { scrollTop, clientHeight } = this.body;
    this.node.hidden = !this.isTall && !hides.includes(true);
    // The handle takes a line of the panel. What was scrolled to is still in sight.
    if (scrollTop) this.body.scrollTop = scrollTop + clientHeight - this.body.clientHeight;
    for (const box of boxes) {
      const below = box.scrollHeight - box.clientHeight - box.scrollTop;
      box.classList.toggle("more", below > 2);
    }
  }

  /**
   * Look again whenever another part has another height.
   * @param {HTMLElement} part
   */
  follow(part) {
    this.sizes.disconnect();
    for (const each of [this.body, part, ...part.children]) this.sizes.observe(each);
    this.set(false);
  }

  end() {
    this.sizes.disconnect();
    this.stage.disconnect();
    ROOT.removeAttribute("data-guide-tall");
    ROOT.style.removeProperty("--guide-room");
  }
}
