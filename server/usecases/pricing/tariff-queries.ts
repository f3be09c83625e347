import { AppError } from "@/server/domain/errors";
import type { TariffPrice } from "@/server/domain/pricing/installments";
import { findInForce, type PlacedTariff } from "@/server/domain/pricing/tariff-span";
import { findTerminal } from "@/server/store/accounts/terminals";
import { type ListedRow, listPrices, listTariffsOfTerminal } from "@/server/store/pricing/tariffs";
import type { PartnerId } from "@/server/store/tenant";
import type { Ctx } from "../ctx";

/** `covered`: the tariff has begun, but a campaign takes precedence over it. */
type TariffPhase = "over" | "covered" | "in_force" | "to_come" | "withdrawn";

export interface ListedTariff extends PlacedTariff {
  readonly phase: TariffPhase;
  readonly prices: readonly TariffPrice[];
}

const countMax = 20;

/** Returns a terminal's latest 20 tariffs and those in force or covered, ascending by their start. Throws not_found. */
export async function listTariffs(ctx: Ctx, { terminalId }: { terminalId: string }): Promise<ListedTariff[]> {
  if (!(await findTerminal(ctx.db, terminalId))) {
    throw new AppError("not_found", `There is no terminal ${terminalId}`);
  }
  const now = ctx.clock.now();
  const latestFirst = await listTariffsOfTerminal(ctx.db, terminalId);
  const listed = latestFirst
    .map((row) => ({ ...row, phase: toPhase(row, latestFirst, now) }))
    .filter(({ phase }, n) => n < countMax || phase === "in_force" || phase === "covered")
    .reverse();
  return Promise.all(
    listed.map(async ({ id, validFrom, validTo, phase }) => {
      return { id, validFrom, validTo, phase, prices: await listPrices(ctx.db, id) };
    }),
  );
}

function toPhase(row: ListedRow, all: readonly ListedRow[], now: Date): TariffPhase {
  if (row.withdrawnAt) return "withdrawn";
  if (row.validFrom > now) return "to_come";
  const present = all.filter(({ withdrawnAt }) => !withdrawnAt);
  if (findInForce(present, now) === row) return "in_force";
  const isCovered =
    row ===
    findInForce(
      present.filter(({ validTo }) => validTo === null),
      now,
    );
  return isCovered ? "covered" : "over";
}

export interface ListTerminalTariffsInput {
  readonly partnerId: PartnerId;
  readonly terminalId: string;
}

const shownPhases: readonly ListedTariff["phase"][] = ["in_force", "covered", "to_come"];

/**
 * Returns the current and planned tariffs of one of the account's terminals, ascending by their start: the one in
 * force, the one that a campaign covers, and later ones. Throws not_found, also for another account's terminal.
 */
export async function listTerminalTariffs(
  ctx: Ctx,
  { partnerId, terminalId }: ListTerminalTariffsInput,
): Promise<ListedTariff[]> {
  const terminal = await findTerminal(ctx.db, terminalId);
  if (terminal?.partnerId !== partnerId) throw new AppError("not_found", `The account has no terminal ${terminalId}`);
  const tariffs = await listTariffs(ctx, { terminalId });
  return tariffs.filter(({ phase }) => shownPhases.includes(phase));
}
