import { expect, test } from "@playwright/test";
import { changeBank, now, setClock } from "../support/controls";
import { later } from "../support/istanbul";
import { Merchant } from "../support/merchant";
import { hostRestricted, sandbox } from "../support/product";
import {
  expectBooksAgree,
  expectRefundEvents,
  nextNoon,
  ordersAtBank,
  Refunder,
  receiveFromNoon,
} from "../support/refund-steps";

// Banks that accept no credit before their day-end.
test.describe.configure({ mode: "serial" });

const amount = 40_000;
const merchant = new Merchant(sandbox.apiUrl, hostRestricted);
const refunder = new Refunder(merchant);
const receiver = receiveFromNoon(hostRestricted);

const captured = () => refunder.captured(undefined, { amount, returnUrl: "https://shop.example/return" });

test("201 declined with day_not_closed at a bank that accepts no credit before day-end; approved after it", async () => {
  const [paymentCode, whole] = [await captured(), await captured()];
  await changeBank({ refuseSameDayCredit: true });
  const refundId = await refunder.expect("declined", paymentCode, "credit", 15_000);
  expect(await refunder.record(refundId)).toMatchObject({ failureCode: "day_not_closed", amount: 15_000 });
  expect(await refunder.left(paymentCode)).toBe(amount);
  await refunder.expect("approved", whole, "automatic");
  await setClock(later(nextNoon(await now()), 0, -12));
  await refunder.expect("approved", paymentCode, "credit", 15_000);
  await refunder.expect("approved", paymentCode, "automatic");
  await expectRefundEvents(receiver(), paymentCode, "refund.declined", "refund.approved", "refund.approved");
  expect(await ordersAtBank([paymentCode, whole])).toMatchObject([
    { voided: 0, credited: amount },
    { voided: amount, credited: 0 },
  ]);
  await expectBooksAgree(refunder, [paymentCode, whole]);
});
