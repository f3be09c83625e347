import type { Outcome } from "@/server/banks/bank";
import { plusMs, seconds } from "@/server/domain/clock";
import { newBankOrderId, newId } from "@/server/domain/ids";
import { alertAfterMs, moneyCallTimeoutMs } from "@/server/domain/payments/inquiry";
import { afterDayEndMs, neverSent } from "@/server/domain/payments/last-look";
import { machineTime } from "@/server/domain/payments/send-window";
import type { RefundMethod } from "@/server/domain/refunds/refund-policy";
import { type NewAlert, raiseAlert } from "@/server/store/alerts";
import {
  insertMoneyReturn,
  listReturnsOfAttempt,
  type MoneyReturnRow,
} from "@/server/store/captures/money-returns";
import { inTx, type Tx } from "@/server/store/db";
import { type AttemptWithPayment, noteApproval, setRecheck } from "@/server/store/payments/attempts";
import { lockPaymentUnread } from "@/server/store/payments/payments";
import type { Ctx } from "../ctx";
import { sendReturn } from "./send-return";

/** An inquiry that found money at the bank. */
export type Paid = Extract<Outcome, { readonly kind: "paid" }>;

export interface ReturnMoneyInput {
  readonly attempt: AttemptWithPayment;
  /** What the bank says that it has of the order. */
  readonly found: Pick<Paid, "amountKurus" | "references">;
  /** The end of the bank's day on which it took the money, UTC. */
  readonly dayEnd: Date;
  /** A person wants it given back, so a credit that failed before stands in the way of no other one (D-75). */
  readonly byPerson?: boolean;
}

/**
 * Gives money back that the bank has of a payment which ended without it (D-72): by one void, and where that is refused or
 * the bank's day is over, by one credit of the whole. The intent, the alert and the end of looking are one transaction; the
 * bank is called once, after it. What cannot be given back that way is left to a person, with an alert.
 */
export async function returnMoney(ctx: Ctx, input: ReturnMoneyInput): Promise<void> {
  const recordedAt = machineTime();
  const returnId = await inTx(ctx.db, async (tx) => {
    await lockPaymentUnread(tx, input.attempt.paymentId);
    return beginReturn(ctx, tx, input);
  });
  if (returnId !== null) await sendReturn(ctx, { returnId, recordedAt });
}

/**
 * The intent alone, in a transaction that holds the payment. Answers the return that is to be sent once it is committed; null:
 * none is.
 */
export async function beginReturn(ctx: Ctx, tx: Tx, input: ReturnMoneyInput): Promise<string | null> {
  const { attempt, found } = input;
  const now = ctx.clock.now();
  await tellFirstSign(ctx, tx, input, now);
  const step = nextStep(input, await listReturnsOfAttempt(tx, attempt.id), now);
  if (step.kind === "wait") {
    await setRecheck(tx, attempt.id, { recheckAt: step.until });
    return null;
  }
  await setRecheck(tx, attempt.id, null);
  if (step.kind === "under_way") return null;
  if (step.kind === "person") {
    await tellPerson(ctx, tx, attempt, step.why, now);
    return null;
  }
  return insertIntent(tx, attempt, step.method, found.amountKurus, now);
}

type Step =
  | { readonly kind: "send"; readonly method: RefundMethod }
  /** A return is on its way or done. */
  | { readonly kind: "under_way" }
  | { readonly kind: "wait"; readonly until: Date }
  | { readonly kind: "person"; readonly why: string };

/** What is to be done about money of an attempt, after what was tried before. */
function nextStep(
  { attempt: { payment }, dayEnd, byPerson = false }: ReturnMoneyInput,
  before: readonly MoneyReturnRow[],
  now: Date,
): Step {
  if (before.some(({ status }) => status !== "declined")) return { kind: "under_way" };
  const credit = before.findLast(({ method }) => method === "credit");
  const isVoidRefused = before.some(({ method }) => method === "void");
  if (!isVoidRefused && credit === undefined && now < dayEnd) return { kind: "send", method: "void" };
  if (payment.terminal.mode === "direct_collection") {
    return { kind: "person", why: "a terminal of direct collection takes no credit" };
  }
  const isNew = credit === undefined || credit.declineReason === neverSent || byPerson;
  if (isNew) return { kind: "send", method: "credit" };
  // A bank that takes no credit before its day-end has said so before doing anything: it is asked for one after that.
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
  const id = newId("moneyReturn", now);
  const isFirst = await insertMoneyReturn(tx, {
    id,
    partnerId: attempt.partnerId,
    paymentId: attempt.paymentId,
    attemptId: attempt.id,
    method,
    amount: amountKurus,
    bankKey: newBankOrderId(),
    createdAt: now,
    updatedAt: now,
    nextInquiryAt: plusMs(now, moneyCallTimeoutMs + seconds(5)),
    alertAt: plusMs(now, alertAfterMs),
  });
  return isFirst ? id : null;
}

/** The bank has money of a payment that ended without it: staff see it at the first sign, and it is on record (D-72, D-73). */
async function tellFirstSign(
  ctx: Ctx,
  tx: Tx,
  { attempt, found }: ReturnMoneyInput,
  now: Date,
): Promise<void> {
  const detail = `Order ${attempt.bankOrderId}: the bank holds ${found.amountKurus} kuruş of a payment that was given up`;
  await raise(ctx, tx, attempt, { kind: "money_without_payment", detail }, now);
  await noteApproval(tx, attempt.id, found.references, now);
}

const tellPerson = (ctx: Ctx, tx: Tx, attempt: AttemptWithPayment, why: string, now: Date): Promise<void> => {
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
