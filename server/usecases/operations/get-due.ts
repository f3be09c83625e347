import { type DueDay, listDueDays } from "@/server/store/payouts/payouts";
import type { PartnerId } from "@/server/store/tenant";
import type { Ctx } from "../ctx";

export type { DueDay };

/** What an account is owed and has not been paid (D-39). Kuruş; negative: the account owes. */
export interface Due {
  readonly asOf: Date;
  readonly totalKurus: bigint;
  /** The part of it whose day has begun. */
  readonly payableKurus: bigint;
  /** The first day first. */
  readonly days: readonly DueDay[];
}

/** What is due to an account, day by day, and in all. */
export async function getDue(ctx: Ctx, { partnerId }: { partnerId: PartnerId }): Promise<Due> {
  const asOf = ctx.clock.now();
  const days = await listDueDays(ctx.db, partnerId);
  const sum = (some: readonly DueDay[]) => some.reduce((total, { amountKurus }) => total + amountKurus, 0n);
  return { asOf, days, totalKurus: sum(days), payableKurus: sum(days.filter(({ dueAt }) => dueAt <= asOf)) };
}
