import * as z from "zod";
import { AppError } from "@/server/domain/errors";
import { findInForce } from "@/server/domain/pricing/tariff-span";
import { findTerminalOfTariff, listPlacedTariffs, listPrices } from "@/server/store/pricing/tariffs";
import type { Ctx } from "@/server/usecases/ctx";
import { requireWithdrawable, takeOutTariff } from "@/server/usecases/pricing/shared/tariff-change";
import { defineChangeKind } from "../change-kind";
import { describePrices } from "../describe-tariff";

/**
 * Withdraws a tariff (D-250). The subject is the tariff's id. `check` and `apply` throw not_found, and validation_error
 * where an instant would be without prices.
 */
export const tariffWithdrawal = defineChangeKind({
  permission: "tariff.write",
  payload: z.object({}),
  async check(ctx, { subject }) {
    const { tariffs } = await readTariffs(ctx, subject);
    requireWithdrawable(tariffs, subject, ctx.clock.now());
  },
  async describe(ctx, { subject }) {
    const { terminalId, tariffs } = await readTariffs(ctx, subject);
    const now = ctx.clock.now();
    const own = tariffs.find(({ id }) => id === subject);
    // What the buyers are charged changes when the tariff is, or would be, in force.
    const at = own && own.validFrom > now ? own.validFrom : now;
    const others = tariffs.filter(({ id }) => id !== subject);
    const [before, after] = await Promise.all(
      [findInForce(tariffs, at), findInForce(others, at)].map((one) => (one ? listPrices(ctx.db, one.id) : [])),
    );
    return [
      { field: "terminal", before: terminalId, after: terminalId },
      ...describePrices(before ?? [], after ?? [], at),
    ];
  },
  async apply(ctx, tx, { subject }) {
    const { terminalId } = await readTariffs(ctx, subject);
    await takeOutTariff(tx, { terminalId, tariffId: subject }, ctx.clock);
  },
});

async function readTariffs(ctx: Ctx, tariffId: string) {
  const terminalId = await findTerminalOfTariff(ctx.db, tariffId);
  if (!terminalId) throw new AppError("not_found", `There is no tariff ${tariffId}`);
  return { terminalId, tariffs: await listPlacedTariffs(ctx.db, terminalId) };
}
