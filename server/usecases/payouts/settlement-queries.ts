import { cursorCodec, idPart, instantPart, signedPart } from "@/server/domain/list-cursor";
import type { SettlementFilters, SettlementSort } from "@/server/domain/payouts/settlement-list";
import { listDueDays } from "@/server/store/payouts/payouts";
import {
  listSettlementRows,
  type SettlementPosition,
  type SettlementRow,
  type SettlementScope,
} from "@/server/store/payouts/settlement-list";
import type { PartnerId } from "@/server/store/tenant";
import type { Ctx } from "../ctx";

export type { SettlementRow };

export interface ListSettlementsInput {
  readonly partnerId: PartnerId;
  readonly scope: SettlementScope;
  readonly filters: SettlementFilters;
  readonly sort: SettlementSort;
  /**
   * The `nextCursor` of the previous page; null for the first page. An invalid cursor, or one of another order, starts
   * at the first settlement.
   */
  readonly cursor: string | null;
  readonly countMax: number;
}

export interface ListedSettlements {
  readonly items: readonly SettlementRow[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

const cursors = cursorCodec<SettlementPosition>({ netKurus: signedPart, createdAt: instantPart, id: idPart("stl_") });

/** Lists a page of an account's settlements (D-39): those of a due day that wait for a payout, or those of a payout. */
export async function listSettlements(ctx: Ctx, input: ListSettlementsInput): Promise<ListedSettlements> {
  const { cursor, countMax, ...selection } = input;
  const after = cursor === null ? null : cursors.read(input.sort, cursor);
  const rows = await listSettlementRows(ctx.db, { ...selection, after, countMax: countMax + 1 });
  const items = rows.slice(0, countMax);
  const last = rows.length > countMax ? items.at(-1) : undefined;
  return { items, nextCursor: last ? cursors.write(input.sort, last) : null };
}

/**
 * Yields the settlements of a payout, or all that wait for one, by their due days; those of a day in the order of
 * booking. The next page is read only when the consumer reaches its end.
 * @param payoutItemId null for the settlements that wait for a payout
 */
export async function* exportSettlements(
  ctx: Ctx,
  { partnerId, payoutItemId }: { partnerId: PartnerId; payoutItemId: string | null },
  countMax = 500,
): AsyncGenerator<SettlementRow> {
  const scopes: readonly SettlementScope[] =
    payoutItemId === null
      ? (await listDueDays(ctx.db, partnerId)).map(({ dueAt }) => ({ kind: "due", dueAt }))
      : [{ kind: "item", payoutItemId }];
  const filters = { kind: null, net: null, booked: null };
  for (const scope of scopes) {
    let after: SettlementPosition | null = null;
    do {
      const selection = { partnerId, scope, filters, sort: "booked", after, countMax } as const;
      const rows: SettlementRow[] = await listSettlementRows(ctx.db, selection);
      yield* rows;
      after = rows.length < countMax ? null : (rows.at(-1) ?? null);
    } while (after !== null);
  }
}
