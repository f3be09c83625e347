import { notFoundSettlesAfterMs } from "../payments/inquiry";
import type { AttemptStatus, PaymentStatus } from "../states";

/** What the books hold about an order of the bank. Amounts in kuruş, instants in UTC. */
export interface BookedOrder {
  readonly attemptStatus: AttemptStatus;
  readonly paymentStatus: PaymentStatus;
  /** The amount of the payment. */
  readonly amountKurus: bigint;
  /** What went back to the card: approved refunds and corrections, or the return of a payment that ended without it. */
  readonly backKurus: bigint;
  /** Whether a capture, a refund or a return of it has no outcome yet. */
  readonly hasOpenCall: boolean;
  /** When money of it was last asked for. */
  readonly lastSentAt: Date;
}

/** What the bank has on record about an order. Amounts in kuruş. */
export type OrderAtBank =
  | { readonly kind: "nothing" }
  | { readonly kind: "voided" }
  | { readonly kind: "taken"; readonly takenKurus: bigint; readonly backKurus: bigint }
  /** The bank did not answer, or its answers contradict each other. */
  | { readonly kind: "unclear" };

/**
 * How bank and books stand to each other about one order.
 *
 * `agrees`: the same money was taken and given back. `no_money`: neither holds any. `recent`: money moved so shortly
 * ago that a difference proves nothing. `open`: an outcome is missing in the books. `capture_lost`: the bank took money
 * for a payment that is still open in the books. `capture_after_end`: for one that was given up, which gives it back.
 * `outside_books`: for one that ended before its capture, so nothing in the books can give it back.
 * `capture_not_at_bank`, `amount_differs`, `refund_not_in_books` and `refund_not_at_bank` contradict the books.
 * `unclear`: the bank does not tell.
 */
export type OrderVerdict =
  | "agrees"
  | "no_money"
  | "recent"
  | "open"
  | "capture_lost"
  | "capture_after_end"
  | "outside_books"
  | "capture_not_at_bank"
  | "amount_differs"
  | "refund_not_in_books"
  | "refund_not_at_bank"
  | "unclear";

/** Compares what books and bank have about one order. */
export function compareOrder(books: BookedOrder, bank: OrderAtBank, now: Date): OrderVerdict {
  const verdict = judge(books, bank);
  const isDifferent = verdict !== "agrees" && verdict !== "no_money";
  const isRecent = now.getTime() - books.lastSentAt.getTime() < notFoundSettlesAfterMs;
  return isDifferent && isRecent ? "recent" : verdict;
}

function judge(books: BookedOrder, bank: OrderAtBank): OrderVerdict {
  if (bank.kind === "unclear") return "unclear";
  if (books.hasOpenCall) return "open";
  return books.attemptStatus === "captured" ? judgeCaptured(books, bank) : judgeNotCaptured(books, bank);
}

function judgeCaptured({ amountKurus, backKurus }: BookedOrder, bank: Exclude<OrderAtBank, { kind: "unclear" }>) {
  if (bank.kind === "nothing") return "capture_not_at_bank";
  if (bank.kind === "taken" && bank.takenKurus !== amountKurus) return "amount_differs";
  const backAtBankKurus = bank.kind === "voided" ? amountKurus : bank.backKurus;
  if (backAtBankKurus === backKurus) return "agrees";
  return backAtBankKurus > backKurus ? "refund_not_in_books" : "refund_not_at_bank";
}

function judgeNotCaptured(
  { attemptStatus, paymentStatus, backKurus }: BookedOrder,
  bank: Exclude<OrderAtBank, { kind: "unclear" }>,
): OrderVerdict {
  const isBack = bank.kind !== "taken" || bank.takenKurus <= bank.backKurus;
  if (isBack) return "no_money";
  if (backKurus > 0n) return "refund_not_at_bank";
  const isWaiting = attemptStatus === "preparing" || attemptStatus === "started";
  if (isWaiting && paymentStatus === "initiated") return "capture_lost";
  return attemptStatus === "declined" ? "capture_after_end" : "outside_books";
}
