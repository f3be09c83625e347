import type { Page } from "@playwright/test";
import { expect, test } from "../support/browser";
import { cardWith } from "../support/cards";
import { advance, bankLog, calmBank, changeBank, expectTaken, sendWebhook } from "../support/controls";
import { Merchant } from "../support/merchant";
import { demo, other, sandbox } from "../support/product";
import { returnFromBank } from "../support/returning";
import { findStaff, openStaff } from "../support/staff";
import { WebhookReceiver } from "../support/webhook-receiver";

test.describe.configure({ mode: "serial" });
test.beforeEach(() => calmBank());
test.afterAll(() => calmBank());

const merchant = new Merchant(sandbox.apiUrl, demo);

/** Creates a payment whose capture has had no answer for 20 minutes. @returns its code */
async function leaveOpen(outcome: "capture_lost_taken" | "capture_lost_nothing"): Promise<string> {
  await changeBank({ down: true, operations: ["inquire"] });
  const { paymentCode } = await returnFromBank(merchant, cardWith({ outcome }), { amount: 43_210 });
  await expect.poll(async () => (await bankLog(paymentCode)).map(({ operation }) => operation)).toContain("capture");
  await advance(1_200);
  return paymentCode;
}

const rowOf = (page: Page, name: string, paymentCode: string) =>
  page
    .getByRole("table", { name })
    .getByRole("row")
    .filter({ has: page.locator(`[href$="${paymentCode}"]`) });

test("an unknown outcome is resolved by asking the bank now, which closes its alert", async ({ browser }) => {
  const paymentCode = await leaveOpen("capture_lost_taken");
  const page = await openStaff(browser, "/staff/alerts");
  const alertsOfPayment = `${sandbox.apiUrl}/staff/alerts?subject=${paymentCode}`;
  await page.goto(alertsOfPayment);
  await page.getByRole("button", { name: "Capture without an outcome" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Close the alert" }).click();
  await expect(dialog.getByLabel("Closing note")).toBeFocused();
  await dialog.getByRole("button", { name: "Take it" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText("In hand", { exact: true })).toBeVisible();

  await page.getByRole("link", { name: "Open questions" }).first().click();
  const ask = rowOf(page, "Unknown outcomes", paymentCode).getByRole("button", { name: "Ask the bank now" });
  await ask.click();
  await expect(page.getByRole("alert").filter({ hasText: "The bank still did not tell." })).toBeVisible();
  await calmBank();
  await ask.click();
  await expect(page.getByRole("alert").filter({ hasText: "the outcome is known" })).toBeVisible();
  await expect(rowOf(page, "Unknown outcomes", paymentCode)).toHaveCount(0);
  expect((await merchant.payment(paymentCode)).status).toBe("captured");
  await expectTaken(paymentCode, 43_210);
  await page.goto(alertsOfPayment);
  await expect(page.getByRole("table").getByText("Closed", { exact: true })).toBeVisible();
});

test("an unknown outcome is resolved by hand, with evidence and a second person", async ({ browser }) => {
  const paymentCode = await leaveOpen("capture_lost_nothing");
  const page = await openStaff(browser, "/staff/open");
  await rowOf(page, "Unknown outcomes", paymentCode).getByRole("button", { name: "Resolve by hand" }).click();
  const dialog = page.getByRole("dialog");
  const send = dialog.getByRole("button", { name: "Send for approval" });
  await dialog.getByLabel("Seen at the bank").selectOption({ label: "The bank took nothing" });
  await expect(dialog).toContainText("The payment ends without money.");
  await send.click();
  await expect(dialog.getByLabel("Reason")).toBeFocused();
  await dialog.getByLabel("Reason").fill("The bank has no sale");
  await dialog.getByLabel("Evidence").fill("Statement of the day, no line");
  await send.click();
  const proposal = dialog.getByRole("link", { name: "Open the proposal" });
  await expect(proposal).toBeVisible();
  expect((await merchant.payment(paymentCode)).status, "before the second person").toBe("initiated");

  const path = (await proposal.getAttribute("href")) ?? "";
  const second = await openStaff(browser, path, { user: findStaff("second@vezne.test") });
  await expect(second.getByText("Statement of the day, no line")).toBeVisible();
  await second.getByRole("button", { name: "Approve" }).click();
  await second.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
  await expect(second.getByText("Approved", { exact: true })).toBeVisible();
  await expect.poll(async () => (await merchant.payment(paymentCode)).status).not.toBe("initiated");
  await second.goto(`${sandbox.apiUrl}/staff/payments/${paymentCode}`);
  await expect(second.getByText("The capture was ended without money")).toBeVisible();
});

test("a failing receiver gets what it missed by one press, and a test webhook of any type", async ({ browser }) => {
  const receiver = await WebhookReceiver.open(other);
  try {
    receiver.answer(500);
    const missed = (await sendWebhook(other)) ?? "";
    await receiver.until(missed);
    for (let attempt = 0; attempt < 6; attempt += 1) await advance(7_200);
    const page = await openStaff(browser, "/staff/webhooks");
    const row = page
      .getByRole("table", { name: "Receivers of webhooks" })
      .getByRole("row")
      .filter({ hasText: "Başka" });
    const before = receiver.about(missed).length;
    receiver.answer(200);
    await row.getByRole("button", { name: /send the .*failed deliver.* again/ }).click();
    await expect(page.getByRole("alert").filter({ hasText: /sent again/ })).toBeVisible();
    await receiver.until(missed, before + 1);

    await page.goto(`${sandbox.apiUrl}/staff/partners/${other.partnerId}/webhooks`);
    await expect(page.getByText(receiver.url)).toBeVisible();
    await page.getByRole("button", { name: "Send a test webhook" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("combobox").selectOption("refund.approved");
    await dialog.getByRole("button", { name: "Send" }).click();
    await dialog.getByRole("link", { name: "Open the delivery" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "refund.approved" })).toBeVisible();
    await expect.poll(() => receiver.notices.map(({ event }) => event.type)).toContain("refund.approved");
  } finally {
    await receiver.close();
  }
});
