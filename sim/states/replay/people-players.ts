import { randomUUID } from "node:crypto";
import { approveCorrection } from "@/server/usecases/corrections/approve-correction";
import { proposeCorrection } from "@/server/usecases/corrections/propose-correction";
import { rejectCorrection } from "@/server/usecases/corrections/reject-correction";
import { approveRefundRequest } from "@/server/usecases/refunds/approve-refund-request";
import { rejectRefundRequest } from "@/server/usecases/refunds/reject-refund-request";
import { requestPanelRefund } from "@/server/usecases/refunds/request-panel-refund";
import { withdrawRefundRequest } from "@/server/usecases/refunds/withdraw-refund-request";
import { clockSteps } from "../model/clock";
import { listHidden } from "../model/refund-effects";
import type { State } from "../model/state";
import { toKurus } from "./compare";
import { answerAtStart, findCapturedCode } from "./money-players";
import type { PathRun } from "./path-run";
import { type Player, rowAt } from "./player";
import { members, staff } from "./stage";

/** A decision of one of the two members about the last request. */
const decideRequest = ({ rows, stage }: PathRun, userId: string) => ({
  account: stage.world.caller,
  userId,
  requestId: rowAt(rows.requests, rows.requests.length - 1).id,
});

/** A decision of the second person of staff about the last correction. */
const decideCorrection = ({ rows }: PathRun) => ({
  correctionId: rowAt(rows.corrections, rows.corrections.length - 1).id,
  by: { staffId: staff.second },
});

/** The correction that brings the books to what the bank has done. */
function describeCorrection(state: State) {
  const [hidden] = listHidden(state);
  if (!hidden) return { kind: "none", amountKurus: 0n } as const;
  const kind = hidden.method === "void" ? ("void_done" as const) : ("credit_done" as const);
  return { kind, amountKurus: toKurus(hidden.halves) };
}

export const peoplePlayers = {
  ask_for_refund: (run, { choice }) =>
    run.perform(() =>
      requestPanelRefund(run.ctx, {
        account: run.stage.world.caller,
        userId: members.asker,
        key: randomUUID(),
        paymentCode: findCapturedCode(run),
        amountKurus: choice === "whole" ? null : toKurus(1),
        method: "auto",
        reason: null,
      }),
    ),

  approve_refund_request: (run, { choice, before }) =>
    run.perform(() => approveRefundRequest(run.ctx, decideRequest(run, members.second)), answerAtStart(before, choice)),

  reject_refund_request: (run) =>
    run.perform(() => rejectRefundRequest(run.ctx, { ...decideRequest(run, members.second), note: null })),

  withdraw_refund_request: (run) =>
    run.perform(() => withdrawRefundRequest(run.ctx, decideRequest(run, members.asker))),

  come_too_late: (run) => run.perform(() => approveRefundRequest(run.ctx, decideRequest(run, members.second))),

  propose_correction: (run, { before }) =>
    run.perform(() =>
      proposeCorrection(run.ctx, {
        ...describeCorrection(before),
        paymentCode: findCapturedCode(run),
        refundId: null,
        reason: "Seen at the bank",
        evidence: "Statement, line 7",
        by: { staffId: staff.proposer },
      }),
    ),

  approve_correction: (run) => run.perform(() => approveCorrection(run.ctx, decideCorrection(run))),

  reject_correction: (run) =>
    run.perform(() => rejectCorrection(run.ctx, { ...decideCorrection(run), reason: "Not what the bank shows" })),
} as const satisfies Record<string, Player>;

export const timePlayers = {
  pass_time: async (run, { before }) => run.clock.advanceMs(clockSteps[before.instant]?.takesMs ?? 0),

  crash: (run) => run.crash(),
} as const satisfies Record<string, Player>;
