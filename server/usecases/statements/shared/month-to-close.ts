import { type Month, monthAt } from "@/server/domain/statements/months";
import { findFirstMovement } from "@/server/store/statements/ledger-days";
import { findLastClosed } from "@/server/store/statements/months";
import { inSnapshot } from "@/server/store/statements/snapshot";
import type { PartnerId } from "@/server/store/tenant";
import type { Ctx } from "@/server/usecases/ctx";

/** The first month of an account with movements that is not closed, and the newest closed month; null for none. */
export interface MonthToClose {
  readonly month: Month | null;
  readonly closedUntil: Month | null;
}

/** Finds the month of an account that is closed next. It may still be running. */
export const findMonthToClose = (ctx: Ctx, partnerId: PartnerId): Promise<MonthToClose> =>
  inSnapshot(ctx.db, async (connection) => {
    const closed = await findLastClosed(connection, partnerId, ctx.clock.now());
    const first = await findFirstMovement(connection, partnerId, closed?.endsAt ?? null);
    return { month: first && monthAt(first), closedUntil: closed?.month ?? null };
  });
