import { AppError } from "@/server/domain/errors";
import { findChargeback, writeStatement } from "@/server/store/chargebacks/chargebacks";
import { inTx } from "@/server/store/db";
import type { PartnerId } from "@/server/store/tenant";
import type { Ctx } from "../ctx";

export interface WriteChargebackStatementInput {
  readonly partnerId: PartnerId;
  readonly chargebackId: string;
  readonly statement: string;
}

/**
 * Stores what the merchant says about a chargeback, for the evidence file. Throws not_found, and chargeback_moved where
 * it was answered already.
 */
export async function writeChargebackStatement(ctx: Ctx, input: WriteChargebackStatementInput): Promise<void> {
  const { partnerId, chargebackId, statement } = input;
  const found = await findChargeback(ctx.db, { id: chargebackId, partnerId });
  if (!found) throw new AppError("not_found", `There is no chargeback ${chargebackId}`);
  const where = { id: chargebackId, partnerId };
  const isWritten = await inTx(ctx.db, (tx) => writeStatement(tx, where, statement, ctx.clock.now()));
  if (!isWritten) throw new AppError("chargeback_moved", `${chargebackId} is ${found.status}`);
}
