import type { staffRouter } from "./router";

/** The types of the back-office's procedures, for its pages; it imports no code that runs. */
export type StaffRouter = typeof staffRouter;
