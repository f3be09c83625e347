import { expect } from "@playwright/test";
import { wholeBankLog } from "../support/controls";
import { repeated, sorted } from "./invariants";
import type { Records, RefundOnRecord } from "./records";
import type { Asked } from "./refunding";

/** The bank was asked for no refund that is not on record, for none twice, and did exactly those that are approved. */
export async function expectRefundsAskedOnce(records: Records): Promise<void> {
  const asked = (await wholeBankLog()).filter(({ operation }) => ["void", "credit"].includes(operation));
  const refunds = (await records.refunds()).map(({ method, ...refund }) => ({
    ...refund,
    operation: method,
  }));
  const done = asked.filter(({ outcome }) => outcome === "approved");
  const approved = refunds.filter(({ status }) => status === "approved");
  expect(sorted(done.map(callOf))).toEqual(sorted(approved.map(callOf)));
  expect(beyond(asked.map(callOf), refunds.map(callOf)), "asked of the bank more often than begun").toEqual(
    [],
  );
}

const callOf = (call: { operation: string; orderId: string; amount: number | null }): string =>
  `${call.operation} ${call.orderId} ${call.amount}`;

/** What is left of some texts when each of the others has taken away one that is equal to it. */
function beyond(texts: readonly string[], others: readonly string[]): string[] {
  const left = [...texts];
  for (const other of others) {
    const place = left.indexOf(other);
    if (place >= 0) left.splice(place, 1);
  }
  return left;
}

/** What a merchant's server was told of a refund is so, and nothing was refunded that none of them had asked for. */
export async function expectRefundsKept(records: Records, asked: readonly Asked[]): Promise<void> {
  const refunds = await records.refunds();
  const byCode = new Map(refunds.map((refund) => [refund.partnerRefundCode, refund]));
  expect(repeated(refunds.map(({ partnerRefundCode }) => partnerRefundCode)), "codes used twice").toEqual([]);
  for (const one of asked) {
    await expectKept(one, byCode.get(one.partnerRefundCode));
    byCode.delete(one.partnerRefundCode);
  }
  expect([...byCode.keys()], "nobody had asked for these").toEqual([]);
  await expectPaymentsToSaySo(records, asked);
}

async function expectKept(asked: Asked, refund: RefundOnRecord | undefined): Promise<void> {
  const { merchant, paymentCode, partnerRefundCode, path, told, refusal, sendings } = asked;
  // A refusal of what was sent again may be one of itself.
  if (refusal !== null && sendings === 1) expect(refund, `refused: ${refusal}`).toBeUndefined();
  const answer = await merchant.get(`/v1/refunds?partnerRefundCode=${partnerRefundCode}`);
  expect(answer.status).toBe(refund ? 200 : 404);
  if (!refund) return;
  const { id: refundId, method, status, amount } = refund;
  expect(answer.json()).toMatchObject({ refundId, paymentCode, partnerRefundCode, method, status, amount });
  expect(amount).toBe(asked.amount ?? amount);
  if (path !== "refunds") expect(path).toBe(`refunds/${method}`);
  if (told) expect([told.refundId, told.method]).toEqual([refundId, method]);
  if (told && told.status !== "pending") expect(told.status).toBe(status);
}

/** A refunded payment shows what went back, and the net that its settlements add up to. */
async function expectPaymentsToSaySo(records: Records, asked: readonly Asked[]): Promise<void> {
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
