// Elements of SVG.

const SVG = "http://www.w3.org/2000/svg";

/**
 * Create an SVG element.
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string | number>} [attributes]
 * @param {(Node | string)[]} children elements and texts
 * @returns {SVGElementTagNameMap[Tag]}
 */
export function svgEl(tag, attributes = {}, ...children) {
  const node = document.createElementNS(SVG, tag);
  setAttributes(node, attributes);
  node.append(...children);
  return node;
}

/**
 * Set attributes of an element.
 * @param {Element} node
 * @param {Record<string, string | number>} attributes
 */
export function setAttributes(node, attributes) {
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, String(value));
}

/**
 * A picture that the server has drawn. It is hidden from screen readers, which read its caption.
 * @param {string} text
 */
export function parseSvg(text) {
  const { documentElement } = new DOMParser().parseFromString(text, "image/svg+xml");
  const svg = /** @type {SVGSVGElement} */ (
    /** @type {unknown} */ (document.importNode(documentElement, true))
  );
  svg.setAttribute("aria-hidden", "true");
  return svg;
}
