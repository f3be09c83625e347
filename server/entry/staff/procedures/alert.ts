import { alertList, closeAlertInput, oneAlertInput } from "@/server/domain/alerts";
import { acknowledgeAlert } from "@/server/usecases/operations/acknowledge-alert";
import { countAlerts, listOpenAlerts, listStaffAlerts } from "@/server/usecases/operations/alert-queries";
import { closeAlert } from "@/server/usecases/operations/close-alert";
import { listInput } from "../../trpc/list-input";
import { mutationProcedure, queryProcedure, router } from "../door";

const pageSize = 50;

/** Procedures of staff for alerts (D-257). */
export const alertRouter = router({
  list: queryProcedure("payment.read")
    .input(listInput(alertList))
    .query(({ ctx: { ctx }, input: { state, kind, subject, cursor } }) =>
      listStaffAlerts(ctx, { states: state, kinds: kind, subject, cursor: cursor ?? null, countMax: pageSize }),
    ),

  /** Lists what is not closed, the most urgent first. */
  open: queryProcedure("payment.read").query(({ ctx: { ctx } }) => listOpenAlerts(ctx)),

  /** Counts the open alerts, at most 100. */
  count: queryProcedure("payment.read").query(({ ctx: { ctx } }) => countAlerts(ctx)),

  acknowledge: mutationProcedure("alert.write")
    .input(oneAlertInput)
    .mutation(async ({ ctx: { ctx, session, audit }, input: { alertId } }) => {
      await audit.begin({ subject: alertId });
      await acknowledgeAlert(ctx, { alertId, staffId: session.user.id });
    }),

  close: mutationProcedure("alert.write")
    .input(closeAlertInput)
    .mutation(async ({ ctx: { ctx, session, audit }, input: { alertId, note } }) => {
      await audit.begin({ subject: alertId, detail: { reason: note } });
      await closeAlert(ctx, { alertId, staffId: session.user.id, note });
    }),
});
