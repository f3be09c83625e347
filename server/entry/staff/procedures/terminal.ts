import { z } from "zod";
import { applyFilters } from "@/server/domain/lists";
import { mayAsStaff } from "@/server/domain/people/access";
import { credentialsInput } from "@/server/domain/terminals/credential-inputs";
import {
  goLiveInput,
  newTerminalInput,
  overrideInput,
  terminalActiveInput,
  terminalId,
  terminalLimitsInput,
  terminalSettingsInput,
} from "@/server/domain/terminals/terminal-inputs";
import { terminalList } from "@/server/domain/terminals/terminal-list";
import { diagnoseBankConnection } from "@/server/usecases/banks/diagnose-bank-connection";
import { getBankTrace } from "@/server/usecases/banks/queries";
import { changeTerminalLimits } from "@/server/usecases/terminals/change-terminal-limits";
import { createTerminal } from "@/server/usecases/terminals/create-terminal";
import { enterCredentials } from "@/server/usecases/terminals/enter-credentials";
import { getBankOffers, getTerminalForStaff, listAllTerminals } from "@/server/usecases/terminals/queries";
import { switchTerminal } from "@/server/usecases/terminals/switch-terminal";
import { takeConnectionLive } from "@/server/usecases/terminals/take-connection-live";
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

  /** Changes the limits, or proposes the change to a second person. */
  setLimits: mutationProcedure("terminal.write")
    .input(terminalLimitsInput)
    .mutation(async ({ ctx: { ctx, session, audit }, input }) => {
      const { terminalId, reason } = input;
      await audit.begin({ subject: terminalId, detail: { reason } });
      const { changeId, ...change } = await changeTerminalLimits(ctx, { ...input, staffId: session.user.id });
      audit.note({ detail: { reason, changeId, ...change } });
      return { changeId };
    }),

  /** Seals credentials. Nothing of them is in the answer or in the audit log. */
  enterCredentials: mutationProcedure("terminal.write", { requiresReauthentication: true })
    .input(credentialsInput)
    .mutation(async ({ ctx: { ctx, session, audit }, input }) => {
      const { terminalId, bank, reason, usesSimulatedShop, overrides } = input;
      await audit.begin({ subject: terminalId, detail: { reason, bank } });
      const { merchantNumber, ...entered } = await enterCredentials(ctx, {
        terminalId,
        agreement: usesSimulatedShop ? { simulatedBank: bank } : input,
        mayOverride: mayAsStaff(session.role, "terminal.override"),
        overrides,
        reason,
        staffId: session.user.id,
      });
      audit.note({ detail: { reason, merchantNumber, ...entered } });
      return { outcome: entered.outcome, changeId: entered.changeId };
    }),

  /** Asks the bank harmless questions about a connection (D-235). It takes at most a minute. */
  diagnose: mutationProcedure("terminal.write")
    .input(goLiveInput)
    .mutation(async ({ ctx: { ctx, session, audit }, input: { terminalId, connectionId } }) => {
      await audit.begin({ subject: terminalId, detail: { connectionId } });
      const { passed } = await diagnoseBankConnection(ctx, { connection: { connectionId }, by: session.user.email });
      audit.note({ detail: { connectionId, passed } });
      return { passed };
    }),

  goLive: mutationProcedure("terminal.write")
    .input(goLiveInput)
    .mutation(async ({ ctx: { ctx, audit }, input }) => {
      const { terminalId, connectionId } = input;
      await audit.begin({ subject: terminalId, detail: { connectionId, after: { live: true } } });
      await takeConnectionLive(ctx, { terminalId, connectionId, overrides: false });
    }),

  /** Takes a connection live without a passed diagnosis, for a reason. */
  overrideDiagnosis: mutationProcedure("terminal.override", { requiresReauthentication: true })
    .input(overrideInput)
    .mutation(async ({ ctx: { ctx, audit }, input }) => {
      const { terminalId, connectionId, reason } = input;
      await audit.begin({ subject: terminalId, detail: { reason, connectionId, after: { live: true } } });
      await takeConnectionLive(ctx, { terminalId, connectionId, overrides: true });
    }),
});
