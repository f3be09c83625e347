import { cursorCodec, idPart, instantPart, signedPart } from "@/server/domain/list-cursor";
import type { SettlementFilters, SettlementSort } from "@/server/domain/payouts/settlement-list";
import { listDueDays } from "@/server/store/payouts/payouts";
import {
  listSettlementRows,
  type PayoutPart,
  type SettlementPosition,
  type SettlementRow,
  type SettlementScope,
} from "@/server/store/payouts/settlement-list";
import type { PartnerId } from "@/server/store/tenant";
import type { Ctx } from "../ctx";
import { getPayout } from "./queries";

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

/**
 * Lists a page of an account's settlements (D-39): those of a due day that nothing has collected, those that were
 * carried over, or those of a payout.
 */
export async function listSettlements(ctx: Ctx, input: ListSettlementsInput): Promise<ListedSettlements> {
  const { cursor, countMax, ...selection } = input;
  const after = cursor === null ? null : cursors.read(input.sort, cursor);
  const rows = await listSettlementRows(ctx.db, { ...selection, after, countMax: countMax + 1 });
  const items = rows.slice(0, countMax);
  const last = rows.length > countMax ? items.at(-1) : undefined;
  return { items, nextCursor: last ? cursors.write(input.sort, last) : null };
}

export interface ListPayoutSettlementsInput extends Omit<ListSettlementsInput, "scope"> {
  readonly payoutId: string;
  readonly part: PayoutPart;
}

/** Lists a page of the settlements of a payout (D-39). Throws not_found. */
export async function listPayoutSettlements(
  ctx: Ctx,
  { payoutId, part, ...input }: ListPayoutSettlementsInput,
): Promise<ListedSettlements> {
  const { rootId } = await getPayout(ctx, { partnerId: input.partnerId, payoutId });
  return listSettlements(ctx, { ...input, scope: { kind: "payout", rootId, part } });
}

/**
 * Yields the settlements of a payout, or all that wait for one: what was carried over, then by their due days. Those of
 * a day are in the order of booking. The next page is read only when the consumer reaches its end. Throws not_found.
 * @param payoutId null for the settlements that wait for a payout
 */
export async function* exportSettlements(
  ctx: Ctx,
  { partnerId, payoutId }: { partnerId: PartnerId; payoutId: string | null },
  countMax = 500,
): AsyncGenerator<SettlementRow> {
  const filters = { kind: null, net: null, booked: null };
  for (const scope of await listScopes(ctx, partnerId, payoutId)) {
    let after: SettlementPosition | null = null;
    do {
      const selection = { partnerId, scope, filters, sort: "booked", after, countMax } as const;
      const rows: SettlementRow[] = await listSettlementRows(ctx.db, selection);
      yield* rows;
      after = rows.length < countMax ? null : (rows.at(-1) ?? null);
    } while (after !== null);
  }
}

async function listScopes(ctx: Ctx, partnerId: PartnerId, payoutId: string | null): Promise<SettlementScope[]> {
  if (payoutId === null) {
    const days = await listDueDays(ctx.db, partnerId);
    return [{ kind: "carried" }, ...days.map(({ dueAt }) => ({ kind: "due", dueAt }) as const)];
  }
  const { rootId } = await getPayout(ctx, { partnerId, payoutId });
  return [{ kind: "payout", rootId, part: "all" }];
}
