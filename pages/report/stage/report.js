// The stand-alone report: the stage and its records are in one file, and records are read as needed.
import { Stage } from "../../stage/core/core.js";
import { training } from "../../training/stage/training.js";

/** @param {string} id */
function find(id) {
  const node = document.getElementById(id);
  if (!node) throw new Error(`the file has no element ${id}`);
  return node;
}

/**
 * A part of the records: base64 of gzip of JSON.
 * @param {string | number} part
 */
async function unpack(part) {
  const text = find(`part-${part}`).textContent ?? "";
  const packed = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).json();
}

const showError = () => {
  find("failed").hidden = false;
};

async function open() {
  const { watch, view, of } = JSON.parse(find("about").textContent ?? "");
  const stage = new Stage({
    root: find("report"),
    head: { ...(await unpack("head")), of },
    source: unpack,
    renderer: training,
    onStep: () => {},
    onView: () => {},
    onModeChange: () => {},
    onLoadError: showError,
  });
  stage.renderer.setView?.(view);
  stage.renderer.watch?.(watch, 0, "");
  stage.go(0);
}

open().catch(showError);
