import { decimalText } from "@/server/domain/money";
import type { OrderAtBank, OrderVerdict } from "@/server/domain/operations/reconciliation";
import { type NewAlert, raiseAlert } from "@/server/store/alerts";
import { inTx } from "@/server/store/db";
import { type BookedOrderRow, getBookedOrder } from "@/server/store/operations/reconciliation";
import { lockPaymentRow } from "@/server/store/payments/payments";
import { resumeLostCapture } from "@/server/usecases/captures/resume-lost-capture";
import { recordBankApproval } from "@/server/usecases/captures/shared/capture-outcome";
import type { Ctx } from "@/server/usecases/ctx";
import { inquireNow } from "@/server/usecases/operations/inquire-now";
import { type Contradiction, raiseContradiction } from "@/server/usecases/payouts/shared/raise-contradiction";
import type { OrderAnswer } from "./ask-about-order";

/**
 * What was done about a finding. `settled`: the bank's answer is in the books now. `asked`: the bank was asked and is
 * asked again as for any unknown outcome. `held`: the payment waits for a correction. `goes_back`: the product asks
 * again and gives the money back. `alerted`: staff have an alert. `failed`: the log says why.
 */
export type Mended = "none" | "settled" | "asked" | "held" | "goes_back" | "alerted" | "failed";

interface ToMend {
  readonly verdict: OrderVerdict;
  readonly booked: BookedOrderRow;
  readonly answer: OrderAnswer;
}

/**
 * Records what the comparison of an order has found (D-381): a capture or a refund without an outcome is inquired, a
 * capture that the books have lost is resumed, a contradiction holds its payment (D-75), and money that nothing in the
 * books can give back raises an alert. Never sends a call that moves money.
 */
export async function mendOrder(ctx: Ctx, found: ToMend): Promise<Mended> {
  try {
    return await mend(ctx, found);
  } catch (error) {
    ctx.log.error({ err: error, orderId: found.booked.orderId }, "What the bank has of an order could not be recorded");
    return "failed";
  }
}

function mend(ctx: Ctx, found: ToMend): Mended | Promise<Mended> {
  const { verdict, booked, answer } = found;
  switch (verdict) {
    case "open":
      return inquireOpen(ctx, booked);
    case "capture_lost":
      return resume(ctx, answer);
    case "capture_after_end":
      return giveBack(ctx, answer);
    case "outside_books":
      return alertOutside(ctx, { orderId: booked.orderId, detail: describeOutside(booked, answer.atBank) });
    case "capture_not_at_bank":
    case "amount_differs":
      return hold(ctx, found, "capture_without_record");
    case "refund_not_in_books":
    case "refund_not_at_bank":
      return booked.attemptStatus === "captured"
        ? hold(ctx, found, "refund_without_record")
        : alertNotReturned(ctx, booked);
    default:
      return "none";
  }
}

async function inquireOpen(ctx: Ctx, { attemptId, attemptStatus, pendingRefundId }: BookedOrderRow): Promise<Mended> {
  const isCapture = attemptStatus === "capturing" || attemptStatus === "unknown";
  if (!isCapture && pendingRefundId === null) return "none";
  const question = isCapture
    ? ({ kind: "capture", id: attemptId } as const)
    : ({ kind: "refund", id: pendingRefundId ?? "" } as const);
  const result = await inquireNow(ctx, question);
  if (result === "busy") return "none";
  return result === "known" ? "settled" : "asked";
}

async function resume(ctx: Ctx, { attempt, takenAt }: OrderAnswer): Promise<Mended> {
  if (!(await resumeLostCapture(ctx, { attemptId: attempt.id, takenAt }))) return "none";
  const { attemptStatus } = await inTx(ctx.db, (tx) => getBookedOrder(tx, attempt.id));
  return attemptStatus === "captured" ? "settled" : "asked";
}

async function giveBack(ctx: Ctx, { attempt, references }: OrderAnswer): Promise<Mended> {
  await recordBankApproval(ctx, attempt, references ?? { authCode: null, rrn: null, transactionId: null });
  return "goes_back";
}

/** Holds the payment, unless its books have changed since they were compared: then the comparison proves nothing. */
const hold = (ctx: Ctx, { booked, answer }: ToMend, kind: Contradiction["kind"]): Promise<Mended> =>
  inTx(ctx.db, async (tx) => {
    const { paymentCode, attemptId, orderId } = booked;
    await lockPaymentRow(tx, paymentCode);
    const now = await getBookedOrder(tx, attemptId);
    const isSame = now.backKurus === booked.backKurus && !now.hasOpenCall;
    if (!isSame) return "none";
    const detail = `Order ${orderId}: ${describeBooks(booked)}, and the bank ${describeBank(answer.atBank)}`;
    await raiseContradiction(ctx, tx, { kind, subject: paymentCode, paymentCode, detail });
    return "held";
  });

const describeBooks = ({ amountKurus, backKurus }: BookedOrderRow): string =>
  `the books have ${decimalText(amountKurus)} TRY taken and ${decimalText(backKurus)} TRY given back`;

function describeBank(atBank: OrderAtBank): string {
  if (atBank.kind === "taken") {
    return `has ${decimalText(atBank.takenKurus)} TRY taken and ${decimalText(atBank.backKurus)} TRY given back`;
  }
  return atBank.kind === "voided" ? "has voided it" : "has nothing";
}

const describeOutside = ({ paymentCode, attemptStatus, orderId }: BookedOrderRow, atBank: OrderAtBank): string =>
  `Order ${orderId} of payment ${paymentCode}: the attempt is ${attemptStatus}, and the bank ${describeBank(atBank)}`;

async function alertNotReturned(ctx: Ctx, { paymentCode, orderId }: BookedOrderRow): Promise<Mended> {
  const detail = `Order ${orderId}: its money went back by the books, and the bank still holds some of it`;
  return raise(ctx, { kind: "money_not_returned", subject: paymentCode, detail });
}

/** Alerts staff to money at the bank that no payment of the books accounts for. */
export const alertOutside = (ctx: Ctx, order: { readonly orderId: string; readonly detail: string }) =>
  raise(ctx, { kind: "order_outside_books", subject: order.orderId, detail: order.detail });

async function raise(ctx: Ctx, alert: NewAlert): Promise<Mended> {
  const isNew = await raiseAlert(ctx.db.prisma, alert, ctx.clock.now());
  if (isNew) ctx.log.error({ alert: alert.kind, subject: alert.subject }, alert.detail);
  return "alerted";
}
