import type { z } from "zod";
import { AppError } from "@/server/domain/errors";
import { problem } from "@/server/domain/field-words";
import { newId } from "@/server/domain/ids";
import { type newTerminalInput, validityMinutes } from "@/server/domain/terminals/terminal-inputs";
import { findPartner } from "@/server/store/accounts/partners";
import { insertTerminal } from "@/server/store/accounts/terminals";
import { replaceConnection } from "@/server/store/banks/bank-connections";
import { inTx } from "@/server/store/db";
import { insertTariffs } from "@/server/store/pricing/tariffs";
import { sealAccount } from "../banks/shared/bank-connection";
import type { Ctx } from "../ctx";
import { refuse, requireOffer, toMode } from "./shared/agreement";
import { copyUsualTariff, findSimulatedAgreement } from "./shared/sandbox-template";

export type CreateTerminalInput = z.output<typeof newTerminalInput>;

/**
 * Creates a terminal of an account at a bank of the catalogue (D-41). It is switched off until its bank connection has
 * gone live. In the sandbox it gets the usual tariff at once and, if wanted, the agreement of a simulated bank's shop
 * (D-248); elsewhere credentials and tariff follow and need a second person.
 * @throws not_found, partner_not_active for a closed account, validation_error
 */
export async function createTerminal(ctx: Ctx, input: CreateTerminalInput): Promise<{ readonly terminalId: string }> {
  const { partnerId, bank, perTx, provider, usesSimulatedShop, ...settings } = input;
  const partner = await findPartner(ctx.db, partnerId);
  if (!partner) throw new AppError("not_found", `There is no account ${partnerId}`);
  if (partner.status === "closed") throw new AppError("partner_not_active", `The account ${partnerId} is closed`);
  requireOffer(ctx, bank);
  const now = ctx.clock.now();
  const terminalId = newId(ctx.random, "terminal", now);
  const isSandbox = toMode(ctx) === "sandbox";
  const agreement = usesSimulatedShop && isSandbox ? await findSimulatedAgreement(ctx, bank) : null;
  if (usesSimulatedShop && !agreement) throw refuse([{ path: ["usesSimulatedShop"], problem: problem("invalid") }]);
  const tariff = isSandbox ? await copyUsualTariff(ctx, terminalId, now) : null;
  await inTx(ctx.db, async (tx) => {
    await insertTerminal(tx, {
      ...settings,
      id: terminalId,
      partnerId,
      bank,
      provider,
      validityMinutes: validityMinutes[provider],
      active: false,
      limitPerTx: perTx,
      createdAt: now,
    });
    if (agreement) {
      const account = sealAccount(ctx.vault, terminalId, agreement);
      await replaceConnection(
        tx,
        { id: newId(ctx.random, "bankConnection", now), terminalId, bank, account, live: false },
        now,
      );
    }
    if (tariff) await insertTariffs(tx, [tariff]);
  });
  ctx.log.info({ terminalId, partnerId, bank }, "A terminal was created");
  return { terminalId };
}
