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
  expect(beyond(asked.map(describeCall), refunds.map(describeCall)), "bank calls without a refund on record").toEqual(
    [],
  );
}

const describeCall = (call: { operation: string; orderId: string; amount: number | null }): string =>
  `${call.operation} ${call.orderId} ${call.amount}`;

/** Returns the texts that remain after each of the others has removed one equal text. */
function beyond(texts: readonly string[], others: readonly string[]): string[] {
  const left = [...texts];
  for (const other of others) {
    const place = left.indexOf(other);
    if (place >= 0) left.splice(place, 1);
  }
  return left;
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
