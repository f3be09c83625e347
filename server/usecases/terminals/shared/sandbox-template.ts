import { newId } from "@/server/domain/ids";
import { findInForce } from "@/server/domain/pricing/tariff-span";
import { findOldestConnection } from "@/server/store/banks/bank-connections";
import type { NewTariff } from "@/server/store/pricing/tariffs";
import { listPrices, listTariffsOfTerminal } from "@/server/store/pricing/tariffs";
import { type AccountText, openAccount } from "@/server/usecases/banks/shared/bank-connection";
import type { Ctx } from "@/server/usecases/ctx";
import { requireOffer } from "./agreement";

// What a new terminal of a sandbox takes over, so that it works at once (D-248). The sandbox fills its database with
// terminals of the simulated banks; the product knows nothing else about them.

/**
 * Returns the agreement of the sandbox's oldest terminal with the bank, or else with another bank of its protocol; null
 * where there is none.
 */
export async function findSimulatedAgreement(ctx: Ctx, bank: string): Promise<AccountText | null> {
  const { protocol } = requireOffer(ctx, bank);
  const others = ctx.banks.listBanks().filter((offer) => offer.protocol === protocol && offer.bank !== bank);
  const found = await findOldestConnection(ctx.db, [bank, ...others.map((offer) => offer.bank)]);
  return found && openAccount(ctx.vault, found.terminalId, found.account);
}

/** Builds the first tariff of a new terminal: the prices of the sandbox's oldest terminal; null where it has none. */
export async function copyUsualTariff(ctx: Ctx, terminalId: string, now: Date): Promise<NewTariff | null> {
  const banks = ctx.banks.listBanks().map(({ bank }) => bank);
  const found = await findOldestConnection(ctx.db, banks);
  if (!found) return null;
  const tariffs = await listTariffsOfTerminal(ctx.db, found.terminalId);
  const inForce = findInForce(
    tariffs.filter(({ withdrawnAt }) => withdrawnAt === null),
    now,
  );
  if (!inForce) return null;
  const prices = await listPrices(ctx.db, inForce.id);
  return { id: newId(ctx.random, "tariff", now), terminalId, validFrom: now, validTo: null, prices };
}
