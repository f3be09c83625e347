import { expect } from "@playwright/test";
import { wholeBankLog } from "../support/controls";
import { repeated, sorted } from "./invariants";
import type { Records, RefundOnRecord } from "./records";
import type { Asked } from "./refunding";

/**
 * Expects one bank call at most for each refund on record, and that exactly the approved refunds succeeded at the bank.
 */
export async function expectRefundsAskedOnce(records: Records): Promise<void> {
  const asked = (await wholeBankLog()).filter(({ operation }) => ["void", "credit"].includes(operation));
  const refunds = (await records.refunds()).map(({ method, ...refund }) => ({
    ...refund,
    operation: method,
  }));
  const done = asked.filter(({ outcome }) => outcome === "approved");
  const approved = refunds.filter(({ status }) => status === "approved");
  expect(sorted(done.map(describeCall))).toEqual(sorted(approved.map(describeCall)));
  expect(beyond(asked, refunds), "bank calls without a refund on record").toEqual([]);
}

/** One call of the bank, or the refund for which it was made; the amount (kuruş) is null where the call named none. */
interface RefundCall {
  readonly operation: string;
  readonly orderId: string;
  readonly amount: number | null;
}

const describeCall = ({ operation, orderId, amount }: RefundCall): string => `${operation} ${orderId} ${amount}`;

/** Returns the calls that remain after each refund has removed one of them. */
function beyond(calls: readonly RefundCall[], refunds: readonly RefundCall[]): string[] {
  // A call with an amount takes its own refund first.
  const left = [...calls].sort((one, other) => Number(one.amount === null) - Number(other.amount === null));
  for (const { operation, orderId, amount } of refunds) {
    const place = left.findIndex(
      (call) => call.operation === operation && call.orderId === orderId && (call.amount ?? amount) === amount,
    );
    if (place >= 0) left.splice(place, 1);
  }
  return left.map(describeCall);
}

/** Expects that every response to a merchant about a refund is true, and that no refund exists without a request. */
export async function expectRefundsKept(records: Records, asked: readonly Asked[]): Promise<void> {
  const refunds = await records.refunds();
  const byCode = new Map(refunds.map((refund) => [refund.partnerRefundCode, refund]));
  expect(repeated(refunds.map(({ partnerRefundCode }) => partnerRefundCode)), "codes used twice").toEqual([]);
  for (const one of asked) {
    await expectKept(one, byCode.get(one.partnerRefundCode));
    byCode.delete(one.partnerRefundCode);
  }
  expect([...byCode.keys()], "refunds without a request").toEqual([]);
  await expectPaymentTotals(records, asked);
}

async function expectKept(asked: Asked, refund: RefundOnRecord | undefined): Promise<void> {
  const { merchant, paymentCode, partnerRefundCode, path, answered, refusal, sendings } = asked;
  // A refused retry may have been refused because of the first request, which succeeded.
  if (refusal !== null && sendings === 1) expect(refund, `refused: ${refusal}`).toBeUndefined();
  const answer = await merchant.get(`/v1/refunds?partnerRefundCode=${partnerRefundCode}`);
  expect(answer.status).toBe(refund ? 200 : 404);
  if (!refund) return;
  const { id: refundId, method, status, amount } = refund;
  expect(answer.json()).toMatchObject({ refundId, paymentCode, partnerRefundCode, method, status, amount });
  expect(amount).toBe(asked.amount ?? amount);
  if (path !== "refunds") expect(path).toBe(`refunds/${method}`);
  if (answered) expect([answered.refundId, answered.method]).toEqual([refundId, method]);
  if (answered && answered.status !== "pending") expect(answered.status).toBe(status);
}

/** Expects that refunded payments show the refunded amount, and the net amount of their settlements. */
async function expectPaymentTotals(records: Records, asked: readonly Asked[]): Promise<void> {
  const [refunds, nets] = [await records.refunds(), await records.nets()];
  const merchants = new Map(asked.map(({ paymentCode, merchant }) => [paymentCode, merchant]));
  for (const [paymentCode, merchant] of merchants) {
    const its = refunds.filter((refund) => refund.paymentCode === paymentCode);
    const refundedAmount = its
      .filter(({ status }) => status === "approved")
      .reduce((sum, { amount }) => sum + amount, 0);
    const { json } = await merchant.get(`/v1/payments/${paymentCode}`);
    const { amount, refund, commission } = json();
    const remainingAmount = amount - refundedAmount;
    expect(refund).toMatchObject({ refundedAmount, pendingAmount: 0, remainingAmount });
    expect(sorted(refund.items.map((item: { refundId: string }) => item.refundId))).toEqual(
      sorted(its.map(({ id }) => id)),
    );
    expect(commission.netAmount, `net of ${paymentCode}`).toBe(nets.get(paymentCode));
  }
}
