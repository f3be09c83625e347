import { plusMs } from "@/server/domain/clock";
import { pageChecksKeptMs } from "@/server/domain/pages/page-results";
import { erasePageChecks } from "@/server/store/pages/page-checks";
import type { Ctx } from "../ctx";

/** Erases a batch of comparisons of pages that are older than 400 days. Returns how many. */
export const eraseOldPageChecks = (ctx: Ctx): Promise<number> =>
  erasePageChecks(ctx.db, plusMs(ctx.clock.now(), -pageChecksKeptMs));
