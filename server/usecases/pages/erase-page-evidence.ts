import { plusMs } from "@/server/domain/clock";
import { pageRecordsKeptMs } from "@/server/domain/pages/page-results";
import { erasePageRecords } from "@/server/store/pages/page-checks";
import type { Ctx } from "../ctx";

/** Erases a batch of comparisons and counted reports that are older than 400 days. Returns how many. */
export const erasePageEvidence = (ctx: Ctx): Promise<number> =>
  erasePageRecords(ctx.db, plusMs(ctx.clock.now(), -pageRecordsKeptMs));
