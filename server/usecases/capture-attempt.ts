import { z } from "zod";
import type { Outcome } from "@/server/banks/bank";
import { type AttemptWithPayment, getAttempt } from "@/server/store/attempts";
import { type BankConnection, connectionOf, orderOf, placedOrderOf, proofsPurpose } from "./bank-connection";
import type { Ctx } from "./ctx";
import { recordCapture } from "./record-capture";

/**
 * Sends the capture of an attempt whose intent is on record: once, with the stored amount, never again (D-46).
 * Never throws for what the bank does; whatever is not a clear answer is left to the inquiry.
 */
export function captureAttempt(ctx: Ctx, { attemptId }: { attemptId: string }): Promise<void> {
  const capture = sendCapture(ctx, attemptId).finally(() => ctx.openMoneyCalls.delete(attemptId));
  ctx.openMoneyCalls.set(attemptId, capture);
  ctx.background(capture);
  return capture;
}

async function sendCapture(ctx: Ctx, attemptId: string): Promise<void> {
  const attempt = await getAttempt(ctx.db, attemptId);
  if (attempt.status !== "capturing" || attempt.proofs === null) return;
  const { payment } = attempt;
  const connection = connectionOf(ctx, attempt.connection);
  const proofs = z
    .record(z.string(), z.string())
    .parse(JSON.parse(ctx.vault.open(proofsPurpose(attempt.id), attempt.proofs)));
  const order = orderOf(ctx, attempt, payment);
  const said = await connection.call({ kind: "capture", order, proofs });
  const isToConfirm = said.kind === "approved" && connection.bank.supports.confirmCapture;
  const outcome = isToConfirm ? await confirm(connection, attempt, said) : said;
  await recordCapture(ctx, { attemptId: attempt.id, outcome });
}

/** What the bank has on record must be what it approved; whatever differs is unknown, and asked about again. */
async function confirm(
  connection: BankConnection,
  attempt: AttemptWithPayment,
  approved: Extract<Outcome, { kind: "approved" }>,
): Promise<Outcome> {
  const order = { ...placedOrderOf(attempt), references: approved.references };
  const found = await connection.call({ kind: "inquire", ...order });
  if (found.kind === "paid" && found.amountKurus === attempt.payment.amount) return approved;
  return found.kind === "unknown" ? found : { kind: "unknown", cause: "mismatch" };
}
