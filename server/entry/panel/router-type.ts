import type { panelRouter } from "./router";

/** What the panel's pages know of its procedures: their types, nothing that runs. */
export type PanelRouter = typeof panelRouter;
