import type { staffRouter } from "./router";

export type StaffRouter = typeof staffRouter;
