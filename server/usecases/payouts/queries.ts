import { AppError } from "@/server/domain/errors";
import type { PayoutFilters } from "@/server/domain/payouts/payout-list";
import { listHoldingAlerts } from "@/server/store/alerts";
import { listHeldPayments, listWaitingCorrections } from "@/server/store/corrections/corrections";
import { getPayoutTerms } from "@/server/store/payouts/payout-terms";
import {
  type CarriedOver,
  type DueDay,
  findPayout,
  getCarriedOver,
  listDueDays,
  listPayoutRows,
  type PayoutPosition,
  type PayoutRow,
} from "@/server/store/payouts/payouts";
import type { PartnerId } from "@/server/store/tenant";
import type { Ctx } from "../ctx";

/** The amounts that an account is owed and that are in no payout (D-39). Kuruş; negative where the account owes. */
export interface Due {
  readonly asOf: Date;
  readonly totalKurus: bigint;
  /** The due days, the earliest first. */
  readonly days: readonly DueDay[];
  /** What was carried over from earlier days, and joins the next payout. */
  readonly carried: CarriedOver;
  /** Whether staff hold the account's payouts. */
  readonly isHeld: boolean;
}

/** Returns what is due to an account, day by day and in total. */
export async function getDue(ctx: Ctx, { partnerId }: { partnerId: PartnerId }): Promise<Due> {
  const asOf = ctx.clock.now();
  const [days, carried, terms] = await Promise.all([
    listDueDays(ctx.db, partnerId),
    getCarriedOver(ctx.db, partnerId),
    getPayoutTerms(ctx.db, partnerId),
  ]);
  const totalKurus = days.reduce((total, { amountKurus }) => total + amountKurus, carried.amountKurus);
  return { asOf, days, carried, totalKurus, isHeld: terms.heldSince !== null };
}

/** Returns one payout of an account (D-39). Throws not_found. */
export async function getPayout(ctx: Ctx, input: { partnerId: PartnerId; payoutId: string }): Promise<PayoutRow> {
  const payout = await findPayout(ctx.db, input.partnerId, input.payoutId);
  if (!payout) throw new AppError("not_found", "There is no such payout");
  return payout;
}

export interface ListPayoutsInput {
  readonly partnerId: PartnerId;
  readonly filters: PayoutFilters;
  /** The `nextCursor` of the previous page; null or an invalid cursor starts at the first page. */
  readonly cursor: string | null;
  readonly countMax: number;
}

/** Lists a page of an account's payouts (D-39), the newest first. */
export async function listPayouts(
  ctx: Ctx,
  { partnerId, filters, cursor, countMax }: ListPayoutsInput,
): Promise<{ items: readonly PayoutRow[]; nextCursor: string | null }> {
  const after = cursor === null ? null : readPayoutCursor(cursor);
  const rows = await listPayoutRows(ctx.db, { partnerId, filters, after, countMax: countMax + 1 });
  const items = rows.slice(0, countMax);
  const last = rows.length > countMax ? items.at(-1) : undefined;
  return { items, nextCursor: last ? `${last.createdAt.getTime()}-${last.id}` : null };
}

function readPayoutCursor(cursor: string): PayoutPosition | null {
  const [, time, id] = /^(\d{1,14})-(pob_\w{1,40})$/.exec(cursor) ?? [];
  return time === undefined || id === undefined ? null : { createdAt: new Date(Number(time)), id };
}

/** A payment that is held because bank and books contradict each other (D-75). */
export interface HeldPayment {
  readonly paymentCode: string;
  readonly heldSince: Date;
  /** The order id at the bank; null where no attempt was captured. */
  readonly bankOrderId: string | null;
  /** The alerts about the payment and its refunds, the oldest first. */
  readonly alerts: readonly { readonly kind: string; readonly detail: string }[];
}

/** Lists the held payments, the longest held first, and the corrections that wait for a second person; 100 of each. */
export async function listContradictions(ctx: Ctx) {
  const [payments, corrections] = await Promise.all([
    listHeldPayments(ctx.db, contradictionsMax),
    listWaitingCorrections(ctx.db, contradictionsMax),
  ]);
  const subjects = payments.flatMap(({ id, refunds }) => [id, ...refunds.map((refund) => refund.id)]);
  const alerts = await listHoldingAlerts(ctx.db, subjects);
  const held = payments.map(({ id, heldSince, refunds, attempts }): HeldPayment => {
    const about = new Set([id, ...refunds.map((refund) => refund.id)]);
    return {
      paymentCode: id,
      heldSince: heldSince as Date,
      bankOrderId: attempts[0]?.bankOrderId ?? null,
      alerts: alerts.filter(({ subject }) => about.has(subject)),
    };
  });
  return { held, corrections };
}

const contradictionsMax = 100;
