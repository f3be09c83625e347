import { expect, test } from "@playwright/test";
import { cardWith } from "../support/cards";
import { expectError } from "../support/envelope";
import { expectPaidOnce, getLinkPayment, open, payLink, submitCard } from "../support/link-buyer";
import { Merchant } from "../support/merchant";
import { demo, sandbox } from "../support/product";
import { ordersAtBank, Refunder } from "../support/refund-steps";

// A link's payment is refunded like any other, and the link stays completed (D-25).
const merchant = new Merchant(sandbox.apiUrl, demo);
const refunder = new Refunder(merchant);

test("201 void for the payment of a link, by the code from its webhook and its list", async () => {
  const link = await merchant.createdLink();
  await payLink(link);
  const { paymentCode, partnerTxCode } = await expectPaidOnce(merchant, link, link.amount);
  const completed = await merchant.link(link.id);
  await refunder.expect("approved", paymentCode, "automatic");
  expect(await merchant.link(link.id), "the link does not change").toEqual(completed);
  expect((await merchant.find(partnerTxCode)).json()).toMatchObject({
    paymentCode,
    status: "captured",
    paymentLinkId: link.id,
    refund: { status: "full", refundedAmount: link.amount, remainingAmount: 0 },
  });
  expectError(await merchant.cancelLink(link.id), 409, "payment_link_already_paid");
  const again = await submitCard(link);
  expect(again.status, "it cannot be paid again").toBe(409);
  await open(link);
  expectError(await merchant.find(`PL-${link.partnerReference}-2`), 404, "payment_not_found");
});

test("201 for the whole amount that the buyer paid, including the share of the commission", async () => {
  const link = await merchant.createdLink({ amount: 100_000, customerCommissionShareBps: 10_000 });
  // 1,000 TRY plus 4.5%, which the buyer bears.
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

test("422 for the declined attempt of a link, 201 for the paid one", async () => {
  const link = await merchant.createdLink();
  await payLink(link, { card: cardWith({ outcome: "declined_insufficient_funds" }) });
  await payLink(link);
  const missed = await merchant.find(`PL-${link.partnerReference}-1`);
  expectError(missed, 404, "payment_not_found");
  const { paymentCode } = await getLinkPayment(merchant, link, 2);
  await refunder.expect("approved", paymentCode, "void");
  expect((await merchant.link(link.id)).status).toBe("completed");
});
