import { listPayoutRows, type PayoutPlace, type PayoutRow } from "@/server/store/payouts/payouts";
import type { PartnerId } from "@/server/store/tenant";
import type { Ctx } from "../ctx";

export interface ListPayoutsInput {
  readonly partnerId: PartnerId;
  /** Where the page before ended; null, or what is none: the first page. */
  readonly cursor: string | null;
  readonly countMax: number;
}

/** A page of an account's payouts (D-39), the newest first. */
export async function listPayouts(
  ctx: Ctx,
  { partnerId, cursor, countMax }: ListPayoutsInput,
): Promise<{ items: readonly PayoutRow[]; nextCursor: string | null }> {
  const after = cursor === null ? null : readPlace(cursor);
  const rows = await listPayoutRows(ctx.db, { partnerId, after, countMax: countMax + 1 });
  const items = rows.slice(0, countMax);
  const last = rows.length > countMax ? items.at(-1) : undefined;
  return { items, nextCursor: last ? `${last.createdAt.getTime()}-${last.id}` : null };
}

function readPlace(cursor: string): PayoutPlace | null {
  const [, time, id] = /^(\d{1,14})-(poi_\w{1,40})$/.exec(cursor) ?? [];
  return time === undefined || id === undefined ? null : { createdAt: new Date(Number(time)), id };
}
