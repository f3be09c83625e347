import { days, plusMs } from "@/server/domain/clock";
import type { ReceiverScope } from "@/server/domain/webhooks/receiver-list";
import { listReceiverRows, type ReceiverRow } from "@/server/store/webhooks/receivers";
import type { Ctx } from "../ctx";

export interface ListReceiversInput {
  /** A part of an account's name, or its id; null for any. */
  readonly search: string | null;
  readonly scope: ReceiverScope;
  /** The `nextCursor` of the previous page; null or an invalid cursor starts at the first page. */
  readonly cursor: string | null;
  readonly countMax: number;
}

/**
 * Lists a page of the receivers of webhooks over all accounts, those with the most trouble first. The order changes
 * while receivers fail, so a page begins after a number of rows: an account may then be on two pages or on none.
 */
export async function listReceivers(
  ctx: Ctx,
  { search, scope, cursor, countMax }: ListReceiversInput,
): Promise<{ items: readonly ReceiverRow[]; nextCursor: string | null }> {
  const offset = cursor !== null && /^\d{1,6}$/.test(cursor) ? Number(cursor) : 0;
  const now = ctx.clock.now();
  const rows = await listReceiverRows(ctx.db, {
    text: search?.trim() ?? "",
    isFailing: scope === "failing",
    dayAgo: plusMs(now, -days(1)),
    weekAgo: plusMs(now, -days(7)),
    offset,
    countMax: countMax + 1,
  });
  return {
    items: rows.slice(0, countMax),
    nextCursor: rows.length > countMax ? String(offset + countMax) : null,
  };
}
