import { AppError } from "@/server/domain/errors";
import { findGap, findInForce, type PlacedTariff } from "@/server/domain/pricing/tariff-span";
import { inTx } from "@/server/store/db";
import { findTerminalOfTariff, lockTariffs, withdrawTariffRow } from "@/server/store/pricing/tariffs";
import type { Ctx } from "../ctx";

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
  const inForce = await inTx(ctx.db, async (tx) => {
    const tariffs = (await lockTariffs(tx, terminalId)) ?? [];
    const others = tariffs.filter(({ id }) => id !== tariffId);
    if (others.length === tariffs.length) {
      throw new AppError("validation_error", `The tariff ${tariffId} is withdrawn already`);
    }
    const now = ctx.clock.now();
    const [left, gap] = [findInForce(others, now), findGap(others, now)];
    if (!left || gap) {
      const at = (gap ?? now).toISOString();
      throw new AppError("validation_error", `Without ${tariffId} no tariff would be in force at ${at}`);
    }
    await withdrawTariffRow(tx, tariffId, now);
    return left;
  });
  ctx.log.info({ terminalId, tariffId, inForce: inForce.id }, "Tariff withdrawn");
  return { terminalId, inForce };
}
