import { expect, test } from "@playwright/test";
import { payOverHttp } from "../support/buyer";
import { approvedCard } from "../support/cards";
import { Merchant } from "../support/merchant";
import { only } from "../support/notices";
import { linksDisabled, sandbox } from "../support/product";
import { Refunder } from "../support/refund-steps";
import { WebhookReceiver } from "../support/webhook-receiver";

// How soon a webhook arrives, in real time: the bound needs a machine that has nothing else to do.

const soonMs = 2_000;
const merchant = new Merchant(sandbox.apiUrl, linksDisabled);
const refunder = new Refunder(merchant);

let receiver: WebhookReceiver;
test.beforeEach(async () => {
  receiver = await WebhookReceiver.open(linksDisabled);
});
test.afterEach(() => receiver.close());

test("sends payment.captured within two seconds of the buyer's return", async () => {
  const payment = await merchant.created();
  await payOverHttp(payment, approvedCard);
  const endedAt = Date.now();
  const notice = only(await receiver.until(payment.paymentCode));
  expect(notice.event.type).toBe("payment.captured");
  expect(notice.at - endedAt).toBeLessThan(soonMs);
});

for (const way of ["void", "credit"] as const) {
  test(`sends refund.approved of a ${way} within two seconds of the answer`, async () => {
    const paymentCode = await refunder.captured();
    await receiver.until(paymentCode);
    await refunder.expect("approved", paymentCode, way, way === "credit" ? 5_000 : undefined);
    const answeredAt = Date.now();
    const [, notice] = await receiver.until(paymentCode, 2);
    expect(notice?.event.type).toBe("refund.approved");
    expect((notice?.at ?? Number.POSITIVE_INFINITY) - answeredAt).toBeLessThan(soonMs);
  });
}
