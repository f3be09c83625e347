import { AppError } from "@/server/domain/errors";
import type { TariffPrice } from "@/server/domain/installments";
import { listTariffsOf } from "@/server/store/tariffs";
import { findTerminal } from "@/server/store/terminals";
import type { Ctx } from "./ctx";

export interface ListedTariff {
  readonly tariffId: string;
  /** UTC. */
  readonly validFrom: Date;
  /** UTC, exclusive; null: no other begins after it. */
  readonly validUntil: Date | null;
  /** Whether it is over, in force or still to begin. */
  readonly phase: "over" | "in_force" | "to_come";
  readonly prices: readonly TariffPrice[];
}

const countMax = 20;

/** A terminal's latest 20 tariffs, the earliest of them first. Throws not_found. */
export async function listTariffs(ctx: Ctx, { terminalId }: { terminalId: string }): Promise<ListedTariff[]> {
  if (!(await findTerminal(ctx.db, terminalId))) {
    throw new AppError("not_found", `There is no terminal ${terminalId}`);
  }
  const now = ctx.clock.now();
  const latestFirst = await listTariffsOf(ctx.db, terminalId, countMax);
  return latestFirst
    .map(({ id, validFrom, prices }, n) => {
      const validUntil = latestFirst[n - 1]?.validFrom ?? null;
      return { tariffId: id, validFrom, validUntil, phase: phaseOf(validFrom, validUntil, now), prices };
    })
    .reverse();
}

function phaseOf(from: Date, until: Date | null, now: Date): ListedTariff["phase"] {
  if (from > now) return "to_come";
  return until === null || until > now ? "in_force" : "over";
}
