import { expect, test } from "@playwright/test";
import { approvedCard } from "../support/cards";
import { calmBank, changeBank, expectTaken } from "../support/controls";
import { Merchant } from "../support/merchant";
import { other, sandbox } from "../support/product";
import { readResult, returnFromBank } from "../support/returning";

// Waits in real time for as long as a browser waits for a slow bank (D-21).

const merchant = new Merchant(sandbox.apiUrl, other);

test.afterAll(() => calmBank());

test("303 pending after fifteen seconds; captured when the bank finally answers", async () => {
  await changeBank({ latencyMs: 17_000, operations: ["capture"] });
  const payment = await returnFromBank(merchant, approvedCard, { amount: 1733 });
  const before = Date.now();
  expect(await readResult(payment)).toBe("pending");
  expect(Date.now() - before).toBeGreaterThan(12_000);
  expect(Date.now() - before).toBeLessThan(17_000);
  const readStatus = async () => (await merchant.payment(payment.paymentCode)).status;
  expect(await readStatus()).toBe("initiated");
  await expect.poll(readStatus).toBe("captured");
  await expectTaken(payment.paymentCode, 1733);
});
