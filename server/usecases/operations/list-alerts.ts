import { listLatestAlerts } from "@/server/store/alerts";
import type { Ctx } from "../ctx";

/** Lists the latest 50 alerts for staff, the newest first. */
export const listAlerts = (ctx: Ctx) => listLatestAlerts(ctx.db, countMax);

const countMax = 50;
