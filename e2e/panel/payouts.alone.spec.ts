import type { Browser, Locator, Page } from "@playwright/test";
import { expect, test } from "../support/browser";
import { approvedCard } from "../support/cards";
import { calmBank, setClock } from "../support/controls";
import { ask } from "../support/http";
import { Merchant } from "../support/merchant";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  findUser,
  openPanel,
  type PanelLook,
  readCookie,
} from "../support/panel";
import { amountLimited, hostRestricted, sandbox } from "../support/product";
import { Refunder } from "../support/refund-steps";

// Payouts need business days to pass: what is due is collected at 09:00, and the sandbox pays it at 10:00.
test.describe.configure({ mode: "serial" });

const refunder = new Refunder(new Merchant(sandbox.apiUrl, amountLimited));

test.beforeAll(() => calmBank());

const openPayouts = (browser: Browser, look: PanelLook = {}): Promise<Page> =>
  openPanel(browser, findUser("finance", amountLimited), { path: "/panel/payouts", ...look });

const dueSection = (page: Page): Locator => page.getByRole("region", { name: /^(Due|Ödenecek)$/ });
const payoutRows = (page: Page): Locator =>
  page
    .getByRole("region", { name: /^(Payouts|Hak ediş ödemeleri)$/ })
    .locator("tbody")
    .getByRole("row");

/** Returns the last due day, `YYYY-MM-DD`. */
async function readLastDay(page: Page): Promise<string> {
  const link = dueSection(page).getByRole("table").getByRole("link").last();
  return (await link.getAttribute("href"))?.split("/").at(-1) ?? "";
}

/** Moves the clock to shortly after a time of a day in Istanbul. */
const moveTo = (day: string, time: string) => setClock(new Date(`${day}T${time}:30+03:00`));

/** Pays a payment, and returns its codes, its net in kuruş and the day on which it is due. */
async function capture(browser: Browser, amount: number) {
  const paymentCode = await refunder.captured(approvedCard, { amount });
  const { partnerTxCode, commission } = await refunder.merchant.payment(paymentCode);
  const page = await openPayouts(browser);
  const day = await readLastDay(page);
  return { paymentCode, partnerTxCode, netKurus: amount - Number(commission?.amount), day, page };
}

const amountText = (kurus: number): string =>
  `TRY ${new Intl.NumberFormat("en-US", { minimumFractionDigits: 2 }).format(kurus / 100)}`;

/** Pays out everything that other tests have left, so that the payouts of these tests have known amounts. */
async function payEverything(browser: Browser): Promise<void> {
  const { day } = await capture(browser, 50_000);
  await moveTo(day, "10:00");
}

test("a capture is expected, is collected at 09:00 of its day, and is paid with a bank reference at 10:00", async ({
  browser,
}) => {
  await payEverything(browser);
  const { paymentCode, partnerTxCode, netKurus, day, page } = await capture(browser, 40_000);
  const expected = dueSection(page).locator("tbody").getByRole("row");
  await expect(expected).toHaveCount(1);
  await expect(expected).toContainText("Expected");
  await expect(expected).toContainText(amountText(netKurus));
  await moveTo(day, "00:00");
  const early = await openPayouts(browser);
  await expect(dueSection(early).locator("tbody").getByRole("row")).toContainText("Today");
  await moveTo(day, "09:00");
  const collected = await openPayouts(browser);
  await expect(dueSection(collected)).toContainText("Nothing is due");
  const prepared = payoutRows(collected).first();
  await expect(prepared).toContainText("Prepared");
  await expect(prepared).toContainText(amountText(netKurus));
  await moveTo(day, "10:00");
  const paid = await openPayouts(browser);
  await expect(payoutRows(paid).first()).toContainText(/Paid out.*SANDBOX-/);
  await expectAccessible(paid);
  await payoutRows(paid).first().getByRole("link").click();
  await expect(paid.getByRole("heading", { level: 1 })).toContainText(amountText(netKurus));
  await expect(paid.getByText("The amount has reached your account.")).toBeVisible();
  await expect(paid.getByText(/^TR33 \*{4}.*26$/)).toBeVisible();
  await expect(paid.getByText(/^SANDBOX-/)).toBeVisible();
  await expect(paid.getByText("Carried over from earlier days")).toHaveCount(0);
  await expectAccessible(paid);
  const lines = paid.getByRole("region", { name: "Settlements of this payout" }).locator("tbody").getByRole("row");
  await expect(lines).toHaveCount(1);
  await lines.getByRole("link", { name: partnerTxCode }).click();
  await expect(paid).toHaveURL(new RegExp(`/panel/payments/${paymentCode}$`));
});

test("a refund that is larger than the day's captures is carried over and deducted from the next payout", async ({
  browser,
}) => {
  await payEverything(browser);
  const paid = await capture(browser, 30_000);
  await moveTo(paid.day, "10:00");
  await refunder.expect("approved", paid.paymentCode, "credit");
  const refunded = await openPayouts(browser);
  await expect(refunded.getByText("Your balance is negative")).toBeVisible();
  const negative = dueSection(refunded).locator("tbody").getByRole("row");
  await expect(negative).toContainText("Negative, carries over");
  await moveTo(await readLastDay(refunded), "09:00");
  const page = await openPayouts(browser, { language: "tr", width: 390 });
  await expect(dueSection(page)).toContainText("-300,00 TL");
  await expect(page.getByText("Eksi tutar için ödeme yapılmaz")).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.getByRole("link", { name: "Devreden kalemleri göster" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Devreden kalemler");
  const carried = page.getByRole("table").locator("tbody").getByRole("row");
  await expect(carried).toHaveCount(1);
  await expect(carried).toContainText(paid.partnerTxCode.slice(-6));
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  const { day, netKurus } = await capture(browser, 50_000);
  await moveTo(day, "10:00");
  const next = await openPayouts(browser);
  await expect(dueSection(next)).toContainText("Nothing is due");
  await payoutRows(next).first().getByRole("link").click();
  await expect(next.getByRole("heading", { level: 1 })).toContainText(amountText(netKurus - 30_000));
  const fact = next.locator("dl > div").filter({ hasText: "Carried over from earlier days" });
  await expect(fact).toContainText("TRY -300.00");
  const inside = next.getByRole("region", { name: "Settlements carried over from earlier days" });
  await expect(inside.locator("tbody").getByRole("row")).toHaveCount(1);
  await expect(inside.locator("tbody").getByRole("row")).toContainText("Refund");
  await expectAccessible(next);
});

test("another account's payout looks like a missing one, on the page and in the file", async ({ browser }) => {
  const own = await openPayouts(browser);
  const path = (await payoutRows(own).first().getByRole("link").getAttribute("href")) ?? "";
  const target = `/panel/export/settlements.csv?payout=${path.split("/").at(-1)}`;
  const ownFile = await ask(sandbox.apiUrl, target, { headers: { Cookie: await readCookie(own) } });
  expect(ownFile.status).toBe(200);
  const foreign = await openPanel(browser, findUser("finance", hostRestricted), { path });
  await expect(foreign.getByRole("main").getByRole("alert")).toBeVisible();
  await expect(foreign.getByText(/^SANDBOX-/)).toHaveCount(0);
  const file = await ask(sandbox.apiUrl, target, { headers: { Cookie: await readCookie(foreign) } });
  expect(file.status).toBe(404);
});
