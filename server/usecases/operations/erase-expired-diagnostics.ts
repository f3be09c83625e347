import { plusMs } from "@/server/domain/clock";
import { eraseRows, rowsKeptMs } from "@/server/store/kept-rows";
import type { Ctx } from "../ctx";

/**
 * Erases a batch of bank messages and merchants' requests that are older than seven days (D-131). Returns how
 * many.
 */
export async function eraseExpiredDiagnostics(ctx: Ctx): Promise<number> {
  const until = plusMs(ctx.clock.now(), -rowsKeptMs);
  return (await eraseRows(ctx.db, "bank_message", until)) + (await eraseRows(ctx.db, "api_request", until));
}
