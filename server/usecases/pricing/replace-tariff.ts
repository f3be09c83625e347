import { AppError } from "@/server/domain/errors";
import { newId } from "@/server/domain/ids";
import type { TariffPrice } from "@/server/domain/pricing/installments";
import { checkTariff } from "@/server/domain/pricing/tariff";
import { findObstacleToSpan, type PlacedTariff } from "@/server/domain/pricing/tariff-span";
import { inTx } from "@/server/store/db";
import { insertTariffs, lockTariffs } from "@/server/store/pricing/tariffs";
import type { Ctx } from "../ctx";

export interface ReplaceTariffInput {
  readonly terminalId: string;
  /** The start of the tariff (UTC), never in the past. */
  readonly validFrom: Date | "now";
  /**
   * The exclusive end (UTC) of a campaign, after which the open-ended tariff applies again. Null for a tariff that
   * applies until the next one begins.
   */
  readonly validTo: Date | null;
  readonly prices: readonly TariffPrice[];
}

export interface ReplacedTariff extends PlacedTariff {
  /** The terminal's tariffs that begin later, ascending by their start. */
  readonly toCome: readonly PlacedTariff[];
}

/**
 * Adds a tariff to a terminal from an instant on, or a campaign with an end (D-31, D-41). Earlier payments keep their
 * tariff. Throws not_found and validation_error, with a sentence that names the fault.
 */
export async function replaceTariff(ctx: Ctx, input: ReplaceTariffInput): Promise<ReplacedTariff> {
  const { terminalId, validTo, prices } = input;
  requireTariff(prices);
  const replaced = await inTx(ctx.db, async (tx) => {
    const tariffs = await lockTariffs(tx, terminalId);
    if (!tariffs) throw new AppError("not_found", `There is no terminal ${terminalId}`);
    const now = ctx.clock.now();
    const span = { validFrom: input.validFrom === "now" ? now : input.validFrom, validTo };
    const obstacle = findObstacleToSpan(tariffs, span, now);
    if (obstacle) throw new AppError("validation_error", obstacle);
    const tariff = { id: newId("tariff", now), ...span };
    await insertTariffs(tx, [{ ...tariff, terminalId, prices }]);
    return { ...tariff, toCome: tariffs.filter((other) => other.validFrom > span.validFrom) };
  });
  ctx.log.info({ terminalId, tariffId: replaced.id, prices: prices.length }, "Tariff added");
  return replaced;
}

function requireTariff(prices: readonly TariffPrice[]): void {
  if (prices.length === 0) throw new AppError("validation_error", "A tariff has at least one price");
  const faults = checkTariff(prices).map(({ index, what }) => `price ${index + 1}: ${what}`);
  if (faults.length > 0) throw new AppError("validation_error", faults.join("; "));
}
