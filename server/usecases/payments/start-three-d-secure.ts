import type { BankForm, BankOrder } from "@/server/banks/bank";
import type { BankRefusal } from "@/server/domain/banks/decline";
import { laterOf } from "@/server/domain/clock";
import { newSecretToken } from "@/server/domain/ids";
import { findExceededLimit, isWithinPerTxLimit, limitChecks } from "@/server/domain/payments/limits";
import type { TariffPrice } from "@/server/domain/pricing/installments";
import type { TerminalFacts } from "@/server/store/accounts/terminals";
import { inTx, type Tx } from "@/server/store/db";
import { moveLink } from "@/server/store/links/links";
import { type AttemptRow, insertAttempt, moveAttempt } from "@/server/store/payments/attempts";
import { handOutAttempt } from "@/server/store/payments/handing-out";
import { type PaymentRow, sumConnectionUsage, updateInitiatedPayment } from "@/server/store/payments/payments";
import { type BankConnection, callbackUrl, toBankLanguage } from "../banks/shared/bank-connection";
import { admitCard, noteRefusedCard } from "../banks/shared/bank-gate";
import type { Ctx } from "../ctx";
import { expireIfDue, type LockedPayment, lockPaymentWithLink } from "../expiry/shared/end-payment";
import { buildAttemptRow, type SubmittedCard } from "./shared/attempt-row";

/** The results of the caller's checks (a payment's handoff, or a link), ready for the bank. */
export interface StartThreeDSecureInput<Obstacle, Answer> extends SubmittedCard {
  readonly terminal: TerminalFacts;
  readonly connection: BankConnection;
  readonly price: TariffPrice;
  /** Takes the locks, repeats the checks under them, and returns the payment that this card pays or the obstacle. */
  lock(tx: Tx): Promise<LockedPayment | { readonly obstacle: Obstacle }>;
  /** Makes the whole answer with the bank's form, so that only sending it is left when the attempt is handed out. */
  present(form: BankForm, payment: PaymentRow): Promise<Answer>;
}

export type StartedThreeDSecure<Obstacle, Answer> =
  /** The attempt is handed out, so the answer has to be sent now. */
  | { readonly kind: "form"; readonly answer: Answer }
  /** The payment would pass a limit of the bank connection: nothing was written (§4.7 rule 5). */
  | { readonly kind: "limit" }
  | { readonly kind: "obstacle"; readonly obstacle: Obstacle }
  /** The bank refused the card before 3-D Secure; the caller still has to end the attempt. */
  | {
      readonly kind: "declined";
      readonly payment: PaymentRow;
      readonly rejected: {
        readonly attemptId: string;
        readonly reason: BankRefusal;
        readonly bankCode: string;
        readonly bankMessage: string | null;
      };
    }
  /** The bank could not be reached, now or before (D-371); the payment can take another card. */
  | { readonly kind: "unreachable" }
  /** The payment ended before the form left, or another card took the attempt over: no form may leave. */
  | { readonly kind: "closed" };

/**
 * Starts 3-D Secure for one card of a payment: checks the limits of the bank connection, records the attempt so that no
 * other card can start at the same time, makes the answer with the form that takes the browser to the bank, and records
 * that it leaves. If the process dies before that, another card can take the attempt over (D-340).
 */
export async function startThreeDSecure<Obstacle, Answer>(
  ctx: Ctx,
  entry: StartThreeDSecureInput<Obstacle, Answer>,
): Promise<StartedThreeDSecure<Obstacle, Answer>> {
  const admission = await admitCard(ctx, entry.connection);
  try {
    return await startAtBank(ctx, entry, admission.isRefused);
  } finally {
    admission.release();
  }
}

/** @param isHeldOff whether the bank cannot be reached, which is answered after all that refuses the card itself */
async function startAtBank<Obstacle, Answer>(
  ctx: Ctx,
  entry: StartThreeDSecureInput<Obstacle, Answer>,
  isHeldOff: boolean,
): Promise<StartedThreeDSecure<Obstacle, Answer>> {
  const token = newSecretToken(ctx.random);
  const locked = await inTx(ctx.db, (tx) => recordAttempt(ctx, tx, entry, token, isHeldOff)).catch(toRefusalOrThrow);
  if (locked instanceof BankHeldOff) {
    noteRefusedCard(ctx, entry.connection, locked.paymentCode);
    return { kind: "unreachable" };
  }
  if (locked === "limit") return { kind: "limit" };
  if ("obstacle" in locked) return { kind: "obstacle", obstacle: locked.obstacle };
  const { payment, attempt } = locked;
  const { bank, account } = entry.connection;
  const order: BankOrder = {
    orderId: attempt.bankOrderId,
    amountKurus: payment.amount,
    installment: payment.installment,
    language: toBankLanguage(entry.language),
    callbackUrl: callbackUrl(ctx, token),
    nonce: attempt.nonce,
    buyerIp: entry.buyerIp,
  };
  if (bank.supports.prepare) return prepareThenForm(ctx, entry, payment, attempt, order);
  const form = bank.buildBankForm(order, entry.card, account);
  const answer = await entry.present(form, payment);
  if (!(await handOutAttempt(ctx.db, attempt.id, ctx.clock.now()))) return { kind: "closed" };
  entry.connection.traceForm("form", order.orderId, form.fields, "sent");
  return { kind: "form", answer };
}

/**
 * Rolls back everything that was written before a limit was reached: a payment that may not be started would itself use
 * up the limit.
 */
class LimitExceeded extends Error {}

/** Rolls back what the locks wrote for a card that does not go to its bank. */
class BankHeldOff extends Error {
  constructor(readonly paymentCode: string) {
    super("The bank cannot be reached");
  }
}

const toRefusalOrThrow = (error: unknown): "limit" | BankHeldOff => {
  if (error instanceof LimitExceeded) return "limit";
  if (error instanceof BankHeldOff) return error;
  throw error;
};

async function recordAttempt<Obstacle, Answer>(
  ctx: Ctx,
  tx: Tx,
  entry: StartThreeDSecureInput<Obstacle, Answer>,
  token: string,
  isHeldOff: boolean,
) {
  const locked = await entry.lock(tx);
  if ("obstacle" in locked) return locked;
  const now = ctx.clock.now();
  const { payment, link } = locked;
  await requireWithinLimits(tx, payment, entry.terminal, now);
  if (isHeldOff) throw new BankHeldOff(payment.id);
  await updateInitiatedPayment(
    tx,
    payment.id,
    { prepareStartedAt: null },
    { prepareStartedAt: now, countedAt: laterOf(now, payment.createdAt), updatedAt: now },
  );
  const isPrepared = entry.connection.bank.supports.prepare;
  const attempt = await insertAttempt(tx, buildAttempt(ctx, entry, payment, token, now));
  if (link && !isPrepared) await moveLink(tx, link, "initiated", now);
  return { payment, attempt };
}

function buildAttempt<Obstacle, Answer>(
  ctx: Ctx,
  entry: StartThreeDSecureInput<Obstacle, Answer>,
  payment: PaymentRow,
  token: string,
  now: Date,
) {
  const { terminal, connection, price } = entry;
  const terms = { connectionId: connection.id, commissionBasis: terminal.commissionBasis };
  const { rateBps, fixedFee } = price;
  const isPrepared = connection.bank.supports.prepare;
  return {
    ...buildAttemptRow(ctx, payment, entry, { ...terms, rateBps, fixedFee }, token, now),
    status: isPrepared ? ("preparing" as const) : ("started" as const),
    startedBy: ctx.processNumber,
    // The bank is called right after this commit, so the same commit hands the attempt out.
    handedOutAt: isPrepared ? now : null,
  };
}

/** Checks the limits of the bank connection (D-41), without the payment's own reservation. Throws `LimitExceeded`. */
async function requireWithinLimits(
  tx: Tx,
  payment: PaymentRow,
  { terminalId, limits }: TerminalFacts,
  now: Date,
): Promise<void> {
  if (!isWithinPerTxLimit(limits, payment.amount)) throw new LimitExceeded();
  const checks = limitChecks(limits, now);
  const used = await sumConnectionUsage(tx, terminalId, now, payment.id, checks);
  if (findExceededLimit(checks, used, payment.amount) !== null) throw new LimitExceeded();
}

/**
 * Calls `prepare`, for protocols with a bank call before the bank's page. A decline there is the card's
 * (payment_declined).
 */
async function prepareThenForm<Obstacle, Answer>(
  ctx: Ctx,
  { connection, card, present }: StartThreeDSecureInput<Obstacle, Answer>,
  payment: PaymentRow,
  attempt: AttemptRow,
  order: BankOrder,
): Promise<StartedThreeDSecure<Obstacle, Answer>> {
  const outcome = await connection.call({ kind: "prepare", order, card });
  if (outcome.kind === "declined") {
    const { reason, bankCode, bankMessage = null } = outcome;
    return { kind: "declined", payment, rejected: { attemptId: attempt.id, reason, bankCode, bankMessage } };
  }
  const approved = outcome.kind === "approved";
  const open = await inTx(ctx.db, (tx) => settlePreparing(ctx, tx, payment, attempt, approved));
  if (!open) return { kind: "closed" };
  if (!approved) return { kind: "unreachable" };
  const form = connection.bank.buildBankForm(order, card, connection.account, outcome.prepared);
  const answer = await present(form, payment);
  connection.traceForm("form", order.orderId, form.fields, "sent");
  return { kind: "form", answer };
}

/**
 * Moves the attempt to 3-D Secure, or frees the payment for another card: a bank that cannot be reached costs no
 * attempt, because the card's account was not touched yet. Returns false if the payment ended in the meantime.
 */
async function settlePreparing(
  ctx: Ctx,
  tx: Tx,
  { id, linkId }: PaymentRow,
  attempt: AttemptRow,
  approved: boolean,
): Promise<boolean> {
  const locked = await lockPaymentWithLink(tx, { id, linkId });
  const { payment, link } = locked;
  if (payment.status !== "initiated" || (await expireIfDue(ctx, tx, locked))) return false;
  const now = ctx.clock.now();
  await moveAttempt(tx, attempt.id, approved ? "started" : "not_started", now);
  if (!approved) await updateInitiatedPayment(tx, id, {}, { prepareStartedAt: null, updatedAt: now });
  else if (link) await moveLink(tx, link, "initiated", now);
  return true;
}
