import {
  listSettlementRows,
  type SettlementPlace,
  type SettlementRow,
  type SettlementScope,
} from "@/server/store/payouts/payouts";
import type { PartnerId } from "@/server/store/tenant";
import type { Ctx } from "../ctx";

export type { SettlementRow, SettlementScope };

export interface ListSettlementsInput {
  readonly partnerId: PartnerId;
  readonly scope: SettlementScope;
  /** Where the page before ended; null, or what is none: the first page. */
  readonly cursor: string | null;
  readonly countMax: number;
}

export interface ListedSettlements {
  readonly items: readonly SettlementRow[];
  /** Null: there are no more. */
  readonly nextCursor: string | null;
}

/** A page of an account's settlements (D-39): those that wait for a payout, or those of one payout. */
export async function listSettlements(ctx: Ctx, input: ListSettlementsInput): Promise<ListedSettlements> {
  const { cursor, countMax, ...selection } = input;
  const after = cursor === null ? null : readPlace(cursor);
  const rows = await listSettlementRows(ctx.db, { ...selection, after, countMax: countMax + 1 });
  const items = rows.slice(0, countMax);
  const last = rows.length > countMax ? items.at(-1) : undefined;
  return { items, nextCursor: last ? `${last.dueAt.getTime()}-${last.id}` : null };
}

/** All of them, one after the other: pages are read as they are taken. */
export async function* walkSettlements(
  ctx: Ctx,
  selection: Pick<ListSettlementsInput, "partnerId" | "scope">,
  countMax = 500,
): AsyncGenerator<SettlementRow> {
  let cursor: string | null = null;
  do {
    const page: ListedSettlements = await listSettlements(ctx, { ...selection, cursor, countMax });
    yield* page.items;
    cursor = page.nextCursor;
  } while (cursor !== null);
}

function readPlace(cursor: string): SettlementPlace | null {
  const [, time, id] = /^(\d{1,14})-(stl_\w{1,40})$/.exec(cursor) ?? [];
  return time === undefined || id === undefined ? null : { dueAt: new Date(Number(time)), id };
}
