import { z } from "zod";
import type { Outcome } from "@/server/banks/bank";
import { nextDayEnd } from "@/server/domain/business-day";
import { isInSendWindow, type MachineTime } from "@/server/domain/payments/send-window";
import {
  type AttemptWithPayment,
  findCaptureToSend,
  getAttempt,
  updateCaptureSentAt,
} from "@/server/store/payments/attempts";
import { fetchSale } from "../banks/fetch-sale";
import {
  type BankConnection,
  openBankConnection,
  proofsPurpose,
  toBankOrder,
  toPlacedOrder,
} from "../banks/shared/bank-connection";
import type { Ctx } from "../ctx";
import { recordCapture } from "./record-capture";
import { recordBankApproval } from "./shared/capture-outcome";

export interface CaptureAttemptInput {
  readonly attemptId: string;
  /** A reading of both machine clocks from before the intent was recorded; the send window begins here. */
  readonly recordedAt: MachineTime;
}

/**
 * Sends the capture of an attempt whose intent is recorded: once, with the stored amount, and never again (D-46). It
 * does not throw because of the bank's behaviour; an unclear answer is left to the inquiry.
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
  const connection = openBankConnection(ctx, attempt.connection);
  const proofs = z
    .record(z.string(), z.string())
    .parse(JSON.parse(ctx.vault.open(proofsPurpose(attempt.id), attempt.proofs)));
  const order = toBankOrder(ctx, attempt, payment);
  const maySend = () => maySendCapture(ctx, attempt, recordedAt);
  const answer = await connection.call({ kind: "capture", order, proofs }, maySend);
  const isToConfirm = answer.kind === "approved" && connection.bank.supports.confirmCapture;
  const outcome = isToConfirm ? await confirm(ctx, connection, attempt, answer) : answer;
  await recordCapture(ctx, { attemptId: attempt.id, outcome });
}

/**
 * Decides, after the connection to the bank is established, whether the capture may still be sent: a process that was
 * suspended must not send a capture that another process has already given up. A capture that leaves on a later bank
 * day than its intent gets the date on which it leaves (D-74).
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
    await updateCaptureSentAt(ctx.db, id, now);
  }
  const maySend = waiting !== null && isInSendWindow(recordedAt, ctx.realTime);
  if (!maySend) ctx.log.warn({ attemptId: id }, "A capture was not sent because its send window had ended");
  return maySend;
}

/**
 * Confirms an approval by an inquiry: the bank's record must show the approved amount; any difference counts as an
 * unknown outcome and is inquired again. The approval is recorded first, because no later inquiry revokes it (D-73).
 */
async function confirm(
  ctx: Ctx,
  connection: BankConnection,
  attempt: AttemptWithPayment,
  approved: Extract<Outcome, { kind: "approved" }>,
): Promise<Outcome> {
  await recordBankApproval(ctx, attempt, approved.references);
  const order = { ...toPlacedOrder(attempt), references: approved.references };
  const found = await fetchSale(ctx, { order, connection });
  if (found.kind === "paid" && found.amountKurus === attempt.payment.amount) {
    return { ...approved, ...(found.at && { at: found.at }) };
  }
  return found.kind === "unknown" ? found : { kind: "unknown", cause: "mismatch" };
}
