import { plusMs } from "@/server/domain/clock";
import { alertAfterMs } from "@/server/domain/payments/inquiry";
import { listPendingRefunds } from "@/server/store/refunds/pending-refunds";
import type { Ctx } from "../ctx";

/** The oldest 100 refunds of which the bank has not said for 15 minutes what became of them: a person looks (D-46). */
export async function listOpenRefunds(ctx: Ctx) {
  const refunds = await listPendingRefunds(ctx.db, plusMs(ctx.clock.now(), -alertAfterMs), countMax + 1);
  return { refunds: refunds.slice(0, countMax), hasMore: refunds.length > countMax };
}

const countMax = 100;
