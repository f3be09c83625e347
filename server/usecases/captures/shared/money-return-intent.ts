import type { Outcome } from "@/server/banks/bank";
import { plusMs } from "@/server/domain/clock";
import { newBankReference, newId } from "@/server/domain/ids";
import { alertAfterMs, firstInquiryAt } from "@/server/domain/payments/inquiry";
import { afterDayEndMs, neverSent } from "@/server/domain/payments/last-look";
import type { RefundMethod } from "@/server/domain/refunds/refund-policy";
import { type NewAlert, raiseAlert } from "@/server/store/alerts";
import {
  insertMoneyReturn,
  listMoneyReturnsOfAttempt,
  type MoneyReturnRow,
} from "@/server/store/captures/money-returns";
import { randomOf, type Tx } from "@/server/store/db";
import { type AttemptWithPayment, recordApproval, setRecheck } from "@/server/store/payments/attempts";
import type { Ctx } from "@/server/usecases/ctx";

/** The outcome of an inquiry that found money at the bank. */
export type PaidOutcome = Extract<Outcome, { readonly kind: "paid" }>;

/** The money that the bank holds of an order, in kuruş. */
export type FoundMoney = Pick<PaidOutcome, "amountKurus" | "references"> & {
  /** What credits at the bank have given back of the order before, in kuruş; may be omitted when there were none. */
  readonly creditedKurus?: bigint;
};

export interface StartMoneyReturnInput {
  readonly attempt: AttemptWithPayment;
  readonly found: FoundMoney;
  /** The end of the bank's day on which the bank took the money, UTC. */
  readonly dayEnd: Date;
  /** Whether a person has ordered the return. Then a credit that failed before does not prevent another one (D-75). */
  readonly byPerson?: boolean;
}

/**
 * Records the intent of a return in a transaction that has locked the payment. Returns the id of the return, which the
 * caller sends after the commit; null if there is nothing to send.
 */
export async function beginMoneyReturn(ctx: Ctx, tx: Tx, input: StartMoneyReturnInput): Promise<string | null> {
  const { attempt, found } = input;
  const now = ctx.clock.now();
  await alertFirstSign(ctx, tx, input, now);
  const step = chooseStep(input, await listMoneyReturnsOfAttempt(tx, attempt.id), now);
  if (step.kind === "wait") {
    await setRecheck(tx, attempt.id, { recheckAt: step.until });
    return null;
  }
  await setRecheck(tx, attempt.id, null);
  if (step.kind === "under_way") return null;
  if (step.kind === "person") {
    await alertPerson(ctx, tx, attempt, step.why, now);
    return null;
  }
  return insertIntent(tx, attempt, step.method, found.amountKurus, now);
}

type Step =
  | { readonly kind: "send"; readonly method: RefundMethod }
  /** A return is pending or done. */
  | { readonly kind: "under_way" }
  | { readonly kind: "wait"; readonly until: Date }
  | { readonly kind: "person"; readonly why: string };

/** Chooses what to do with the money of an attempt, given the earlier returns. */
function chooseStep(
  { attempt: { payment }, found, dayEnd, byPerson = false }: StartMoneyReturnInput,
  before: readonly MoneyReturnRow[],
  now: Date,
): Step {
  if (before.some(({ status }) => status !== "declined")) return { kind: "under_way" };
  if (found.creditedKurus) {
    // A void could undo the credit instead of the sale, and another credit could repeat it.
    return { kind: "person", why: `${found.creditedKurus} kuruş of it went back by credits at the bank` };
  }
  const credit = before.findLast(({ method }) => method === "credit");
  const isVoidRefused = before.some(({ method }) => method === "void");
  if (!isVoidRefused && credit === undefined && now < dayEnd) return { kind: "send", method: "void" };
  if (payment.terminal.mode === "direct_collection") {
    return { kind: "person", why: "a terminal of direct collection takes no credit" };
  }
  const isNew = credit === undefined || credit.declineReason === neverSent || byPerson;
  if (isNew) return { kind: "send", method: "credit" };
  // A bank that accepts no credit before its day-end refused it before it did anything, so the credit is safe to repeat
  // after the day-end.
  const from = plusMs(dayEnd, afterDayEndMs);
  const mayRepeat = credit.declineReason === "day_not_closed" && credit.createdAt < from;
  if (!mayRepeat) return { kind: "person", why: `the bank refused the credit (${credit.declineReason})` };
  return now < from ? { kind: "wait", until: from } : { kind: "send", method: "credit" };
}

async function insertIntent(
  tx: Tx,
  attempt: AttemptWithPayment,
  method: RefundMethod,
  amountKurus: bigint,
  now: Date,
): Promise<string | null> {
  const id = newId(randomOf(tx), "moneyReturn", now);
  const isFirst = await insertMoneyReturn(tx, {
    id,
    partnerId: attempt.partnerId,
    paymentId: attempt.paymentId,
    attemptId: attempt.id,
    method,
    amount: amountKurus,
    bankKey: newBankReference(randomOf(tx)),
    createdAt: now,
    updatedAt: now,
    nextInquiryAt: firstInquiryAt(now),
    alertAt: plusMs(now, alertAfterMs),
  });
  return isFirst ? id : null;
}

/**
 * Alerts staff at the first sign that the bank has money of an ended payment, and records the approval (D-72, D-73).
 */
async function alertFirstSign(ctx: Ctx, tx: Tx, { attempt, found }: StartMoneyReturnInput, now: Date): Promise<void> {
  const detail = `Order ${attempt.bankOrderId}: the bank holds ${found.amountKurus} kuruş of a payment that was given up`;
  await raise(ctx, tx, attempt, { kind: "money_without_payment", detail }, now);
  await recordApproval(tx, attempt.id, found.references, now);
}

const alertPerson = (ctx: Ctx, tx: Tx, attempt: AttemptWithPayment, why: string, now: Date): Promise<void> => {
  const detail = `Order ${attempt.bankOrderId}: the bank holds money that is not the merchant's, and ${why}; settle it with "captures settle"`;
  return raise(ctx, tx, attempt, { kind: "money_not_returned", detail }, now);
};

async function raise(
  ctx: Ctx,
  tx: Tx,
  { id: attemptId, paymentId }: AttemptWithPayment,
  { kind, detail }: Pick<NewAlert, "kind" | "detail">,
  now: Date,
): Promise<void> {
  if (!(await raiseAlert(tx, { kind, subject: paymentId, detail }, now))) return;
  ctx.log.error({ alert: kind, paymentCode: paymentId, attemptId }, detail);
}
