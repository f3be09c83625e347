import { z } from "zod";
import type { Outcome } from "@/server/banks/bank";
import { nextDayEnd } from "@/server/domain/business-day";
import { isInSendWindow, type MachineTime } from "@/server/domain/payments/send-window";
import {
  type AttemptWithPayment,
  findCaptureToSend,
  getAttempt,
  redateCapture,
} from "@/server/store/payments/attempts";
import {
  type BankConnection,
  connectionOf,
  orderOf,
  placedOrderOf,
  proofsPurpose,
} from "../banks/bank-connection";
import type { Ctx } from "../ctx";
import { putApprovalOnRecord, recordCapture } from "./record-capture";

export interface CaptureAttemptInput {
  readonly attemptId: string;
  /** From before its intent was recorded, by both of the machine's clocks. */
  readonly recordedAt: MachineTime;
}

/**
 * Sends the capture of an attempt whose intent is on record: once, with the stored amount, never again (D-46).
 * Never throws for what the bank does; whatever is not a clear answer is left to the inquiry.
 */
export function captureAttempt(ctx: Ctx, input: CaptureAttemptInput): Promise<void> {
  const { attemptId } = input;
  const capture = sendCapture(ctx, input).finally(() => ctx.openMoneyCalls.delete(attemptId));
  ctx.openMoneyCalls.set(attemptId, capture);
  ctx.background(capture);
  return capture;
}

async function sendCapture(ctx: Ctx, { attemptId, recordedAt }: CaptureAttemptInput): Promise<void> {
  const attempt = await getAttempt(ctx.db, attemptId);
  if (attempt.status !== "capturing" || attempt.proofs === null) return;
  const { payment } = attempt;
  const connection = connectionOf(ctx, attempt.connection);
  const proofs = z
    .record(z.string(), z.string())
    .parse(JSON.parse(ctx.vault.open(proofsPurpose(attempt.id), attempt.proofs)));
  const order = orderOf(ctx, attempt, payment);
  const maySend = () => maySendCapture(ctx, attempt, recordedAt);
  const said = await connection.call({ kind: "capture", order, proofs }, maySend);
  const isToConfirm = said.kind === "approved" && connection.bank.supports.confirmCapture;
  const outcome = isToConfirm ? await confirm(ctx, connection, attempt, said) : said;
  await recordCapture(ctx, { attemptId: attempt.id, outcome });
}

/**
 * Asked once the connection to the bank stands. A process that stood still meanwhile must not send what another one has
 * found not taken; a capture that leaves on a later day of the bank than its intent was recorded on is dated by that (D-74).
 */
async function maySendCapture(
  ctx: Ctx,
  { id, payment }: AttemptWithPayment,
  recordedAt: MachineTime,
): Promise<boolean> {
  const waiting = await findCaptureToSend(ctx.db, id);
  const now = ctx.clock.now();
  const recorded = waiting?.captureSentAt ?? now;
  if (waiting && nextDayEnd(recorded, payment.terminal.dayEndLocal) <= now) {
    await redateCapture(ctx.db, id, now);
  }
  const maySend = waiting !== null && isInSendWindow(recordedAt);
  if (!maySend) ctx.log.warn({ attemptId: id }, "A capture was not sent: it was too late for it");
  return maySend;
}

/**
 * What the bank has on record must be what it approved; whatever differs is unknown, and asked about again. The approval is
 * written down first: nothing that an inquiry says makes it undone (D-73).
 */
async function confirm(
  ctx: Ctx,
  connection: BankConnection,
  attempt: AttemptWithPayment,
  approved: Extract<Outcome, { kind: "approved" }>,
): Promise<Outcome> {
  await putApprovalOnRecord(ctx, attempt, approved.references);
  const order = { ...placedOrderOf(attempt), references: approved.references };
  const found = await connection.call({ kind: "inquire", ...order });
  if (found.kind === "paid" && found.amountKurus === attempt.payment.amount) {
    return { ...approved, ...(found.at && { at: found.at }) };
  }
  return found.kind === "unknown" ? found : { kind: "unknown", cause: "mismatch" };
}
