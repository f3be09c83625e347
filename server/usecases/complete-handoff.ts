import { setTimeout as sleep } from "node:timers/promises";
import type { Authentication, Proofs, ReturnFields } from "@/server/banks/bank";
import { later, plusMs, seconds } from "@/server/domain/clock";
import { newId, tokenHash } from "@/server/domain/ids";
import { moneyCallTimeoutMs } from "@/server/domain/inquiry";
import type { AttemptStatus } from "@/server/domain/states";
import {
  type AttemptWithPayment,
  findAttemptByToken,
  getAttempt,
  moveAttempt,
  statusOfAttempt,
  storeCallback,
} from "@/server/store/attempts";
import { inTx } from "@/server/store/db";
import { updateInitiated } from "@/server/store/payments";
import { toTerminalFacts } from "@/server/store/terminals";
import { connectionOf, orderOf, proofsPurpose } from "./bank-connection";
import { captureAttempt } from "./capture-attempt";
import type { Ctx } from "./ctx";
import { expireIfDue } from "./expire-payment";
import { endPayment, holdPayment } from "./hold-payment";
import { returnAddress } from "./return-address";

export type { ReturnFields } from "@/server/banks/bank";

export interface CompleteHandoffInput {
  /** From the callback's address; finds the attempt and decides nothing (D-21). */
  readonly token: string;
  readonly fields: ReturnFields;
  /** SHA-256 of the body as it came. */
  readonly bodyDigest: Uint8Array;
}

export type CompletedHandoff =
  | { readonly kind: "redirect"; readonly url: string }
  /** Forged or altered: 400, nothing changes. */
  | { readonly kind: "refused" }
  | { readonly kind: "unknown_attempt" };

/**
 * Takes the browser back from the bank (§4.7, D-17, D-21): stores the callback, verifies it, captures once, and
 * sends the buyer on with the advisory result. A repeated callback gets the same answer and does nothing.
 */
export async function completeHandoff(ctx: Ctx, input: CompleteHandoffInput): Promise<CompletedHandoff> {
  const attempt = await findAttemptByToken(ctx.db, tokenHash(input.token));
  if (!attempt) return { kind: "unknown_attempt" };
  const { bank, account } = connectionOf(ctx, toTerminalFacts(attempt.payment.terminal));
  const verdict = bank.readReturn(input.fields, orderOf(ctx, attempt, attempt.payment), account);
  const receivedAt = ctx.clock.now();
  await storeCallback(ctx.db, {
    id: newId("callback", receivedAt),
    attemptId: attempt.id,
    digest: Uint8Array.from(input.bodyDigest),
    orderId: verdict.verdict === "refused" ? null : verdict.orderId,
    verdict: verdict.verdict === "refused" ? `refused_${verdict.why}` : verdict.verdict,
    receivedAt,
  });
  if (verdict.verdict === "refused") {
    ctx.log.warn(
      { security: "bank_callback_refused", why: verdict.why, attemptId: attempt.id },
      "Callback refused",
    );
    return { kind: "refused" };
  }
  const giveUpAt = performance.now() + ctx.captureWaitMs;
  await act(ctx, attempt, verdict, receivedAt);
  return { kind: "redirect", url: await resultUrl(ctx, attempt.id, giveUpAt) };
}

/** Acts on the first verified callback of an attempt; finds nothing to do for every later one. */
async function act(
  ctx: Ctx,
  attempt: AttemptWithPayment,
  verdict: Exclude<Authentication, { verdict: "refused" }>,
  receivedAt: Date,
): Promise<void> {
  if (verdict.verdict === "not_authenticated") return failAuthentication(ctx, attempt, receivedAt);
  if (!(await recordIntent(ctx, attempt, verdict.proofs, receivedAt))) return;
  const capture = captureAttempt(ctx, { attemptId: attempt.id });
  // A failure to record is logged with the background work; the buyer is sent on with `pending`, the inquiry settles it.
  const recorded = capture.catch(() => undefined);
  await Promise.race([recorded, sleep(ctx.captureWaitMs, undefined, { ref: false })]);
}

const failAuthentication = (ctx: Ctx, attempt: AttemptWithPayment, receivedAt: Date): Promise<void> =>
  inTx(ctx.db, async (tx) => {
    const held = await holdPayment(tx, attempt.payment);
    if (await expireIfDue(ctx, tx, held, receivedAt)) return;
    const now = ctx.clock.now();
    const status = await statusOfAttempt(tx, attempt.id);
    if (held.payment.status !== "initiated" || status !== "started") return;
    await moveAttempt(tx, attempt.id, "not_authenticated", now);
    await endPayment(tx, held, "failed", now, now, { failureCode: "three_ds_failed" });
  });

/**
 * Puts the intent to capture on record before the bank is called (rule 6, rule 7). From here on the payment
 * cannot expire, and should this process die, the bank is asked what became of it. False: not this callback's turn.
 */
const recordIntent = (
  ctx: Ctx,
  attempt: AttemptWithPayment,
  proofs: Proofs,
  receivedAt: Date,
): Promise<boolean> =>
  inTx(ctx.db, async (tx) => {
    const held = await holdPayment(tx, attempt.payment);
    if (await expireIfDue(ctx, tx, held, receivedAt)) return false;
    const now = ctx.clock.now();
    const status = await statusOfAttempt(tx, attempt.id);
    if (held.payment.status !== "initiated" || status !== "started") return false;
    await moveAttempt(tx, attempt.id, "capturing", now, {
      proofs: ctx.vault.seal(proofsPurpose(attempt.id), JSON.stringify(proofs)),
      captureSentAt: now,
      nextInquiryAt: plusMs(now, moneyCallTimeoutMs + seconds(5)),
    });
    return updateInitiated(
      tx,
      held.payment.id,
      {},
      { captureStartedAt: now, countedAt: later(now, held.payment.createdAt), updatedAt: now },
    );
  });

/**
 * The merchant's address with the result as far as it is known. A capture that another request runs, or whose
 * answer was lost and is being inquired, is waited for until the buyer has waited long enough (D-21).
 */
async function resultUrl(ctx: Ctx, attemptId: string, giveUpAt: number): Promise<string> {
  let attempt = await getAttempt(ctx.db, attemptId);
  while (isOpen(attempt.status) && performance.now() < giveUpAt) {
    await sleep(lookEveryMs);
    attempt = await getAttempt(ctx.db, attemptId);
  }
  return returnAddress(ctx, attempt.payment, attempt.language);
}

const lookEveryMs = 200;

const isOpen = (status: AttemptStatus): boolean => status === "capturing" || status === "unknown";
