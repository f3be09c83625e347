import { z } from "zod";
import { applyFilters } from "@/server/domain/lists";
import {
  newTerminalInput,
  terminalActiveInput,
  terminalId,
  terminalSettingsInput,
} from "@/server/domain/terminals/terminal-inputs";
import { terminalList } from "@/server/domain/terminals/terminal-list";
import { getBankTrace } from "@/server/usecases/banks/queries";
import { createTerminal } from "@/server/usecases/terminals/create-terminal";
import { getBankOffers, getTerminalForStaff, listAllTerminals } from "@/server/usecases/terminals/queries";
import { switchTerminal } from "@/server/usecases/terminals/switch-terminal";
import { updateTerminal } from "@/server/usecases/terminals/update-terminal";
import { listInput } from "../../trpc/list-input";
import { mutationProcedure, queryProcedure, router } from "../door";

const oneTerminal = z.object({ terminalId });

const rowsOnAPage = 50;

/** Procedures of staff for the terminals of all merchants and their bank connections (D-41, D-77). */
export const terminalRouter = router({
  list: queryProcedure("terminal.read")
    .input(listInput(terminalList))
    .query(({ ctx: { ctx }, input }) =>
      listAllTerminals(ctx, {
        filters: applyFilters(terminalList, input, ctx.clock.now()),
        sort: input.sort,
        cursor: input.cursor ?? null,
        countMax: rowsOnAPage,
      }),
    ),

  get: queryProcedure("terminal.read")
    .input(oneTerminal)
    .query(({ ctx: { ctx }, input }) => getTerminalForStaff(ctx, input)),

  /** The latest messages between the terminal and its bank, without card data and secrets. */
  trace: queryProcedure("terminal.read")
    .input(oneTerminal)
    .query(({ ctx: { ctx }, input }) => getBankTrace(ctx, { ...input, orderId: null })),

  /** The banks with which a terminal can be connected. */
  banks: queryProcedure("terminal.read").query(({ ctx: { ctx } }) => getBankOffers(ctx)),

  create: mutationProcedure("terminal.write")
    .input(newTerminalInput)
    .mutation(async ({ ctx: { ctx, audit }, input }) => {
      const { partnerId, name, bank } = input;
      await audit.begin({ subject: partnerId, detail: { after: { name, bank } } });
      const made = await createTerminal(ctx, input);
      audit.note({ subject: made.terminalId, detail: { partnerId, after: { name, bank } } });
      return made;
    }),

  update: mutationProcedure("terminal.write")
    .input(terminalSettingsInput)
    .mutation(async ({ ctx: { ctx, audit }, input }) => {
      const { terminalId, reason } = input;
      await audit.begin({ subject: terminalId, detail: { reason } });
      audit.note({ detail: { reason, ...(await updateTerminal(ctx, input)) } });
    }),

  switch: mutationProcedure("terminal.write")
    .input(terminalActiveInput)
    .mutation(async ({ ctx: { ctx, audit }, input }) => {
      const { terminalId, isActive, reason } = input;
      await audit.begin({ subject: terminalId, detail: { reason, after: { active: isActive } } });
      const { wasActive } = await switchTerminal(ctx, { terminalId, isActive });
      audit.note({ detail: { reason, before: { active: wasActive }, after: { active: isActive } } });
    }),
});
