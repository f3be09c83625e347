import type { Browser, Page } from "@playwright/test";
import { expect, test } from "../support/browser";
import { cardWith } from "../support/cards";
import { advance, bankLog, calmBank, changeBank, expectTaken, sendWebhook } from "../support/controls";
import { Merchant } from "../support/merchant";
import { demo, other, sandbox } from "../support/product";
import { Refunder } from "../support/refund-steps";
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

/** What a person of staff saw at the bank, as the dialog offers it, and the effect that it names. */
interface Seen {
  readonly verdict: string;
  readonly effect: string;
}

/** Resolves an unknown outcome by hand, and approves that as a second person. @returns the second person's page */
async function resolveByHand(browser: Browser, paymentCode: string, { verdict, effect }: Seen): Promise<Page> {
  const page = await openStaff(browser, "/staff/open");
  await rowOf(page, "Unknown outcomes", paymentCode).getByRole("button", { name: "Resolve by hand" }).click();
  const dialog = page.getByRole("dialog");
  const send = dialog.getByRole("button", { name: "Send for approval" });
  await dialog.getByLabel("Seen at the bank").selectOption({ label: verdict });
  await expect(dialog).toContainText(effect);
  await send.click();
  await expect(dialog.getByLabel("Reason")).toBeFocused();
  await dialog.getByLabel("Reason").fill("Seen at the bank today");
  await dialog.getByLabel("Evidence").fill("Statement of the day");
  await send.click();
  const proposal = dialog.getByRole("link", { name: "Open the proposal" });
  await expect(proposal).toBeVisible();
  expect((await merchant.payment(paymentCode)).status, "before the second person").toBe("initiated");

  const path = (await proposal.getAttribute("href")) ?? "";
  const second = await openStaff(browser, path, { user: findStaff("second@vezne.test") });
  await expect(second.getByText("Statement of the day")).toBeVisible();
  await second.getByRole("button", { name: "Approve" }).click();
  await second.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
  await expect(second.getByText("Approved", { exact: true })).toBeVisible();
  return second;
}

test("an unknown outcome is resolved by hand, with evidence and a second person", async ({ browser }) => {
  const paymentCode = await leaveOpen("capture_lost_nothing");
  const nothing = { verdict: "The bank took nothing", effect: "The payment ends without money." };
  const second = await resolveByHand(browser, paymentCode, nothing);
  await expect.poll(async () => (await merchant.payment(paymentCode)).status).not.toBe("initiated");
  await second.goto(`${sandbox.apiUrl}/staff/payments/${paymentCode}`);
  await expect(second.getByText("The capture was ended without money")).toBeVisible();
});

test("a payment about which bank and books disagree is held until a second person approves a correction", async ({
  browser,
}) => {
  const paymentCode = await leaveOpen("capture_lost_nothing");
  const taken = { verdict: "The bank has the money", effect: "The payment becomes captured and is paid out." };
  const second = await resolveByHand(browser, paymentCode, taken);
  await calmBank();
  await advance(7_200);
  const page = await openStaff(browser, "/staff/open");
  const held = rowOf(page, "Held payments", paymentCode);
  await held.getByRole("button", { name: "Propose a correction" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Seen at the bank").selectOption("void_done");
  await dialog.getByLabel("Amount").fill("432.09");
  await dialog.getByLabel("Reason").fill("The bank has no sale");
  await dialog.getByLabel("Evidence").fill("Answer of the bank by mail");
  const send = dialog.getByRole("button", { name: "Send for approval" });
  await send.click();
  await expect(dialog.getByLabel("Amount")).toBeFocused();
  await expect(dialog.getByLabel("Amount")).toHaveAccessibleDescription(/A void covers the whole payment/);
  await dialog.getByLabel("Amount").fill("432.10");
  await expect(dialog).toContainText("432.10 as voided, and the payout is smaller by its net");
  await send.click();
  await expect(dialog).toHaveCount(0);
  const decide = rowOf(page, "Corrections for a second person", paymentCode).getByRole("button", { name: "Decide" });
  await decide.click();
  await dialog.getByRole("button", { name: "Approve" }).click();
  await expect(dialog.getByRole("alert")).toContainText("A second person has to decide");
  expect((await merchant.payment(paymentCode)).status, "by the first person alone").toBe("captured");

  await second.goto(`${sandbox.apiUrl}/staff/open`);
  await rowOf(second, "Corrections for a second person", paymentCode).getByRole("button", { name: "Decide" }).click();
  await second.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
  await expect(rowOf(second, "Held payments", paymentCode)).toHaveCount(0);
  await expect
    .poll(() => new Refunder(merchant).getRefunds(paymentCode))
    .toMatchObject({ refund: { status: "full", remainingAmount: 0 } });
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
