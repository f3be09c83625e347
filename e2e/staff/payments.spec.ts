import type { Locator } from "@playwright/test";
import { expect, test } from "../support/browser";
import { handOver, payOverHttp } from "../support/buyer";
import { cardWith, maskedPan, newCard } from "../support/cards";
import { Refunder } from "../support/refund-steps";
import { openStaff } from "../support/staff";

test("a payment is found by every identifier, and its page tells its whole story without card data", async ({
  browser,
  merchant,
}) => {
  const card = newCard();
  const partnerTxCode = `staff-search-${Date.now()}`;
  const payment = await merchant.created({ partnerTxCode });
  await payOverHttp(payment, card);
  const { paymentCode } = payment;
  await expect.poll(async () => (await merchant.payment(paymentCode)).status).toBe("captured");
  const refundId = await new Refunder(merchant).expect("approved", paymentCode, "automatic");

  const page = await openStaff(browser, `/staff/payments/${paymentCode}`);
  await expect(page.getByRole("heading", { name: "TRY 1,250.50" })).toBeVisible();
  await expect(page.getByText("The bank approved the capture")).toBeVisible();
  const cards = page.getByRole("table", { name: "Cards tried" });
  const back = page.getByRole("table", { name: "Refunds and voids" });
  await expect(cards).toContainText(maskedPan(card.pan));
  await expect(back).toContainText("Approved");
  const messages = page.getByRole("region", { name: "Messages with the bank" }).getByRole("listitem");
  const capture = messages.filter({ has: page.getByText("Capture", { exact: true }) });
  // The messages are written some moments after the call.
  await expect(async () => {
    await page.reload();
    await expect(capture).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await capture.locator("summary").click();
  await expect(capture.getByText("Sent", { exact: true })).toBeVisible();
  const text = await page.locator("main").innerText();
  expect(text).toContain("[redacted]");
  expect(text).not.toContain(card.pan);

  const orderAtBank = /[A-Z0-9]{20}/.exec(await cards.getByRole("row").last().innerText())?.[0] ?? "";
  const references = await Promise.all([cards, back].map(readReferences));
  expect(references.flat()).toHaveLength(4);
  const { pan } = card;
  const masked = `${pan.slice(0, 6)} ${pan.slice(-4)}`;
  const texts = [paymentCode, partnerTxCode, refundId, orderAtBank, ...references.flat(), masked];
  await page.getByRole("link", { name: "Payments" }).first().click();
  for (const searched of texts) {
    await page.getByRole("searchbox", { name: "Search payments" }).fill(searched);
    await page.getByRole("button", { name: "Search", exact: true }).click();
    await expect(page, searched).toHaveURL(
      (url) => url.searchParams.get("q")?.startsWith(searched.slice(0, 4)) ?? false,
    );
    await expect(page.locator(`a[href$="${paymentCode}"]`), searched).toBeVisible();
  }
  await page.getByRole("searchbox", { name: "Search payments" }).fill(pan);
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await expect(page.getByText("Whole card numbers are not searched for.")).toBeVisible();
  expect(page.url()).not.toContain(pan);
});

/** Reads the approval code and the RRN from the last row of a table. */
async function readReferences(table: Locator): Promise<string[]> {
  const text = await table.getByRole("row").last().innerText();
  return /(\w+) · (\d{12})/.exec(text)?.slice(1) ?? [];
}

test("a card that the terminal refuses before the bank is on the page of its payment, with its reason", async ({
  browser,
  merchant,
}) => {
  const payment = await merchant.created({ terminalId: merchant.terminal("creditOnly") });
  await handOver(payment.paymentRef, cardWith({ family: "debit" }));
  const page = await openStaff(browser, `/staff/payments/${payment.paymentCode}`, { language: "tr", width: 390 });
  await expect(page.getByText("bu terminal bu tür kartları kabul etmiyor").first()).toBeVisible();
  await expect(page.getByText(/Bir kart daha bankaya sorulmadan/)).toBeHidden();
});
