import { inTx } from "@/server/store/db";
import type { Ctx } from "../ctx";
import { type AddedTariff, addTariff, type WantedTariff } from "./shared/tariff-change";

export interface ReplaceTariffInput extends WantedTariff {
  /** Whether to refuse a terminal that has a tariff already. */
  readonly isFirst?: boolean;
}

/**
 * Adds a tariff to a terminal from an instant on, or a campaign with an end (D-31, D-41). Earlier payments keep their
 * tariff. Throws not_found and validation_error, with a sentence that names the fault.
 */
export async function replaceTariff(
  ctx: Ctx,
  { isFirst = false, ...wanted }: ReplaceTariffInput,
): Promise<AddedTariff> {
  const added = await inTx(ctx.db, (tx) => addTariff(tx, wanted, ctx.clock, isFirst));
  const facts = { terminalId: wanted.terminalId, tariffId: added.id, prices: wanted.prices.length };
  ctx.log.info(facts, "Tariff added");
  return added;
}
