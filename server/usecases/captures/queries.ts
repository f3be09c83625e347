import { plusMs } from "@/server/domain/clock";
import { alertAfterMs } from "@/server/domain/payments/inquiry";
import { listOpenCaptureRows } from "@/server/store/captures/open-captures";
import type { Ctx } from "../ctx";

/**
 * Lists the oldest 100 captures whose outcome has been unknown for 15 minutes, or whose money has not gone back (D-75).
 */
export async function listOpenCaptures(ctx: Ctx) {
  const sentBefore = plusMs(ctx.clock.now(), -alertAfterMs);
  const captures = await listOpenCaptureRows(ctx.db, sentBefore, countMax + 1);
  return { captures: captures.slice(0, countMax), hasMore: captures.length > countMax };
}

const countMax = 100;
