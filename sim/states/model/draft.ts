import {
  type AttemptStatus,
  attemptTable,
  type CorrectionStatus,
  correctionTable,
  type LinkStatus,
  linkTable,
  moneyReturnTable,
  type PaymentStatus,
  paymentTable,
  type RefundRequestStatus,
  type RefundStatus,
  refundRequestTable,
  refundTable,
} from "@/server/domain/states";
import { findRow } from "./rows";
import type { Attempt, MoneyReturn, Payment, Refund, RefundRequest, State } from "./state";

/** Which of the two returns of an attempt's money. */
export type Back = "voidBack" | "creditBack";

/**
 * The next state while a move makes it. Every change of a status goes through a function `move…`, which takes the row
 * from the tables of the product and throws `MissingRow` where there is none.
 */
export class Draft implements State {
  readonly scene: number;
  instant: number;
  link: LinkStatus | null;
  readonly payments: (Payment | null)[];
  readonly attempts: (Attempt | null)[];
  readonly refunds: (Refund | null)[];
  request: RefundRequest | null;
  correction: CorrectionStatus | null;
  /** The numbers of the rows that the move has used, in their order. */
  readonly rows: number[] = [];

  constructor(state: State) {
    this.scene = state.scene;
    this.instant = state.instant;
    this.link = state.link;
    this.payments = state.payments.slice();
    this.attempts = state.attempts.slice();
    this.refunds = state.refunds.slice();
    this.request = state.request;
    this.correction = state.correction;
  }

  getPayment(place: number): Payment {
    return required(this.payments[place]);
  }

  getAttempt(place: number): Attempt {
    return required(this.attempts[place]);
  }

  getRefund(place: number): Refund {
    return required(this.refunds[place]);
  }

  getBack(place: number, back: Back): MoneyReturn {
    return required(this.getAttempt(place)[back]);
  }

  setPayment(place: number, changes: Partial<Payment>): void {
    this.payments[place] = { ...this.getPayment(place), ...changes };
  }

  setAttempt(place: number, changes: Partial<Attempt>): void {
    this.attempts[place] = { ...this.getAttempt(place), ...changes };
  }

  setRefund(place: number, changes: Partial<Refund>): void {
    this.refunds[place] = { ...this.getRefund(place), ...changes };
  }

  setBack(place: number, back: Back, changes: Partial<MoneyReturn>): void {
    this.setAttempt(place, { [back]: { ...this.getBack(place, back), ...changes } });
  }

  moveLink(to: LinkStatus): void {
    if (this.link === null || this.link === to) return;
    this.rows.push(findRow(linkTable, this.link, to));
    this.link = to;
  }

  /** Moves a payment. An ended payment forgets what only matters while it is open. */
  movePayment(place: number, to: PaymentStatus): void {
    const { status } = this.getPayment(place);
    if (status === to) return;
    this.rows.push(findRow(paymentTable, status, to));
    this.setPayment(place, { status: to, cardsRefused: 0, isDue: false });
  }

  moveAttempt(place: number, to: AttemptStatus, changes: Partial<Attempt> = {}): void {
    const { status } = this.getAttempt(place);
    if (status !== to) this.rows.push(findRow(attemptTable, status, to));
    this.setAttempt(place, { status: to, ...changes });
  }

  moveRefund(place: number, to: RefundStatus, changes: Partial<Refund> = {}): void {
    const { status } = this.getRefund(place);
    if (status !== to) this.rows.push(findRow(refundTable, status, to));
    this.setRefund(place, { status: to, ...changes });
  }

  moveBack(place: number, back: Back, to: RefundStatus, changes: Partial<MoneyReturn> = {}): void {
    const { status } = this.getBack(place, back);
    if (status !== to) this.rows.push(findRow(moneyReturnTable, status, to));
    this.setBack(place, back, { status: to, ...changes });
  }

  moveRequest(to: RefundRequestStatus): void {
    const request = required(this.request);
    this.rows.push(findRow(refundRequestTable, request.status, to));
    this.request = { ...request, status: to, isOver: false };
  }

  moveCorrection(to: CorrectionStatus): void {
    this.rows.push(findRow(correctionTable, required(this.correction), to));
    this.correction = to;
  }
}

function required<T>(record: T | null | undefined): T {
  if (record === null || record === undefined) throw new RangeError("The model has no such record");
  return record;
}
