import { z } from "zod";
import { codeText } from "@/server/domain/fields";
import { pricesInput, reasonForm, withdrawalInput } from "@/server/domain/pricing/pricing-inputs";
import { proposeTariff } from "@/server/usecases/approvals/propose-tariff";
import { proposeTariffWithdrawal } from "@/server/usecases/approvals/propose-tariff-withdrawal";
import { getTariffChange } from "@/server/usecases/approvals/tariff-change-queries";
import { findPricesInForce, getTerminalPricing } from "@/server/usecases/pricing/tariff-queries";
import { instant } from "../../trpc/trpc-fields";
import { mutationProcedure, queryProcedure, router } from "../door";

const oneTerminal = z.object({ terminalId: codeText(64) });

/** A tariff as it is proposed; a start of null is the approval. */
const proposalInput = oneTerminal.extend({
  prices: pricesInput,
  validFrom: instant().nullable(),
  validTo: instant().nullable(),
  ...reasonForm.shape,
});

/** Procedures of staff for the tariffs of terminals. */
export const tariffRouter = router({
  /** Returns a terminal with its tariffs and everything that they are edited with. */
  terminal: queryProcedure("tariff.read")
    .input(oneTerminal)
    .query(({ ctx: { ctx }, input }) => getTerminalPricing(ctx, input)),

  /** Returns the prices that are in force for a terminal, for copying them; null without any. */
  inForce: queryProcedure("tariff.read")
    .input(oneTerminal)
    .query(({ ctx: { ctx }, input }) => findPricesInForce(ctx, input)),

  /** Returns what a proposed tariff changes. */
  change: queryProcedure("tariff.read")
    .input(z.object({ changeId: codeText(64) }))
    .query(({ ctx: { ctx }, input }) => getTariffChange(ctx, input)),

  propose: mutationProcedure("tariff.write")
    .input(proposalInput)
    .mutation(async ({ ctx: { ctx, session, audit }, input }) => {
      const { terminalId, prices, reason } = input;
      const [validFrom, validTo] = [input.validFrom?.toISOString() ?? null, input.validTo?.toISOString() ?? null];
      const detail = { reason, validFrom, validTo, prices: prices.length };
      await audit.begin({ subject: terminalId, detail });
      const proposal = await proposeTariff(ctx, { ...input, staffId: session.user.id });
      audit.note({ detail: { ...detail, changeId: proposal.changeId, tariffId: proposal.tariffId } });
      return { changeId: proposal.changeId };
    }),

  withdraw: mutationProcedure("tariff.write")
    .input(withdrawalInput.extend(oneTerminal.shape))
    .mutation(async ({ ctx: { ctx, session, audit }, input }) => {
      const { tariffId, reason } = input;
      await audit.begin({ subject: tariffId, detail: { reason } });
      const { changeId } = await proposeTariffWithdrawal(ctx, { ...input, staffId: session.user.id });
      audit.note({ detail: { reason, changeId } });
      return { changeId };
    }),
});
