// The stage inside a Streamlit component.
import { takeEarly } from "./early.js";
import { MountedStage } from "./mounted_stage.js";

/**
 * @import { StageData } from "../records.d.ts"
 * @import { Component } from "../types.d.ts"
 */

/** @type {WeakMap<Node, MountedStage>} */
const mounted = new WeakMap();

/**
 * Called at the first mount and at every change of the data.
 * @param {Component<StageData>} component
 */
export function update(component) {
  const { parentElement } = component;
  const known = mounted.get(parentElement);
  const stage = known ?? takeEarly(component) ?? new MountedStage(component);
  mounted.set(parentElement, stage);
  if (known) stage.update(component);
  else stage.accept(component);
}

/** @param {Component<StageData>} component */
export function unmount(component) {
  mounted.get(component.parentElement)?.unmount();
  mounted.delete(component.parentElement);
}
