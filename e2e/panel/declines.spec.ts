import type { Page } from "@playwright/test";
import { expect, test } from "../support/browser";
import { handOver, payOverHttp } from "../support/buyer";
import { cardWith } from "../support/cards";
import { Merchant } from "../support/merchant";
import { expectAccessible, expectNoSidewaysScroll, findUser, openPanel } from "../support/panel";
import { paid } from "../support/panel-payment";
import { demo, sandbox } from "../support/product";

const merchant = new Merchant(sandbox.apiUrl, demo);
const openPayment = (browser: Parameters<typeof openPanel>[0], code: string, look = {}) =>
  openPanel(browser, findUser("support"), { path: `/panel/payments/${code}`, ...look });
const expectClean = async (page: Page) => {
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
};

test("a refused payment says why, on whose side, what helps and what the bank answered", async ({ browser }) => {
  const created = await merchant.created();
  await payOverHttp(created, cardWith({ outcome: "declined_insufficient_funds" }));
  for (const [language, width, words] of [
    ["en", 1440, ["The bank declined", "Insufficient funds", "The buyer should try another card.", "51 · "]],
    ["tr", 390, ["Banka tahsilatı reddetti", "Bakiye ya da limit yetersiz", "başka bir kartla denemeli", "51 · "]],
  ] as const) {
    const page = await openPayment(browser, created.paymentCode, { language, width });
    for (const text of words) await expect(page.getByText(text, { exact: false }).first()).toBeVisible();
    await expectClean(page);
  }
});

test("a card that was refused before the bank is an event, and the waiting payment says why", async ({ browser }) => {
  const created = await merchant.created({ terminalId: merchant.terminal("domesticOnly") });
  await handOver(created.paymentRef, cardWith({ family: "foreign" }));
  for (const [language, width, event, notice] of [
    ["tr", 1440, "Kart reddedildi: bu terminal bu tür kartları kabul etmiyor", "son denenen kart reddedildi"],
    ["en", 390, "Card refused: this terminal does not take this kind of card", "the last card was refused"],
  ] as const) {
    const page = await openPayment(browser, created.paymentCode, { language, width });
    await expect(page.getByText(event)).toBeVisible();
    await expect(page.getByText(notice)).toBeVisible();
    await expectClean(page);
  }
});

test("a captured payment shows the bank's references, and the list finds it by each of them", async ({ browser }) => {
  const payment = await paid();
  const { bank } = (await merchant.get(`/v1/payments/${payment.paymentCode}`)).json();
  const page = await openPayment(browser, payment.paymentCode);
  const records = page.getByRole("region", { name: "Bank records" });
  for (const text of [bank.name, bank.orderId, bank.authCode, bank.rrn, `Authenticated (ECI ${bank.eci})`]) {
    await expect(records.getByText(text)).toBeVisible();
  }
  await expectClean(page);
  for (const reference of [bank.orderId, bank.authCode, bank.rrn]) {
    await page.goto(`/panel/payments?q=${reference}`);
    await expect(page.getByRole("row").filter({ hasText: payment.partnerTxCode })).toHaveCount(1);
  }
});
