import { AppError } from "@/server/domain/errors";
import { newId } from "@/server/domain/ids";
import type { TariffPrice } from "@/server/domain/installments";
import { checkTariff } from "@/server/domain/tariff";
import { planSpan } from "@/server/domain/tariff-span";
import { inTx } from "@/server/store/db";
import { insertTariffs, listPrices, lockTariffs } from "@/server/store/tariffs";
import type { Ctx } from "./ctx";

export interface ReplaceTariffInput {
  readonly terminalId: string;
  /** UTC; never in the past. */
  readonly validFrom: Date | "now";
  /** UTC, exclusive: what would be in force then begins again. Null: until the terminal's next tariff begins. */
  readonly validTo: Date | null;
  readonly prices: readonly TariffPrice[];
}

export interface ReplacedTariff {
  readonly tariffId: string;
  readonly validFrom: Date;
  /** When the next one begins; null: none does. */
  readonly validUntil: Date | null;
}

/**
 * Gives a terminal a tariff from an instant on, to its end or until the next one (D-31, D-41). Payments that were
 * created before keep theirs. Throws not_found and validation_error, with a sentence that says what is wrong.
 */
export async function replaceTariff(ctx: Ctx, input: ReplaceTariffInput): Promise<ReplacedTariff> {
  const { terminalId, validTo, prices } = input;
  requireTariff(prices);
  const replaced = await inTx(ctx.db, async (tx) => {
    const tariffs = await lockTariffs(tx, terminalId);
    if (!tariffs) throw new AppError("not_found", `There is no terminal ${terminalId}`);
    const now = ctx.clock.now();
    const validFrom = input.validFrom === "now" ? now : input.validFrom;
    const plan = planSpan(tariffs, { from: validFrom, to: validTo }, now);
    if (plan.kind === "refused") throw new AppError("validation_error", plan.why);
    const tariffId = newId("tariff", now);
    await insertTariffs(tx, [{ id: tariffId, terminalId, validFrom, prices }]);
    if (plan.again !== null && validTo !== null) {
      const again = { id: newId("tariff", now), terminalId, validFrom: validTo };
      await insertTariffs(tx, [{ ...again, prices: await listPrices(tx, plan.again) }]);
    }
    return { tariffId, validFrom, validUntil: plan.until };
  });
  ctx.log.info({ terminalId, ...replaced }, "Tariff added");
  return replaced;
}

function requireTariff(prices: readonly TariffPrice[]): void {
  if (prices.length === 0) throw new AppError("validation_error", "A tariff has at least one price");
  const faults = checkTariff(prices).map(({ index, what }) => `price ${index + 1}: ${what}`);
  if (faults.length > 0) throw new AppError("validation_error", faults.join("; "));
}
