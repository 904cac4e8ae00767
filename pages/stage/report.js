// The stand-alone report: the stage with its records inside the same file, read when needed.
import { Stage } from "./core.js";
import { training } from "./training.js";

const inside = (id) => document.getElementById(id).textContent;

/** A part of the records: base64 of gzip of JSON. */
async function unpacked(part) {
  const packed = Uint8Array.from(atob(inside(`part-${part}`)), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).json();
}

const failed = () => {
  document.getElementById("failed").hidden = false;
};

async function open() {
  const { watch, view, of } = JSON.parse(inside("about"));
  const stage = new Stage({
    root: document.getElementById("report"),
    head: { ...(await unpacked("head")), of },
    source: unpacked,
    renderer: training,
    onStep: () => {},
    onView: () => {},
    onSwitch: () => {},
    onMissing: failed,
  });
  stage.renderer.view(view);
  stage.renderer.watch(watch, 0);
  stage.go(0);
}

open().catch(failed);
