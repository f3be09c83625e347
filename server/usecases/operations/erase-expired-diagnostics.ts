import { eraseBatch } from "@/server/store/erasable";
import type { Ctx } from "../ctx";

/**
 * Erases a batch of bank messages and merchants' requests that are older than seven days (D-131). Returns how
 * many.
 */
export async function eraseExpiredDiagnostics(ctx: Ctx): Promise<number> {
  const now = ctx.clock.now();
  return (await eraseBatch(ctx.db, "bank_messages", now)) + (await eraseBatch(ctx.db, "api_requests", now));
}
