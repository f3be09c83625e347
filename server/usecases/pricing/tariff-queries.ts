import { AppError } from "@/server/domain/errors";
import type { CardFamily, TariffPrice } from "@/server/domain/pricing/installments";
import { findInForce, type PlacedTariff } from "@/server/domain/pricing/tariff-span";
import { findTerminal, listPartnerTerminals } from "@/server/store/accounts/terminals";
import { type ListedRow, listPricesByTariff, listTariffsOfTerminal } from "@/server/store/pricing/tariffs";
import { asPartnerId, type PartnerId } from "@/server/store/tenant";
import type { Ctx } from "../ctx";

/** `covered`: the tariff has begun, but a campaign takes precedence over it. */
type TariffPhase = "over" | "covered" | "in_force" | "to_come" | "withdrawn";

export interface ListedTariff extends PlacedTariff {
  readonly phase: TariffPhase;
  readonly prices: readonly TariffPrice[];
}

/** How many tariffs of a terminal are shown that are over or withdrawn. */
const pastMax = 20;

/**
 * Returns the tariffs of a terminal that are in force, covered or to come, and its latest 20 others, ascending by their
 * start. Throws not_found.
 */
export async function listTariffs(ctx: Ctx, { terminalId }: { terminalId: string }): Promise<ListedTariff[]> {
  if (!(await findTerminal(ctx.db, terminalId))) {
    throw new AppError("not_found", `There is no terminal ${terminalId}`);
  }
  const now = ctx.clock.now();
  const latestFirst = await listTariffsOfTerminal(ctx.db, terminalId);
  const all = latestFirst.map((row) => ({ ...row, phase: toPhase(row, latestFirst, now) }));
  const past = all.filter(({ phase }) => isPast(phase));
  const listed = all.filter((row) => !isPast(row.phase) || past.indexOf(row) < pastMax).reverse();
  const prices = await listPricesByTariff(
    ctx.db,
    listed.map(({ id }) => id),
  );
  return listed.map(({ id, validFrom, validTo, phase }) => ({
    id,
    validFrom,
    validTo,
    phase,
    prices: prices.get(id) ?? [],
  }));
}

const isPast = (phase: TariffPhase): boolean => phase === "over" || phase === "withdrawn";

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

export interface TerminalPricing {
  readonly terminal: {
    readonly terminalId: string;
    readonly partnerId: string;
    readonly name: string;
    /** The acquirer's name. */
    readonly bank: string;
    readonly commissionBasis: "gross" | "net";
    readonly effectiveCounts: number[];
    readonly allowedFamilies: readonly CardFamily[];
    readonly supportsForeign: boolean;
  };
  readonly tariffs: readonly ListedTariff[];
  /** The other terminals of the account, whose tariffs may be copied. */
  readonly siblings: readonly { readonly terminalId: string; readonly name: string }[];
  /** The product's time, UTC. */
  readonly now: Date;
  /** Whether the next tariff of the terminal counts without a second person: the first one in a sandbox. */
  readonly countsAtOnce: boolean;
}

/** Returns everything that the tariffs of a terminal are edited with. Throws not_found. */
export async function getTerminalPricing(ctx: Ctx, { terminalId }: { terminalId: string }): Promise<TerminalPricing> {
  const terminal = await findTerminal(ctx.db, terminalId);
  if (!terminal) throw new AppError("not_found", `There is no terminal ${terminalId}`);
  const [tariffs, siblings] = await Promise.all([
    listTariffs(ctx, { terminalId }),
    listPartnerTerminals(ctx.db, asPartnerId(terminal.partnerId)),
  ]);
  const { partnerId, name, bank, commissionBasis, effectiveCounts, allowedFamilies, supportsForeign } = terminal;
  return {
    terminal: {
      terminalId,
      partnerId,
      name,
      bank: ctx.banks.getBrand(bank).name,
      commissionBasis,
      effectiveCounts,
      allowedFamilies,
      supportsForeign,
    },
    tariffs,
    siblings: siblings
      .filter(({ id }) => id !== terminalId)
      .map(({ id, name: own }) => ({ terminalId: id, name: own })),
    now: ctx.clock.now(),
    countsAtOnce: isFirstAtOnce(ctx, tariffs),
  };
}

/** Returns whether a tariff counts without a second person: the first of a terminal, in a sandbox (D-250). */
const isFirstAtOnce = (ctx: Pick<Ctx, "sandboxTime">, tariffs: readonly { phase: TariffPhase }[]): boolean =>
  ctx.sandboxTime !== null && tariffs.every(({ phase }) => phase === "withdrawn");

/** Returns the prices that are in force for a terminal now, for copying them; null without any. Throws not_found. */
export async function findPricesInForce(
  ctx: Ctx,
  { terminalId }: { terminalId: string },
): Promise<readonly TariffPrice[] | null> {
  const tariffs = await listTariffs(ctx, { terminalId });
  return tariffs.find(({ phase }) => phase === "in_force")?.prices ?? null;
}
