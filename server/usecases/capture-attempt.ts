import { z } from "zod";
import { getAttempt } from "@/server/store/attempts";
import { toTerminalFacts } from "@/server/store/terminals";
import { connectionOf, orderOf, proofsPurpose } from "./bank-connection";
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
  const connection = connectionOf(ctx, toTerminalFacts(payment.terminal));
  const proofs = z
    .record(z.string(), z.string())
    .parse(JSON.parse(ctx.vault.open(proofsPurpose(attempt.id), attempt.proofs)));
  const outcome = await connection.call({ kind: "capture", order: orderOf(ctx, attempt, payment), proofs });
  await recordCapture(ctx, { attemptId: attempt.id, outcome });
}
