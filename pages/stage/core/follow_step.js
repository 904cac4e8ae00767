// Tells the server the step of the stage, for a Streamlit element that the reader has opened.
import { isPageChanging } from "./address.js";
import { onChange, openStep } from "./steps.js";

/** @import { Component } from "../types.d.ts" */

const SEND_AFTER = 200; // ms without another step

/** @type {WeakMap<Node, { end: () => void }>} */
const mounted = new WeakMap();

/** @param {Component<object>} component */
export function update({ parentElement, setStateValue }) {
  if (mounted.has(parentElement)) return;
  let sent = -1;
  let timer = 0;
  const sendSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(send, SEND_AFTER);
  };
  const send = () => {
    const step = openStep();
    if (step === sent) return;
    if (isPageChanging()) {
      sendSoon();
      return;
    }
    setStateValue("step", step);
    sent = step;
  };
  const stop = onChange(sendSoon);
  mounted.set(parentElement, {
    end: () => {
      clearTimeout(timer);
      stop();
    },
  });
  send();
}

/** @param {Component<object>} component */
export function unmount({ parentElement }) {
  mounted.get(parentElement)?.end();
  mounted.delete(parentElement);
}
