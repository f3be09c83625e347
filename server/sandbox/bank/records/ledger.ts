import { nextDayEnd } from "@/server/domain/business-day";
import type { CardFacts, CardOutcome } from "../cards";
import type { Moment } from "../moment";
import { drawDigits } from "../random-texts";
import type { Settings } from "../settings";
import { lockAuthentication, type OrderKey, type StoredAuthentication, spendAuthentication } from "./authentications";
import type { Queryable } from "./database";
import {
  insertOrder,
  lockOrder,
  type Refusal,
  recordCredit,
  recordVoid,
  recordVoidedCredit,
  type Transaction,
  writeTransaction,
} from "./orders";

/**
 * The result of a capture, a void or a credit.
 * @typeParam Reason the reasons of a refusal; a protocol may have more of them than the ledger
 */
export type LedgerResult<Reason = Refusal> =
  | { readonly kind: "approved"; readonly transaction: Transaction; readonly answerIsLost: boolean }
  /** `transaction` is present when the issuer refused, and null when the bank refused without asking the issuer. */
  | { readonly kind: "refused"; readonly refusal: Reason; readonly transaction: Transaction | null }
  /** Nothing was done, and the caller gets no answer. */
  | { readonly kind: "lost" };

/** A result that the merchant gets an answer for. */
export type ReportedResult<Reason = Refusal> = Exclude<LedgerResult<Reason>, { readonly kind: "lost" }>;

export interface CaptureRequest extends OrderKey {
  readonly proofKey: string;
  readonly proofs: Readonly<Record<string, string>>;
  /** The amount, or null when the protocol's request has none; then the authenticated amount is taken. */
  readonly amountKurus: bigint | null;
  /** The number of installments, or null when the request has none; then the authenticated number counts. */
  readonly installment: number | null;
}

/**
 * Takes the money of an authenticated order exactly once: the row of the order is the lock. An order that was captured
 * before is refused as a duplicate before anything else of the request is checked.
 */
export async function capture(tx: Queryable, request: CaptureRequest, moment: Moment): Promise<LedgerResult> {
  const authentication = await lockAuthentication(tx, request.protocol, request.proofKey);
  if ((await lockOrder(tx, request)) !== null) return refused("duplicate_order");
  if (authentication === null || !isProven(authentication, request)) return refused("not_authenticated");
  const { amountKurus, installment } = authentication;
  if ((request.amountKurus ?? amountKurus) !== amountKurus) return refused("wrong_amount");
  if ((request.installment ?? installment) !== installment) return refused("wrong_installment");
  if (authentication.outcome === "capture_lost_nothing") return { kind: "lost" };
  await spendAuthentication(tx, authentication.reference, moment.at);
  const refusal = issuerRefusals[authentication.outcome];
  const sale = newTransaction("sale", { ...request, amountKurus }, authentication, moment);
  if (refusal !== undefined) return refusedByIssuer(tx, sale, refusal);
  if (!(await insertOrder(tx, authentication, moment.at))) return refused("duplicate_order");
  await writeTransaction(tx, sale);
  return {
    kind: "approved",
    transaction: sale,
    answerIsLost: authentication.outcome === "capture_lost_taken",
  };
}

/** The local time `HH:MM` in Istanbul when a bank closes its day. */
export type DayEndLocal = string;

/** The time of a request and the end of the bank's day, which decide whether a void or a credit is possible. */
export interface BankDay extends Moment {
  readonly dayEnd: DayEndLocal;
}

/** Voids a whole capture, before the end of the bank's day on which it was made. */
export async function voidOrder(tx: Queryable, key: OrderKey, onDay: BankDay): Promise<LedgerResult> {
  const { at: now, dayEnd } = onDay;
  const order = await lockOrder(tx, key);
  if (
    order === null ||
    order.voidedKurus > 0n ||
    order.creditedKurus > 0n ||
    isSettled(order.capturedAt, dayEnd, now)
  ) {
    return refused("nothing_to_void");
  }
  const transaction = newTransaction("void", { ...key, amountKurus: order.capturedKurus }, order, onDay);
  if (order.outcome === "void_declined") return refusedByIssuer(tx, transaction, "do_not_honour");
  await recordVoid(tx, key, now);
  await writeTransaction(tx, transaction);
  return { kind: "approved", transaction, answerIsLost: false };
}

/** Voids a credit, before the end of the bank's day on which it was made. The caller has locked the order. */
export async function voidCredit(tx: Queryable, done: Transaction, onDay: BankDay): Promise<LedgerResult> {
  const { at: now, dayEnd } = onDay;
  if (done.refusal !== null || done.voidedAt !== null || isSettled(done.at, dayEnd, now)) {
    return refused("nothing_to_void");
  }
  const transaction = newTransaction("void", done, done, onDay);
  await recordVoidedCredit(tx, done, now);
  await writeTransaction(tx, transaction);
  return { kind: "approved", transaction, answerIsLost: false };
}

export interface CreditRequest extends OrderKey {
  /** The amount in kuruş; null means all that is left. */
  readonly amountKurus: bigint | null;
}

/** Gives back all or a part of what is left of a capture. */
export async function credit(
  tx: Queryable,
  request: CreditRequest,
  onDay: BankDay & { readonly settings: Pick<Settings, "refuseSameDayCredit"> },
): Promise<LedgerResult> {
  const { at: now, dayEnd, settings } = onDay;
  const order = await lockOrder(tx, request);
  if (order === null) return refused("order_not_found");
  const leftKurus = order.capturedKurus - order.voidedKurus - order.creditedKurus;
  const amountKurus = request.amountKurus ?? leftKurus;
  if (leftKurus === 0n) return refused("nothing_left");
  if (amountKurus <= 0n) return refused("wrong_amount");
  if (amountKurus > leftKurus) return refused("exceeds_remaining");
  if (settings.refuseSameDayCredit && !isSettled(order.capturedAt, dayEnd, now)) {
    return refused("day_not_closed");
  }
  const transaction = newTransaction("credit", { ...request, amountKurus }, order, onDay);
  if (order.outcome === "credit_declined") return refusedByIssuer(tx, transaction, "do_not_honour");
  await recordCredit(tx, request, amountKurus);
  await writeTransaction(tx, transaction);
  return { kind: "approved", transaction, answerIsLost: order.outcome === "credit_lost_taken" };
}

/** Returns whether the bank's day of a transaction has ended (D-25). */
export const isSettled = (doneAt: Date, dayEnd: DayEndLocal, now: Date): boolean => now >= nextDayEnd(doneAt, dayEnd);

const issuerRefusals: Partial<Record<CardOutcome, Refusal>> = {
  declined_insufficient_funds: "insufficient_funds",
  declined_lost_card: "lost_card",
  declined_do_not_honour: "do_not_honour",
};

/** Returns whether the authentication succeeded, belongs to this order, is unused, and every proof matches. */
function isProven(authentication: StoredAuthentication, request: CaptureRequest): boolean {
  const names = Object.keys(authentication.proofs);
  return (
    authentication.state === "authenticated" &&
    !authentication.isUsed &&
    authentication.shop === request.shop &&
    authentication.orderId === request.orderId &&
    names.every((name) => authentication.proofs[name] === request.proofs[name])
  );
}

/** Builds a refusal by the bank itself, without a transaction. */
export const refused = <Reason extends string>(refusal: Reason): LedgerResult<Reason> => ({
  kind: "refused",
  refusal,
  transaction: null,
});

async function refusedByIssuer(tx: Queryable, attempted: Transaction, refusal: Refusal): Promise<LedgerResult> {
  const transaction = { ...attempted, refusal };
  await writeTransaction(tx, transaction);
  return { kind: "refused", refusal, transaction };
}

const newTransaction = (
  kind: Transaction["kind"],
  { protocol, shop, orderId, amountKurus }: OrderKey & { readonly amountKurus: bigint },
  card: Pick<CardFacts, "maskedPan">,
  { at, random }: Moment,
): Transaction => ({
  protocol,
  shop,
  orderId,
  kind,
  amountKurus,
  at,
  refusal: null,
  maskedPan: card.maskedPan,
  authCode: `P${drawDigits(random, 5)}`,
  rrn: drawDigits(random, 12),
  // It begins with 1, so that the redaction of bank messages never takes it for a card number.
  transactionId: `1${drawDigits(random, 13)}`,
  voidedAt: null,
});
