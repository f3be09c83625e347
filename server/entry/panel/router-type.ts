import type { panelRouter } from "./router";

/** The types of the panel's procedures, for its pages; it imports no code that runs. */
export type PanelRouter = typeof panelRouter;
