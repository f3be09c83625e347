import { addTariff, requirePrices, requireSpan } from "@/server/usecases/pricing/shared/tariff-change";
import { defineChangeKind } from "../change-kind";
import { describePrices } from "../describe-tariff";
import { fromStored, readTariffsAt, storedTariff, toStart } from "../proposed-tariff";

/**
 * Adds a tariff to a terminal, or a campaign (D-250). The subject is the terminal's id. `check` and `apply` throw
 * not_found and validation_error.
 */
export const tariff = defineChangeKind({
  permission: "tariff.write",
  payload: storedTariff,
  async check(ctx, { subject, payload }) {
    const wanted = fromStored(payload);
    requirePrices(wanted.prices);
    const now = ctx.clock.now();
    const start = toStart(wanted, now);
    const { tariffs } = await readTariffsAt(ctx, subject, start);
    requireSpan(tariffs, { validFrom: start, validTo: wanted.validTo }, now);
  },
  async describe(ctx, { subject, payload }) {
    const wanted = fromStored(payload);
    const start = toStart(wanted, ctx.clock.now());
    const { prices } = await readTariffsAt(ctx, subject, start);
    return [
      { field: "tariffStart", before: null, after: payload.validFrom },
      ...(payload.validTo === null ? [] : [{ field: "tariffEnd", before: null, after: payload.validTo }]),
      ...describePrices(prices, wanted.prices, start),
    ];
  },
  async apply(ctx, tx, { subject, payload }) {
    const { prices, validFrom, validTo } = fromStored(payload);
    const isLater = validFrom !== null && validFrom > ctx.clock.now();
    await addTariff(tx, { terminalId: subject, prices, validFrom: isLater ? validFrom : "now", validTo }, ctx.clock);
  },
});
