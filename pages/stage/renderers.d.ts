// The server writes this module: see `pages/runs/renderers.py`.
import type { RendererFactory } from "./types.d.ts";

/** The renderer of each kind of stage. */
export const RENDERERS: Record<string, RendererFactory>;
