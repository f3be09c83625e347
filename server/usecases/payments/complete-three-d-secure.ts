import type { Authentication, BankOrder, Outcome, Proofs, ReturnFields, Unresolved } from "@/server/banks/bank";
import { laterOf, plusMs, seconds } from "@/server/domain/clock";
import { newId, tokenHash } from "@/server/domain/ids";
import { alertAfterMs, firstInquiryAt } from "@/server/domain/payments/inquiry";
import { machineTime } from "@/server/domain/payments/send-window";
import type { AttemptStatus } from "@/server/domain/states";
import { inTx } from "@/server/store/db";
import {
  type AttemptWithPayment,
  findAttemptByToken,
  findCallbackVerdict,
  getAttempt,
  getAttemptStatus,
  moveAttempt,
  setCallbackVerdict,
  storeCallback,
} from "@/server/store/payments/attempts";
import { updateInitiatedPayment } from "@/server/store/payments/payments";
import { type BankConnection, openBankConnection, proofsPurpose, toBankOrder } from "../banks/shared/bank-connection";
import { captureAttempt } from "../captures/capture-attempt";
import type { Ctx } from "../ctx";
import { expireIfDue, lockPaymentWithLink } from "../expiry/shared/end-payment";
import { chooseReturnUrl } from "./shared/choose-return-url";
import { failAuthentication } from "./shared/fail-authentication";

export interface CompleteThreeDSecureInput {
  /** The token in the callback's address. It identifies the attempt and proves nothing about the payment (D-21). */
  readonly token: string;
  readonly fields: ReturnFields;
  /** The SHA-256 digest of the raw request body. */
  readonly bodyDigest: Uint8Array;
}

export type CompletedThreeDSecure =
  | { readonly kind: "redirect"; readonly url: string }
  /** The callback is forged or altered: it is answered with 400, and nothing changes. */
  | { readonly kind: "refused" }
  | { readonly kind: "unknown_attempt" };

/**
 * Handles the browser's return from the bank (§4.7, D-17, D-21): stores the callback, verifies it, captures once, and
 * redirects the buyer with the advisory result. A repeated callback gets the same answer and changes nothing.
 */
export async function completeThreeDSecure(ctx: Ctx, input: CompleteThreeDSecureInput): Promise<CompletedThreeDSecure> {
  const attempt = await findAttemptByToken(ctx.db, tokenHash(input.token));
  if (!attempt) return { kind: "unknown_attempt" };
  ctx.nameSubject({ partnerId: attempt.partnerId, paymentCode: attempt.paymentId });
  const { traceParent, id } = attempt.payment;
  const span = { name: "return from the bank", continues: traceParent, facts: { "vezne.payment": id } };
  return ctx.telemetry.inSpan(span, () => completeAttempt(ctx, input, attempt));
}

async function completeAttempt(
  ctx: Ctx,
  input: CompleteThreeDSecureInput,
  attempt: AttemptWithPayment,
): Promise<CompletedThreeDSecure> {
  const connection = openBankConnection(ctx, attempt.connection);
  const order = toBankOrder(ctx, attempt, attempt.payment);
  const read = connection.bank.readReturn(input.fields, order, connection.account);
  const receivedAt = ctx.clock.now();
  const { bodyDigest } = input;
  const isNew = await storeCallback(ctx.db, {
    id: newId(ctx.random, "callback", receivedAt),
    attemptId: attempt.id,
    receivedAt,
    digest: Uint8Array.from(bodyDigest),
    ...toInboxFacts(read),
  });
  if (isNew) connection.traceForm("return", order.orderId, input.fields, toInboxFacts(read).verdict);
  const giveUpAt = ctx.realTime.monotonicMs() + ctx.captureWaitMs;
  const back: BrowserReturn = { attempt, connection, order, bodyDigest, receivedAt };
  const isRefused = await handleReturn(ctx, back, read);
  return isRefused ? { kind: "refused" } : { kind: "redirect", url: await waitForResultUrl(ctx, attempt.id, giveUpAt) };
}

/** A callback that a browser has brought back from the bank, with what its handling needs. */
interface BrowserReturn {
  readonly attempt: AttemptWithPayment;
  readonly connection: BankConnection;
  readonly order: BankOrder;
  readonly bodyDigest: Uint8Array;
  readonly receivedAt: Date;
}

/** Returns the facts of a callback that the inbox stores (D-49). */
const toInboxFacts = (read: Authentication | Unresolved) => ({
  orderId: "orderId" in read ? read.orderId : null,
  verdict: read.verdict === "refused" ? `refused_${read.why}` : read.verdict,
});

/**
 * Handles the first verified callback of an attempt; a later one changes nothing. Returns true if the callback is
 * refused.
 */
const handleReturn = (ctx: Ctx, back: BrowserReturn, read: Authentication | Unresolved): Promise<boolean> =>
  read.verdict === "unresolved"
    ? waitForBuyer(ctx, resolveAndApply(ctx, back, read.proofs))
    : applyVerdict(ctx, back, read);

/**
 * Waits for the work for as long as a buyer may wait (D-21); after that the work continues in the background. Returns
 * false if the result is not known in time.
 */
async function waitForBuyer(ctx: Ctx, work: Promise<boolean>): Promise<boolean> {
  ctx.background(work);
  const unknown = ctx.realTime.sleep(ctx.captureWaitMs, { holdsProcess: false }).then(() => false);
  return Promise.race([work, unknown]);
}

async function resolveAndApply(ctx: Ctx, back: BrowserReturn, proofs: Proofs): Promise<boolean> {
  const verdict = await resolveAtBank(ctx, back, proofs);
  if (verdict === "handled_before" || verdict === "refused") return verdict === "refused";
  return applyVerdict(ctx, back, verdict);
}

async function applyVerdict(
  ctx: Ctx,
  { attempt, connection, receivedAt }: BrowserReturn,
  verdict: Authentication,
): Promise<boolean> {
  if (verdict.verdict === "refused") {
    const facts = { security: "bank_callback_refused", why: verdict.why, attemptId: attempt.id };
    ctx.log.warn(facts, "Callback refused");
    if (verdict.why === "hash") connection.noteHashMismatch();
    return true;
  }
  const recordedAt = machineTime(ctx.realTime);
  if (verdict.verdict === "not_authenticated") await failAuthentication(ctx, attempt, verdict, receivedAt);
  else if (await recordIntent(ctx, attempt, verdict, receivedAt)) {
    // A failure to record the outcome is logged with the background work. The buyer is then redirected with `pending`,
    // and the inquiry settles the capture.
    const capture = captureAttempt(ctx, { attemptId: attempt.id, recordedAt }).catch(() => undefined);
    await Promise.race([capture, ctx.realTime.sleep(ctx.captureWaitMs, { holdsProcess: false })]);
  }
  return false;
}

/**
 * Asks the bank to read the fields that the browser brought, for a protocol in which only the bank can read them. The
 * call moves no money, so it is retried when no answer comes. A buyer counts as authenticated only if the bank says so.
 * If the attempt has already moved on, the bank is asked only once, and only for a return that was not seen before: the
 * answer separates a forged return (400) from a repeated one.
 */
async function resolveAtBank(
  ctx: Ctx,
  back: BrowserReturn,
  proofs: Proofs,
): Promise<Authentication | "handled_before" | "refused"> {
  const { attempt, order, bodyDigest } = back;
  const isOpen = attempt.status === "started";
  const known = isOpen ? null : await findCallbackVerdict(ctx.db, attempt.id, bodyDigest);
  if (known !== null) return known.startsWith("refused") ? "refused" : "handled_before";
  const outcome = await callResolve(ctx, back, proofs, isOpen ? ctx.resolvePausesMs : []);
  if (outcome.kind !== "resolved") {
    // The inbox keeps the verdict `unresolved`, because the bank did not say what the callback means.
    ctx.log.warn({ attemptId: attempt.id, outcome: outcome.kind }, "Callback not resolved by the bank");
    return isOpen ? { verdict: "not_authenticated", orderId: order.orderId, mdStatus: null } : "handled_before";
  }
  const { authentication } = outcome;
  await setCallbackVerdict(ctx.db, attempt.id, bodyDigest, toInboxFacts(authentication));
  return isOpen || authentication.verdict === "refused" ? authentication : "handled_before";
}

/** Calls `resolve` until the bank answers: once, and again after each pause unless the whole time budget is used up. */
async function callResolve(
  { realTime }: Ctx,
  { connection, order }: BrowserReturn,
  proofs: Proofs,
  pausesMs: readonly number[],
): Promise<Outcome> {
  const startedAt = realTime.monotonicMs();
  let outcome = await connection.call({ kind: "resolve", order, proofs });
  for (const pauseMs of pausesMs) {
    if (outcome.kind === "resolved" || realTime.monotonicMs() - startedAt > resolveBudgetMs) break;
    await realTime.sleep(pauseMs);
    outcome = await connection.call({ kind: "resolve", order, proofs });
  }
  return outcome;
}

/** The total time after which an unanswered `resolve` is not retried, ms. */
const resolveBudgetMs = seconds(30);

/**
 * Records the intent to capture before the bank is called (R6, R7). From then on the payment no longer expires: only
 * the bank's answer ends it, and if this process dies, an inquiry asks for that answer. Returns false if the payment or
 * the attempt has already moved on.
 */
const recordIntent = (
  ctx: Ctx,
  attempt: AttemptWithPayment,
  { proofs, eci }: Pick<Extract<Authentication, { verdict: "authenticated" }>, "proofs" | "eci">,
  receivedAt: Date,
): Promise<boolean> =>
  inTx(ctx.db, async (tx) => {
    const locked = await lockPaymentWithLink(tx, attempt.payment);
    if (await expireIfDue(ctx, tx, locked, receivedAt)) return false;
    const now = ctx.clock.now();
    const status = await getAttemptStatus(tx, attempt.id);
    if (locked.payment.status !== "initiated" || status !== "started") return false;
    await moveAttempt(tx, attempt.id, "capturing", now, {
      proofs: ctx.vault.seal(proofsPurpose(attempt.id), JSON.stringify(proofs)),
      eci: eci ?? (proofs.eci || null),
      captureSentAt: now,
      nextInquiryAt: firstInquiryAt(now),
      alertAt: plusMs(now, alertAfterMs),
    });
    return updateInitiatedPayment(
      tx,
      locked.payment.id,
      {},
      { captureStartedAt: now, countedAt: laterOf(now, locked.payment.createdAt), updatedAt: now },
    );
  });

/**
 * Returns the URL for the buyer, with the result as far as it is known. Waits until `giveUpAt` for a capture that
 * another request runs, or whose answer was lost and is being inquired (D-21).
 */
async function waitForResultUrl(ctx: Ctx, attemptId: string, giveUpAt: number): Promise<string> {
  let attempt = await getAttempt(ctx.db, attemptId);
  while (isOpen(attempt.status) && ctx.realTime.monotonicMs() < giveUpAt) {
    await ctx.realTime.sleep(pollIntervalMs);
    attempt = await getAttempt(ctx.db, attemptId);
  }
  return chooseReturnUrl(ctx, attempt.payment, attempt.language);
}

const pollIntervalMs = 200;

const isOpen = (status: AttemptStatus): boolean => status === "capturing" || status === "unknown";
