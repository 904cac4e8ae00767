// The stage on a follower's page: at the lecturer's step, drawn from what the class's events contain;
// or, while the reader looks around, at any step, from records that are loaded.
// All kinds of stage are in one file, because each further request takes long on a slow network.
import { Stage } from "../../stage/core/core.js";
import { el, setText } from "../../stage/parts/dom.js";
import { RENDERERS } from "../../stage/renderers.js";

/**
 * @import { Head } from "../../stage/records.d.ts"
 * @import { ClassState } from "../../stage/types.d.ts"
 */

/** The same options for both stages: a phone has no address and no modes. */
const ALONE = { onView: () => {}, onModeChange: () => {} };

const NONE = { title: "", note: "", rows: [] };
/** The parts of a head that only a later step shows. */
const WITHOUT_SECRETS = {
  merges: [],
  segmentations: NONE,
  second: [],
  verdict: { rank: "", why: "", rows: [] },
  result: { ...NONE, total: "", tokens: [], more: "", ids: "", label: "", decoded: "", later: "" },
};
/** Those that are drawn when a stage is built. */
const BUILT = ["segmentations", "second", "verdict", "result"];

/**
 * The link to a place in the full app, which then offers the way back to the class (see `way_back.js`).
 * @param {string} url
 * @param {string} code
 */
export function wayToApp(url, code) {
  return `${url}#followed=${code}`;
}

/** The stage at the lecturer's step. */
export class FollowingStage {
  /**
   * @param {HTMLElement} root
   * @param {import("../../stage/types.d.ts").ClassLabels} labels
   * @param {string} code of the class
   */
  constructor(root, { full_app: openApp, covered }, code) {
    this.root = root;
    this.covered = covered;
    this.cover = new CSSStyleSheet(); // what the projector hides
    document.adoptedStyleSheets.push(this.cover);
    this.hides = ""; // what is hidden now
    this.code = code;
    /** @type {Stage | null} */
    this.stage = null;
    /** @type {import("../../stage/records.d.ts").StageData | null} */
    this.data = null;
    /** @type {any} the head, with what the class may know */
    this.head = {};
    this.view = ""; // what the stage shows of the corpus
    /** What is shown while there is nothing to draw. */
    this.card = el("section", "class-card stack", { hidden: "" });
    this.notice = el("p", "", { role: "status" });
    this.link = el("a", "class-app", { target: "_blank" }, openApp);
    this.link.rel = "noopener";
    this.card.append(this.notice, this.link);
    this.panels = el("div", "class-panels");
    /** @type {readonly import("../../stage/records.d.ts").PanelData[]} */
    this.wantedPanels = [];
    this.shownPanels = ""; // those that are drawn
    /** @type {Promise<unknown> | undefined} */
    this.panelStyles = undefined;
    root.append(this.card, this.panels);
  }

  /**
   * Draw a state of the class.
   * @param {ClassState} state
   */
  take(state) {
    if (state.stage !== undefined) {
      this.start(state);
      this.wantedPanels = state.panels ?? [];
    }
    setText(this.notice, state.notice ?? "");
    this.link.href = wayToApp(state.url, this.code);
    this.card.hidden = !state.notice;
    this.takePanels(this.wantedPanels);
    this.takeCover(state.hides ?? []);
    if (!this.data || !state.block) return;
    if (!this.stage || this.addSecrets(state)) this.build(state);
    const { stage } = this;
    if (!stage) return;
    stage.blocks.blocks = new Map([[state.step, state.block]]); // the others are not needed
    const view = (state.view ?? []).join(" ");
    if (view !== this.view) {
      this.view = view;
      stage.renderer.setView?.(state.view ?? []);
    }
    if (stage.target === state.step) stage.show();
    else stage.go(state.step, state.step === stage.shown + 1);
    pin(stage, state.pin ?? "");
  }

  /**
   * Say where the projector hides something. The server has not sent it.
   * @param {readonly string[]} hides
   */
  async takeCover(hides) {
    const key = hides.join(" ");
    if (key === this.hides) return;
    this.hides = key;
    const rules = key ? (await import("../../stage/core/guide_marks.js")).coverRules : () => [];
    if (key !== this.hides) return;
    document.body.dataset.hides = key;
    this.cover.replaceSync(rules(hides, this.covered).join("\n"));
  }

  /** @param {readonly import("../../stage/records.d.ts").PanelData[]} panels */
  async takePanels(panels) {
    const key = JSON.stringify(panels);
    if (key === this.shownPanels) return;
    this.shownPanels = key;
    if (!panels.length) {
      this.panels.replaceChildren();
      return;
    }
    try {
      const { drawPanels, loadPanelStyles } = await import("./class_panels.js");
      this.panelStyles ??= loadPanelStyles();
      await this.panelStyles;
      const nodes = drawPanels(panels);
      if (key === this.shownPanels) this.panels.replaceChildren(...nodes);
    } catch {
      if (key === this.shownPanels) this.shownPanels = ""; // tried again with the next state
    }
  }

  /**
   * Begin with another stage, or with none.
   * @param {ClassState} state
   */
  start({ stage: data = null, head }) {
    this.stage?.destroy();
    this.stage = null;
    this.data = data;
    this.head = { ...WITHOUT_SECRETS, ...head, text_lang: data?.text_lang, size: 1 };
    if (this.head.tokens) this.head.tokens = { ...this.head.tokens, length: 0 };
  }

  /**
   * Add to the head what is no secret at this step. Returns whether the stage must be built again.
   * @param {ClassState} state
   */
  addSecrets({ block, late = {} }) {
    const { head } = this;
    const { tokens } = /** @type {any} */ (block);
    if (tokens) Object.assign(head.tokens, tokens);
    const parts = Object.entries(late).filter(([name]) => BUILT.includes(name));
    const isNew = parts.some(([name, part]) => JSON.stringify(head[name]) !== JSON.stringify(part));
    Object.assign(head, late);
    return isNew;
  }

  /** @param {ClassState} state */
  build(state) {
    this.stage?.destroy();
    this.view = "";
    this.addSecrets(state);
    const head = /** @type {Head} */ (this.head);
    const { merges } = this.head;
    if (head.kind === "training") this.head.merges = []; // the list of merges is not shown
    /** @type {any} */
    const source = () => Promise.reject(new Error("only the class's events have it"));
    this.stage = new Stage({
      root: this.root,
      head,
      renderer: RENDERERS[head.kind],
      source,
      onStep: () => {},
      onLoadError: () => {}, // the next state has the block
      ...ALONE,
    });
    this.head.merges = merges;
    this.stage.isCovered = true; // no key moves it
    this.stage.renderer.watch?.([], 0, "");
  }
}

/** The stage while the reader looks around. It stays as it is while the reader follows again. */
export class FreeStage {
  /**
   * @param {HTMLElement} root
   * @param {(part: string | number) => string} url of a record
   * @param {() => void} onError called when records cannot be loaded
   */
  constructor(root, url, onError) {
    this.root = root;
    this.url = url;
    this.onError = onError;
    /** @type {Stage | null} */
    this.stage = null;
  }

  /**
   * Load the records and draw a step.
   * @param {import("../../stage/records.d.ts").StageData} data
   * @param {number} step
   */
  async open(data, step) {
    /** @type {any} */
    const source = async (/** @type {string | number} */ part) => {
      const response = await fetch(this.url(part));
      if (!response.ok) throw new Error(`${response.status} for a record`);
      return response.json();
    };
    const head = await source("head");
    this.stage = new Stage({
      root: this.root,
      head: { ...head, text_lang: data.text_lang },
      renderer: RENDERERS[data.kind],
      source,
      onStep: () => {},
      onLoadError: this.onError,
      ...ALONE,
    });
    this.stage.predict.switch.hidden = true;
    this.stage.renderer.watch?.(data.watch ?? [], step, data.sentence ?? "");
    this.stage.go(step);
  }

  /**
   * Whether its keys move it.
   * @param {boolean} isShown
   */
  setShown(isShown) {
    this.stage?.pause();
    if (this.stage) this.stage.isCovered = !isShown;
  }

  destroy() {
    this.stage?.destroy();
    this.stage = null;
  }
}

/**
 * Point at what the lecturer has pinned: "pair 3 5", "token 7", or "" for nothing.
 * @param {Stage} stage
 * @param {string} key
 */
function pin(stage, key) {
  const { pointing } = stage.renderer;
  if (!pointing || key === (pointing.pinned?.key ?? "")) return;
  const [kind, ...rest] = key.split(" ");
  const id = rest.join(" ");
  if (kind === "pair" && id) pointing.pinned = { key, pair: id };
  else if (kind === "token" && id) pointing.pinned = { key, id };
  else pointing.pinned = null;
  pointing.element = null;
  pointing.update();
}
