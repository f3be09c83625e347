import { eraseOldCounts as eraseRows } from "@/server/store/banks/bank-board";
import type { Ctx } from "../ctx";

/** Erases the counts of calls to banks that are older than two weeks (D-370). */
export const eraseOldCounts = (ctx: Ctx): Promise<void> => eraseRows(ctx.db, ctx.clock.now());
