import { listLatestAlerts } from "@/server/store/alerts";
import type { Ctx } from "../ctx";

/** The latest 50 things that a person has to look at, or had to. */
export const listAlerts = (ctx: Ctx) => listLatestAlerts(ctx.db, countMax);

const countMax = 50;
