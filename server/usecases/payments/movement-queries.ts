import { AppError } from "@/server/domain/errors";
import { readSettlementPlace, type SettlementPlace } from "@/server/domain/payouts/settlement-place";
import { findMovement, listMovements as listMovementRows, type MovementRow } from "@/server/store/payments/movements";
import { findPayment } from "@/server/store/payments/payments";
import type { PartnerId } from "@/server/store/tenant";
import type { Ctx } from "../ctx";

/** A movement of a payment's money with where the money is. Kuruş, UTC. */
export interface Movement extends MovementRow {
  /** The amount with its commission: what the merchant gets or owes. */
  readonly netKurus: bigint;
  /** The acquiring bank as people know it; null where no attempt was captured. */
  readonly bankName: string | null;
  readonly place: SettlementPlace;
}

/**
 * Lists the movements of a payment, the oldest first: its capture, its refunds, its chargebacks and the corrections of
 * its books. Throws payment_not_found.
 */
export async function listMovements(
  ctx: Ctx,
  { partnerId, paymentCode }: { partnerId: PartnerId; paymentCode: string },
): Promise<Movement[]> {
  const rows = await listMovementRows(ctx.db, partnerId, paymentCode);
  if (rows.length === 0 && !(await findPayment(ctx.db, partnerId, paymentCode))) {
    throw new AppError("payment_not_found");
  }
  return rows.map((row) => toMovement(ctx, row));
}

/** Returns one movement by its `transactionId`. Throws not_found, also for a movement of a payout. */
export async function getMovement(
  ctx: Ctx,
  { partnerId, transactionId }: { partnerId: PartnerId; transactionId: string },
): Promise<Movement> {
  const row = await findMovement(ctx.db, partnerId, transactionId);
  if (!row) throw new AppError("not_found", "There is no such movement");
  return toMovement(ctx, row);
}

const toMovement = (ctx: Ctx, row: MovementRow): Movement => ({
  ...row,
  netKurus: row.amountKurus + row.commissionKurus,
  bankName: row.bank === null ? null : ctx.banks.getBrand(row.bank).name,
  place: readSettlementPlace(row, ctx.clock.now()),
});
