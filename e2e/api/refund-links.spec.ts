import { expect, test } from "@playwright/test";
import { cardWith } from "../support/cards";
import { expectError } from "../support/envelope";
import { expectPaidOnce, open, payLink, paymentOf, submitCard } from "../support/link-buyer";
import { Merchant } from "../support/merchant";
import { demo, sandbox } from "../support/product";
import { ordersAtBank, Refunder } from "../support/refund-steps";

// A payment of a link is refunded like any other, and the link stays completed (D-25).
const merchant = new Merchant(sandbox.apiUrl, demo);
const refunder = new Refunder(merchant);

test("201 the payment of a link is voided, by the code that its webhook and its list name", async () => {
  const link = await merchant.createdLink();
  await payLink(link);
  const { paymentCode, partnerTxCode } = await expectPaidOnce(merchant, link, link.amount);
  const completed = await merchant.link(link.id);
  await refunder.expect("approved", paymentCode, "automatic");
  expect(await merchant.link(link.id), "nothing of the link changes").toEqual(completed);
  expect((await merchant.find(partnerTxCode)).json()).toMatchObject({
    paymentCode,
    status: "captured",
    paymentLinkId: link.id,
    refund: { status: "full", refundedAmount: link.amount, remainingAmount: 0 },
  });
  expectError(await merchant.cancelLink(link.id), 409, "payment_link_already_paid");
  const again = await submitCard(link);
  expect(again.status, "it is not for sale again").toBe(409);
  await open(link);
  expectError(await merchant.find(`PL-${link.partnerReference}-2`), 404, "payment_not_found");
});

test("201 what the buyer paid with the share of the commission is what can be refunded", async () => {
  const link = await merchant.createdLink({ amount: 100_000, customerCommissionShareBps: 10_000 });
  // 4.5% of 1,000 TRY, which the buyer bears.
  const total = 104_500;
  await payLink(link, { card: cardWith({ brand: "bonus", family: "credit" }), count: 3, total });
  const { paymentCode } = await expectPaidOnce(merchant, link, total);
  expectError(await refunder.ask(paymentCode, "credit", total + 1), 422, "refund_amount_exceeds_remaining");
  await refunder.expect("approved", paymentCode, "credit", 100_000);
  expect(await refunder.left(paymentCode)).toBe(total - 100_000);
  await refunder.expect("approved", paymentCode, "credit");
  expect(await ordersAtBank([paymentCode])).toMatchObject([{ captured: total, voided: 0, credited: total }]);
  expect((await merchant.link(link.id)).status).toBe("completed");
});

test("422 the declined attempt of a link has nothing to refund, the paid one has", async () => {
  const link = await merchant.createdLink();
  await payLink(link, { card: cardWith({ outcome: "declined_insufficient_funds" }) });
  await payLink(link);
  const missed = await merchant.find(`PL-${link.partnerReference}-1`);
  expectError(missed, 404, "payment_not_found");
  const { paymentCode } = await paymentOf(merchant, link, 2);
  await refunder.expect("approved", paymentCode, "void");
  expect((await merchant.link(link.id)).status).toBe("completed");
});
