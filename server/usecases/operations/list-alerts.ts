import { listLatestAlerts } from "@/server/store/alerts";
import type { Ctx } from "../ctx";

/** Lists the latest 50 alerts for staff, the newest first: those that are not closed, or all. */
export const listAlerts = (ctx: Ctx, { withClosed }: { readonly withClosed: boolean }) =>
  listLatestAlerts(ctx.db, countMax, { withClosed });

const countMax = 50;
