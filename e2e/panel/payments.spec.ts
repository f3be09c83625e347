import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expect, test } from "../support/browser";
import { payOverHttp } from "../support/buyer";
import { approvedCard } from "../support/cards";
import { payLink } from "../support/link-buyer";
import { chooseFilter, findFilter, openFilter } from "../support/list";
import { Merchant, newCode } from "../support/merchant";
import { expectAccessible, expectNoSidewaysScroll, findUser, openPanel, readCookie } from "../support/panel";
import { openDetail, paid, shown } from "../support/panel-payment";
import { amountLimited, demo, sandbox } from "../support/product";

const merchant = new Merchant(sandbox.apiUrl, demo);

const rows = (page: Page) => page.getByRole("table").getByRole("row");
const findRow = (page: Page, partnerTxCode: string) => rows(page).filter({ hasText: partnerTxCode });
test("finds a payment by each of its identifiers, and by filters that are kept in the address", async ({ browser }) => {
  const payment = await paid();
  const page = await openPanel(browser, findUser("support"), { path: "/panel/payments" });
  const box = page.getByRole("searchbox", { name: "Search payments" });
  const amount = shown(payment.amount).slice(4);
  for (const text of [payment.paymentCode, payment.partnerTxCode, payment.partnerTxCode.slice(0, 20), amount]) {
    await box.fill(text);
    await box.press("Enter");
    await expect(page).toHaveURL((url) => url.searchParams.get("q") === text);
    await expect(findRow(page, payment.partnerTxCode)).toContainText(shown(payment.amount));
  }
  const { card } = await merchant.payment(payment.paymentCode);
  await page.goto(`/panel/payments?q=${card?.maskedPan?.slice(-4)}&min=${payment.amount}&max=${payment.amount}`);
  await expect(findRow(page, payment.partnerTxCode)).toHaveCount(1);

  const panel = await openFilter(page, "State");
  await expectAccessible(page);
  await panel.getByRole("checkbox", { name: "Failed" }).check();
  await expect(page).toHaveURL(/status=failed/);
  await expect(page.getByText("No payment fits these filters")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(findFilter(page, "State: Failed")).toBeFocused();
  await page.getByRole("button", { name: "Remove filter: State: Failed" }).click();
  await expect(findFilter(page, "State")).toBeFocused();
  await expect(findRow(page, payment.partnerTxCode)).toBeVisible();
  await page.goBack();
  await expect(page.getByText("No payment fits these filters")).toBeVisible();
  await page.getByRole("button", { name: "Clear all" }).click();
  await expect(page).toHaveURL(/\/panel\/payments$/);
  await expect(box).toHaveValue("");
});

test("reports an invalid amount and does not apply it; never searches or keeps a card number", async ({ browser }) => {
  const page = await openPanel(browser, findUser("support"), { path: "/panel/payments" });
  const panel = await openFilter(page, "Amount");
  const apply = panel.getByRole("button", { name: "Apply" });
  const from = panel.getByLabel("At least");
  await expect(from).toBeFocused();
  await from.fill("12.345");
  await apply.click();
  await expect(page.getByText("Enter an amount, e.g. 1,250.50")).toBeVisible();
  await expect(from).toHaveValue("12.345");
  await expect(page).toHaveURL(/\/panel\/payments$/);
  await expectAccessible(page);
  await from.fill("12,345");
  await panel.getByLabel("At most").fill("12,344.99");
  await apply.click();
  await expect(panel.getByText("The highest amount is below the lowest.")).toBeVisible();
  await expect(page).toHaveURL(/\/panel\/payments$/);
  await panel.getByLabel("At most").fill("");
  await apply.click();
  await expect(page).toHaveURL(/min=1234500$/);
  await expect(findFilter(page, "Amount: from TRY 12,345.00")).toBeFocused();

  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url() + (request.postData() ?? "")));
  const box = page.getByRole("searchbox", { name: "Search payments" });
  await box.fill(approvedCard.pan);
  await box.press("Enter");
  await expect(page.getByText("A card number is neither searched for nor kept.")).toBeVisible();
  await expect(box).toHaveAccessibleDescription(
    /A card number is neither searched for nor kept\. Enter its last four digits\.$/,
  );
  await expect(box).toHaveValue("");
  await expect(box).toBeFocused();
  await expect(page).toHaveURL(/min=1234500$/);
  expect(asked.filter((one) => one.includes(approvedCard.pan))).toEqual([]);
});

test("the list on a phone shows amount, state and code in Turkish, without scrolling sideways", async ({ browser }) => {
  const payment = await paid();
  const page = await openPanel(browser, findUser("finance"), {
    language: "tr",
    width: 390,
    path: `/panel/payments?q=${payment.partnerTxCode}`,
  });
  const row = findRow(page, payment.partnerTxCode);
  await expect(row).toContainText(shown(payment.amount, "tr"));
  await expect(row).toContainText("Tahsil edildi");
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await row.getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(shown(payment.amount, "tr"));
  await expect(page.getByText("Banka tahsilatı onayladı")).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test("a payment shows its amounts, its masked card and its timeline in both languages", async ({ browser }) => {
  const payment = await paid({ description: "<img src=x onerror=alert(1)>" });
  const { card, commission } = await merchant.payment(payment.paymentCode);
  const page = await openDetail(browser, payment.paymentCode);
  await expect(page.getByText(card?.maskedPan ?? "", { exact: true })).toBeVisible();
  await expect(page.getByText("<img src=x onerror=alert(1)>")).toBeVisible();
  const statement = page.getByRole("region", { name: "What you receive" });
  await expect(statement).toContainText(shown(Number(commission?.netAmount)));
  const events = page.getByRole("list", { name: "What happened to the payment, oldest first" }).getByRole("listitem");
  await expect(events.nth(0)).toContainText("Payment created by the API");
  for (const text of ["Card entered", "authenticated", "Capture sent", "approved the capture", "Payment captured"]) {
    await expect(events.filter({ hasText: text }).first()).toBeVisible();
  }
  await expectAccessible(page);
  await page.getByRole("button", { name: "Türkçe" }).click();
  await expect(page.getByRole("region", { name: "Net tutarınız" })).toContainText(
    shown(Number(commission?.netAmount), "tr"),
  );
});

test("the page of an open payment updates itself until its outcome", async ({ browser }) => {
  const partnerTxCode = newCode();
  const payment = await merchant.created({ partnerTxCode });
  const page = await openDetail(browser, payment.paymentCode);
  await expect(page.getByText("The payment has not come to its end yet.")).toBeVisible();
  await payOverHttp(payment);
  await expect(page.getByText("The bank approved the capture")).toBeVisible();
  await expect(page.getByRole("region", { name: "What you receive" })).toBeVisible();
});

test("a void shows its amount before, happens once, and is confirmed after; a partial refund is refused today with the reason", async ({
  browser,
}) => {
  const payment = await paid();
  const page = await openDetail(browser, payment.paymentCode);
  await page.getByRole("button", { name: "Void", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Void this payment" });
  await expect(dialog.getByLabel("Amount to refund")).toBeDisabled();
  await expect(dialog).toContainText("Today only the whole can be voided. A part can be refunded from");
  await expect(dialog).toContainText("may never show on the statement");
  await expectAccessible(page);
  const reason = dialog.getByLabel("Reason");
  await reason.fill(approvedCard.pan);
  await dialog.getByRole("button", { name: `Void ${shown(payment.amount)}` }).click();
  await expect(reason).toBeFocused();
  await expect(reason).toHaveAccessibleDescription(/A card number or an IBAN is not allowed here\.$/);
  await reason.fill("Sent back");
  await dialog.getByRole("button", { name: `Void ${shown(payment.amount)}` }).dblclick();
  await expect(dialog.getByRole("alert")).toContainText(`${shown(payment.amount)} voided`);
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("button", { name: "Void", exact: true })).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await expect(page.getByRole("table", { name: /Refunds and voids/ }).getByRole("row")).toHaveCount(2);
  await expect(page.getByText(`The bank approved the void of ${shown(payment.amount)}`)).toBeVisible();
});

test("a user without the refund permission sees no refund button and is refused by the server", async ({ browser }) => {
  const payment = await paid();
  const page = await openDetail(browser, payment.paymentCode, {}, "support");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(shown(payment.amount));
  await expect(page.getByRole("button", { name: "Void", exact: true })).toHaveCount(0);
  const answer = await page.request.post("/api/trpc/refund.start", {
    headers: { origin: sandbox.apiUrl, "x-vezne-page": "1", "content-type": "application/json" },
    data: { json: { key: randomUUID(), paymentCode: payment.paymentCode, amount: null, method: "auto" } },
  });
  expect(answer.status()).toBe(403);
});

test("another account's payment looks like a missing one", async ({ browser }) => {
  const payment = await paid();
  const page = await openPanel(browser, findUser("owner", amountLimited), {
    path: `/panel/payments/${payment.paymentCode}`,
  });
  await expect(page.getByText("The payment was not found.")).toBeVisible();
  await page.goto(`/panel/payments?q=${payment.paymentCode}`);
  await expect(page.getByText("No payment fits these filters")).toBeVisible();
});

test("exports the filtered list as a spreadsheet file without formulas for finance; 403 for support", async ({
  browser,
}) => {
  const tag = `csv-${randomUUID()}`;
  await merchant.created({ partnerTxCode: `${tag}-1`, description: '=HYPERLINK("http://evil.example","x")' });
  await merchant.created({ partnerTxCode: `${tag}-2`, description: "plain" });
  const page = await openPanel(browser, findUser("finance"), { language: "tr", path: `/panel/payments?q=${tag}` });
  const href = await page.getByRole("link", { name: "CSV indir" }).getAttribute("href");
  const answer = await page.request.get(href ?? "");
  expect(answer.headers()["content-type"]).toContain("text/csv");
  const lines = (await answer.text()).trim().split("\r\n");
  expect(lines).toHaveLength(3);
  expect(lines[0]).toContain(";İşlem kodu;");
  expect(lines.join()).toContain(`"'=HYPERLINK(""http://evil.example"",""x"")"`);
  expect(lines[1]).toContain(";1250,50;");

  const support = await openPanel(browser, findUser("support"), { path: "/panel/payments" });
  await expect(support.getByRole("link", { name: "Download CSV" })).toHaveCount(0);
  const refused = await fetch(`${sandbox.apiUrl}${href}`, { headers: { cookie: await readCookie(support) } });
  expect(refused.status).toBe(403);
  expect((await fetch(`${sandbox.apiUrl}${href}`)).status).toBe(401);
});

test("the payments of a link are opened from the link; the filter is in the address, can be removed and set again", async ({
  browser,
}) => {
  const link = await merchant.createdLink();
  await payLink(link);
  const page = await openPanel(browser, findUser("support"), { path: `/panel/links/${link.id}` });
  await page.getByRole("link", { name: "All payments of this link" }).click();
  await expect(page).toHaveURL(new RegExp(`\\?link=${link.id}$`));
  const codes = page.getByRole("table").getByRole("link");
  await expect(codes).toHaveCount(1);
  const filter = `Payment link: ${link.partnerReference}`;
  await expect(findFilter(page, filter)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: `Remove filter: ${filter}` }).press("Enter");
  await expect(page).toHaveURL(/\/panel\/payments$/);
  await expect(findFilter(page, "Payment link")).toBeFocused();
  await chooseFilter(page, "Payment link", String(link.partnerReference));
  await expect(page).toHaveURL(new RegExp(`\\?link=${link.id}$`));
  await page.getByRole("columnheader", { name: "Amount" }).getByRole("button").click();
  await expect(page).toHaveURL(/sort=-amount$/);
  await expect(codes).toHaveCount(1);
});
