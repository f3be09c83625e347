import { AppError } from "@/server/domain/errors";
import type { TariffPrice } from "@/server/domain/pricing/installments";
import { inForceAt, type PlacedTariff } from "@/server/domain/pricing/tariff-span";
import { findTerminal } from "@/server/store/accounts/terminals";
import { type ListedRow, listPrices, listTariffsOf } from "@/server/store/pricing/tariffs";
import type { Ctx } from "../ctx";

/** `covered`: it has begun, but a campaign goes before it. */
export type TariffPhase = "over" | "covered" | "in_force" | "to_come" | "withdrawn";

export interface ListedTariff extends PlacedTariff {
  readonly phase: TariffPhase;
  readonly prices: readonly TariffPrice[];
}

const countMax = 20;

/** A terminal's latest 20 tariffs and those that hold now, by their beginnings. Throws not_found. */
export async function listTariffs(ctx: Ctx, { terminalId }: { terminalId: string }): Promise<ListedTariff[]> {
  if (!(await findTerminal(ctx.db, terminalId))) {
    throw new AppError("not_found", `There is no terminal ${terminalId}`);
  }
  const now = ctx.clock.now();
  const latestFirst = await listTariffsOf(ctx.db, terminalId);
  const listed = latestFirst
    .map((row) => ({ ...row, phase: phaseOf(row, latestFirst, now) }))
    .filter(({ phase }, n) => n < countMax || phase === "in_force" || phase === "covered")
    .reverse();
  return Promise.all(
    listed.map(async ({ id, validFrom, validTo, phase }) => {
      return { id, validFrom, validTo, phase, prices: await listPrices(ctx.db, id) };
    }),
  );
}

function phaseOf(row: ListedRow, all: readonly ListedRow[], now: Date): TariffPhase {
  if (row.withdrawnAt) return "withdrawn";
  if (row.validFrom > now) return "to_come";
  const present = all.filter(({ withdrawnAt }) => !withdrawnAt);
  if (inForceAt(present, now) === row) return "in_force";
  const isCovered =
    row ===
    inForceAt(
      present.filter(({ validTo }) => validTo === null),
      now,
    );
  return isCovered ? "covered" : "over";
}
