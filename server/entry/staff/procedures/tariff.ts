import { z } from "zod";
import { codeText } from "@/server/domain/fields";
import { findPricesInForce, getTerminalPricing } from "@/server/usecases/pricing/tariff-queries";
import { queryProcedure, router } from "../door";

const oneTerminal = z.object({ terminalId: codeText(64) });

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
});
