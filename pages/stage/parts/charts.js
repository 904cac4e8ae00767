// Charts over the steps: pictures that the server drew once, and a marker that follows the step.

import { versionAt } from "../core/versions.js";
import { el, setText } from "./dom.js";
import { parseSvg, svgEl } from "./svg.js";

/**
 * @import { AxisData, ChartData, ChartHeading, ChartValue } from "../records.d.ts"
 * @import { Source } from "../types.d.ts"
 */

const NEAR = "600px 0px"; // how far below the screen the charts are when they are fetched
const RETRY_AFTER = 3000; // ms after charts could not be loaded
const DRAG_AFTER = 8; // pixels that a finger moves sideways before it drags

/**
 * Where a value is on an axis: 0 at its start, 1 at its end.
 * @param {AxisData} axis
 * @param {number} value
 */
function fractionOf([low, high, isLog], value) {
  const of = isLog ? Math.log : (/** @type {number} */ x) => x;
  return (of(value) - of(low)) / (of(high) - of(low));
}

/**
 * The value at a place on an axis; the inverse of `fractionOf`.
 * @param {AxisData} axis
 * @param {number} fraction
 */
function valueAt([low, high, isLog], fraction) {
  const inside = Math.max(0, Math.min(1, fraction));
  return isLog ? low * (high / low) ** inside : low + (high - low) * inside;
}

/** One chart: title, picture with marker, caption. */
class Chart {
  /**
   * @param {ChartHeading} heading
   * @param {number} number
   * @param {string} stepTitle "Step {step} of ...", shown when the reader points at the chart
   * @param {(step: number) => void} go
   */
  constructor({ title, note = "" }, number, stepTitle, go) {
    this.stepTitle = stepTitle;
    this.go = go;
    /** @type {ChartData | null} */
    this.data = null;
    this.soughtStep = -1;
    const [titleId, captionId] = [`chart-${number}`, `chart-caption-${number}`];
    this.node = el("figure", "chart");
    this.drawing = el("div", "drawing", {
      role: "img",
      "aria-labelledby": titleId,
      "aria-describedby": captionId,
    });
    this.tip = el("div", "tip", { "aria-hidden": "true", hidden: "" });
    this.sentence = el("p", "sentence", { id: captionId });
    const caption = el("figcaption", "", this.sentence);
    if (note) caption.append(el("p", "", note));
    this.node.append(el("h2", "", { id: titleId }, title), this.drawing, caption);
    this.rule = svgEl("line", { class: "rule", y1: 0 });
    this.point = svgEl("circle", { class: "now", r: 5.5 });
    this.marker = svgEl("g", { class: "marker" }, this.rule, this.point);
    this.listen();
  }

  /** @param {ChartData} data */
  setData(data) {
    this.data = data;
    const svg = parseSvg(data.svg);
    const { width, height } = svg.viewBox.baseVal;
    const [left, top, right, bottom] = data.plot;
    this.width = (right - left) * width;
    this.height = (bottom - top) * height;
    this.rule.setAttribute("y2", String(this.height));
    const plot = svgEl("g", { transform: `translate(${left * width} ${top * height})` });
    plot.append(this.marker);
    svg.append(plot);
    this.drawing.replaceChildren(svg, this.tip);
  }

  /**
   * Move the marker to a step, and say its value.
   * @param {ChartValue} value
   * @param {number} step
   */
  draw([value, text], step) {
    if (!this.data || this.width === undefined || this.height === undefined) return;
    setText(this.sentence, this.data.caption.replace("{now}", text));
    const { x, y } = this.data;
    this.marker.toggleAttribute("hidden", step < x[0]);
    this.point.toggleAttribute("hidden", value === null);
    if (step < x[0]) return;
    this.marker.setAttribute("transform", `translate(${fractionOf(x, step) * this.width} 0)`);
    if (value !== null) {
      const top = (1 - fractionOf(y, value)) * this.height;
      this.point.setAttribute("transform", `translate(0 ${top})`);
    }
  }

  /**
   * The step below the pointer.
   * @param {PointerEvent} event
   * @param {ChartData} data
   */
  stepAt(event, { x, plot: [left, , right] }) {
    const box = this.drawing.getBoundingClientRect();
    const fraction = ((event.clientX - box.left) / box.width - left) / (right - left);
    return Math.round(valueAt(x, fraction));
  }

  /** @param {PointerEvent} event */
  seek(event) {
    if (!this.data) return;
    const step = this.stepAt(event, this.data);
    if (step === this.soughtStep) return;
    this.soughtStep = step;
    this.go(step);
  }

  /**
   * Show the value below the pointer.
   * @param {PointerEvent} event
   */
  showTip(event) {
    if (!this.data) return;
    const [step, value] = versionAt(this.data.points, this.stepAt(event, this.data));
    const digits = this.data.digits;
    const text = value.toLocaleString("en", {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
    const title = this.stepTitle.replace("{step}", step.toLocaleString("en"));
    setText(this.tip, `${title}: ${text}`);
    this.tip.hidden = false;
  }

  /** Seek by a click or a drag. A finger that moves up or down scrolls the page. */
  listen() {
    const { drawing } = this;
    /** @type {PointerEvent | null} where a finger or a pen was put down, until it drags */
    let start = null;
    let isDragging = false;
    const end = () => {
      start = null;
      isDragging = false;
    };
    drawing.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      this.soughtStep = -1;
      isDragging = event.pointerType === "mouse";
      start = isDragging ? null : event;
      drawing.setPointerCapture(event.pointerId);
      if (isDragging) this.seek(event);
    });
    drawing.addEventListener("pointermove", (event) => {
      if (start && Math.abs(event.clientX - start.clientX) > DRAG_AFTER) isDragging = true;
      if (isDragging) this.seek(event);
      if (event.pointerType === "mouse") this.showTip(event);
    });
    drawing.addEventListener("pointerup", (event) => {
      if (isDragging || (start && Math.abs(event.clientY - start.clientY) < DRAG_AFTER)) {
        this.seek(event);
      }
      end();
    });
    drawing.addEventListener("pointercancel", end);
    drawing.addEventListener("pointerleave", () => {
      this.tip.hidden = true;
    });
  }
}

/** The charts of a stage. They are fetched when they are nearly on the screen. */
export class Charts {
  /**
   * @param {{ charts: ChartHeading[], labels: { title: string } }} head
   * @param {(step: number) => void} go
   * @param {Source} source
   */
  constructor({ charts, labels }, go, source) {
    this.source = source;
    this.charts = charts.map((heading, i) => new Chart(heading, i, labels.title, go));
    this.node = el("div", "charts", ...this.charts.map((chart) => chart.node));
    this.isObserved = false;
    this.isLoaded = false;
    /** @type {Promise<void> | null} */
    this.loading = null;
    this.observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && this.load(),
      { rootMargin: NEAR },
    );
    /** @type {{ values: ChartValue[], step: number } | null} */
    this.current = null;
  }

  /** Load the charts, once. */
  load() {
    this.observer.disconnect();
    this.loading ??= this.fetch();
    return this.loading;
  }

  async fetch() {
    try {
      /** @type {{ charts: ChartData[] }} */
      const record = await this.source("charts");
      record.charts.forEach((data, i) => {
        this.charts[i].setData(data);
      });
      this.isLoaded = true;
      if (this.current) this.show(this.current);
    } catch {
      this.loading = null;
      const again = () => this.node.isConnected && this.observer.observe(this.node);
      setTimeout(again, RETRY_AFTER);
    }
  }

  /** @param {{ values: ChartValue[], step: number }} current */
  show({ values, step }) {
    this.charts.forEach((chart, i) => {
      chart.draw(values[i], step);
    });
  }

  /**
   * Called after a step is painted.
   * @param {{ values: ChartValue[] }} record
   * @param {number} step
   */
  draw({ values }, step) {
    this.current = { values, step };
    if (this.isLoaded) {
      this.show(this.current);
    } else if (!this.isObserved) {
      this.isObserved = true;
      this.observer.observe(this.node);
    }
  }
}
