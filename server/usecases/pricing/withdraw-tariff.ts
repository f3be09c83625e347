import { AppError } from "@/server/domain/errors";
import type { PlacedTariff } from "@/server/domain/pricing/tariff-span";
import { inTx } from "@/server/store/db";
import { findTerminalOfTariff } from "@/server/store/pricing/tariffs";
import type { Ctx } from "../ctx";
import { takeOutTariff } from "./shared/tariff-change";

export interface WithdrawnTariff {
  readonly terminalId: string;
  /** The tariff that is in force from now on. */
  readonly inForce: PlacedTariff;
}

/**
 * Withdraws a tariff of a terminal, whether it has begun or not: the tariff that it had replaced applies again.
 * Payments that were created with it keep it. Throws not_found and validation_error, with a sentence that names the
 * fault.
 */
export async function withdrawTariff(ctx: Ctx, { tariffId }: { tariffId: string }): Promise<WithdrawnTariff> {
  const terminalId = await findTerminalOfTariff(ctx.db, tariffId);
  if (!terminalId) throw new AppError("not_found", `There is no tariff ${tariffId}`);
  const inForce = await inTx(ctx.db, (tx) => takeOutTariff(tx, { terminalId, tariffId }, ctx.clock));
  ctx.log.info({ terminalId, tariffId, inForce: inForce.id }, "Tariff withdrawn");
  return { terminalId, inForce };
}
