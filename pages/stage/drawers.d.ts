// The server writes this module: see `pages/runs/renderers.py`.

/** The function that draws each panel which a class can show, by the panel's name. */
// biome-ignore lint/suspicious/noExplicitAny: each of them draws data of its own
export const DRAWERS: Record<string, (data: any, state: object) => HTMLElement>;
