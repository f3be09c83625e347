import { setTimeout as sleep } from "node:timers/promises";
import type {
  Authentication,
  BankOrder,
  Outcome,
  Proofs,
  ReturnFields,
  Unresolved,
} from "@/server/banks/bank";
import { later, plusMs, seconds } from "@/server/domain/clock";
import { newId, tokenHash } from "@/server/domain/ids";
import { alertAfterMs, moneyCallTimeoutMs } from "@/server/domain/payments/inquiry";
import { machineTime } from "@/server/domain/payments/send-window";
import type { AttemptStatus } from "@/server/domain/states";
import { inTx } from "@/server/store/db";
import {
  type AttemptWithPayment,
  findAttemptByToken,
  findCallbackVerdict,
  getAttempt,
  moveAttempt,
  setCallbackVerdict,
  statusOfAttempt,
  storeCallback,
} from "@/server/store/payments/attempts";
import { updateInitiated } from "@/server/store/payments/payments";
import { type BankConnection, connectionOf, orderOf, proofsPurpose } from "../banks/bank-connection";
import { captureAttempt } from "../captures/capture-attempt";
import type { Ctx } from "../ctx";
import { expireIfDue } from "../expiry/expire-payment";
import { endPayment, holdPayment } from "../expiry/hold-payment";
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
  const connection = connectionOf(ctx, attempt.connection);
  const order = orderOf(ctx, attempt, attempt.payment);
  const read = connection.bank.readReturn(input.fields, order, connection.account);
  const receivedAt = ctx.clock.now();
  const { bodyDigest } = input;
  const isNew = await storeCallback(ctx.db, {
    id: newId("callback", receivedAt),
    attemptId: attempt.id,
    receivedAt,
    digest: Uint8Array.from(bodyDigest),
    ...recordOf(read),
  });
  if (isNew) connection.note("return", order.orderId, input.fields, recordOf(read).verdict);
  const giveUpAt = performance.now() + ctx.captureWaitMs;
  const back: Return = { attempt, connection, order, bodyDigest, receivedAt };
  const isRefused = await act(ctx, back, read);
  return isRefused
    ? { kind: "refused" }
    : { kind: "redirect", url: await resultUrl(ctx, attempt.id, giveUpAt) };
}

/** A browser that is back from the bank. */
interface Return {
  readonly attempt: AttemptWithPayment;
  readonly connection: BankConnection;
  readonly order: BankOrder;
  readonly bodyDigest: Uint8Array;
  readonly receivedAt: Date;
}

/** What the inbox keeps of a callback (D-49). */
const recordOf = (read: Authentication | Unresolved) => ({
  orderId: "orderId" in read ? read.orderId : null,
  verdict: read.verdict === "refused" ? `refused_${read.why}` : read.verdict,
});

/** Acts on the first verified callback of an attempt; finds nothing to do for every later one. True: it is refused. */
const act = (ctx: Ctx, back: Return, read: Authentication | Unresolved): Promise<boolean> =>
  read.verdict === "unresolved" ? within(ctx, actOnResolved(ctx, back, read.proofs)) : actOn(ctx, back, read);

/** Waits for the bank as long as a buyer may wait (D-21); what takes longer goes on without them. False when it is not known in time. */
async function within(ctx: Ctx, work: Promise<boolean>): Promise<boolean> {
  ctx.background(work);
  const unknown = sleep(ctx.captureWaitMs, false, { ref: false });
  return Promise.race([work, unknown]);
}

async function actOnResolved(ctx: Ctx, back: Return, proofs: Proofs): Promise<boolean> {
  const verdict = await resolve(ctx, back, proofs);
  if (verdict === "over" || verdict === "refused") return verdict === "refused";
  return actOn(ctx, back, verdict);
}

async function actOn(ctx: Ctx, { attempt, receivedAt }: Return, verdict: Authentication): Promise<boolean> {
  if (verdict.verdict === "refused") {
    const facts = { security: "bank_callback_refused", why: verdict.why, attemptId: attempt.id };
    ctx.log.warn(facts, "Callback refused");
    return true;
  }
  const recordedAt = machineTime();
  if (verdict.verdict === "not_authenticated") await failAuthentication(ctx, attempt, receivedAt);
  else if (await recordIntent(ctx, attempt, verdict.proofs, receivedAt)) {
    // A failure to record is logged with the background work; the buyer is sent on with `pending`, the inquiry settles it.
    const capture = captureAttempt(ctx, { attemptId: attempt.id, recordedAt }).catch(() => undefined);
    await Promise.race([capture, sleep(ctx.captureWaitMs, undefined, { ref: false })]);
  }
  return false;
}

/**
 * Has the bank say what the browser brought, where only the bank can read it. That moves no money, so it is asked again when
 * no answer comes; a buyer of whom it does not say that they are authenticated is not. Of an attempt that has moved on it is
 * asked once, and only whether a return that was not seen before is genuine.
 */
async function resolve(ctx: Ctx, back: Return, proofs: Proofs): Promise<Authentication | "over" | "refused"> {
  const { attempt, order, bodyDigest } = back;
  const isOpen = attempt.status === "started";
  const known = isOpen ? null : await findCallbackVerdict(ctx.db, attempt.id, bodyDigest);
  if (known !== null) return known.startsWith("refused") ? "refused" : "over";
  const outcome = await askWhatItSays(back, proofs, isOpen ? ctx.resolvePausesMs : []);
  if (outcome.kind !== "resolved") {
    // In the inbox the callback stays what it is: nobody has said what it means.
    ctx.log.warn({ attemptId: attempt.id, outcome: outcome.kind }, "Callback not resolved by the bank");
    return isOpen ? { verdict: "not_authenticated", orderId: order.orderId, mdStatus: null } : "over";
  }
  const { authentication } = outcome;
  await setCallbackVerdict(ctx.db, attempt.id, bodyDigest, recordOf(authentication));
  return isOpen || authentication.verdict === "refused" ? authentication : "over";
}

/** Until the bank answers, after each pause once more, unless its silence has already lasted too long. */
async function askWhatItSays(
  { connection, order }: Return,
  proofs: Proofs,
  pausesMs: readonly number[],
): Promise<Outcome> {
  const startedAt = performance.now();
  let outcome = await connection.call({ kind: "resolve", order, proofs });
  for (const pauseMs of pausesMs) {
    if (outcome.kind === "resolved" || performance.now() - startedAt > resolveForMs) break;
    await sleep(pauseMs);
    outcome = await connection.call({ kind: "resolve", order, proofs });
  }
  return outcome;
}

/** How long a bank may be silent in all before it is asked no more, ms. */
const resolveForMs = seconds(30);

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
      alertAt: plusMs(now, alertAfterMs),
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
