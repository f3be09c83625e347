import { randomUUID } from "node:crypto";
import type { Browser, Locator, Page } from "@playwright/test";
import { expect, test } from "../support/browser";
import { approvedCard } from "../support/cards";
import { sendWebhook } from "../support/controls";
import { chooseFilter, findFilter, openFilter } from "../support/list";
import { Merchant } from "../support/merchant";
import { expectAccessible, expectNoSidewaysScroll, findUser, openPanel } from "../support/panel";
import { callProcedure } from "../support/procedure";
import { demo, sandbox, suspended } from "../support/product";
import { Refunder } from "../support/refund-steps";
import { openStaff } from "../support/staff";
import { WebhookReceiver } from "../support/webhook-receiver";

const merchant = new Merchant(sandbox.apiUrl, demo);

/** Creates open payments whose codes begin alike, with ascending amounts; returns the beginning of the codes. */
async function createAlike(count: number): Promise<{ start: string; codes: string[] }> {
  const start = `SIP-2026-KADIKOY-MAGAZA-${randomUUID().slice(0, 8)}-`;
  const codes = Array.from({ length: count }, (_, n) => `${start}${517 + n}`);
  for (const [n, partnerTxCode] of codes.entries()) await merchant.created({ partnerTxCode, amount: 10_000 + n });
  return { start, codes };
}

const openList = async (browser: Browser, path: string, options: Parameters<typeof openPanel>[2] = {}) => {
  const page = await openPanel(browser, findUser("owner"), options);
  await page.goto(path);
  return page;
};

const table = (page: Page) => page.getByRole("table").last();
const links = (page: Page) => table(page).getByRole("link");

/** Returns the values of a list that end before they are complete, without a title that has the whole value. */
const findCut = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("main th, main td")]
      .filter((cell) => cell.offsetWidth > 0 && cell.scrollWidth > cell.clientWidth)
      .filter((cell) => cell.title === "" && cell.querySelector("[title]") === null)
      .map((cell) => `${cell.textContent} (${cell.scrollWidth} > ${cell.clientWidth})`),
  );

/** Returns the height of the highest row, in CSS pixels. */
const findHeight = (list: Locator): Promise<number> =>
  list.evaluate((element) => Math.max(...[...element.querySelectorAll("tbody tr")].map((row) => row.clientHeight)));

/** The lists of the panel, each with at least one row after `fillLists`. */
const lists = [
  "/panel/payments",
  "/panel/payments?status=captured&status=failed&status=expired&refunded=full&span=last_30_days",
  "/panel/links",
  "/panel/developers/requests",
  "/panel/refunds?view=decided",
  "/panel/payouts",
  "/panel/team/audit",
];

/** Makes rows for every list of the demo shop, and a delivery of another account. */
async function fillLists(page: Page): Promise<void> {
  const refunder = new Refunder(merchant);
  await refunder.expect("approved", await refunder.captured(), "void");
  const paymentCode = await refunder.captured(approvedCard, { amount: 1_200_000 });
  const input = { key: randomUUID(), paymentCode, amount: null, method: "auto", reason: "Goods came back" };
  const { data } = await callProcedure(page, "refund.start", input, "POST");
  const { requestId } = data as { requestId: string };
  expect(await callProcedure(page, "refund.withdraw", { requestId }, "POST")).toMatchObject({ status: 200 });
  const receiver = await WebhookReceiver.open(suspended);
  expect(await sendWebhook(suspended)).not.toBeNull();
  await receiver.close();
}

/** Expects rows, each of the right height, and no value that is cut, at every width. */
async function expectFitting(page: Page, path: string): Promise<void> {
  await page.goto(new URL(path, sandbox.apiUrl).href);
  await expect(table(page).locator("tbody").getByRole("row").first(), path).toBeVisible();
  await expect(page.locator(".animate-pulse"), path).toHaveCount(0);
  for (const width of [390, 1024, 1280, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(page);
    expect(await findCut(page), `${path} at ${width}`).toEqual([]);
    // A row is one line; on a phone it is a card of two lines and perhaps a button.
    expect(await findHeight(table(page)), `${path} at ${width}`).toBeLessThanOrEqual(width === 390 ? 110 : 40);
  }
}

for (const language of ["tr", "en"] as const) {
  test(`no list cuts a value or scrolls sideways at any width (${language})`, async ({ browser }) => {
    const { start } = await createAlike(2);
    const payerName = "Bartholomäus Konstantinopoulos-Yıldırımoğlu";
    await merchant.createdLink({ amount: 999_999_900, payerName, description: "Kurumsal bakım sözleşmesi ".repeat(8) });
    const page = await openPanel(browser, findUser("owner"), { language });
    await fillLists(page);
    for (const path of [`/panel/payments?q=${start}`, ...lists]) await expectFitting(page, path);
    await page.goto("/panel/payouts");
    const day = page.locator("main a[href*='/payouts/due/']").last();
    await expectFitting(page, (await day.getAttribute("href")) ?? "");
    const developer = await openPanel(browser, findUser("developer", suspended), { language });
    await expectFitting(developer, "/panel/developers/webhooks");
    const staff = await openStaff(browser, `/staff/partners/${suspended.partnerId}`, { language });
    for (const path of ["/staff", `/staff/partners/${suspended.partnerId}/webhooks`]) await expectFitting(staff, path);
  });
}

test("on a phone the ends of alike codes are visible, the order can be chosen, and a tap on a row opens it", async ({
  browser,
}) => {
  const { start, codes } = await createAlike(3);
  const page = await openList(browser, `/panel/payments?q=${start}`, { width: 390, language: "tr" });
  await expect(links(page)).toHaveCount(3);
  for (const code of codes) {
    const link = page.getByRole("link", { name: code, exact: true });
    const tail = link.getByText(code.slice(-6), { exact: true });
    const [box, row] = [await tail.boundingBox(), await page.getByRole("row").first().boundingBox()];
    expect(box!.x + box!.width).toBeLessThanOrEqual(row!.x + row!.width);
    expect(await tail.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0);
  }
  await page.getByRole("button", { name: "Sıralama" }).click();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Tutar: en düşük önce" }).click();
  await expect(page).toHaveURL(/sort=amount$/);
  await expect(links(page).first()).toHaveAccessibleName(codes[0]!);
  await page.getByRole("row").nth(1).getByText("Başlatıldı").click();
  await expect(page).toHaveURL(/\/panel\/payments\/pay_/);
  await expect(page.getByText(codes[1]!, { exact: true }).first()).toBeVisible();
});

test("the head of a column sorts with the keyboard, says so, and the order is in the address", async ({ browser }) => {
  const { start, codes } = await createAlike(3);
  const page = await openList(browser, `/panel/payments?q=${start}`);
  const head = page.getByRole("columnheader", { name: "Amount" });
  await expect(page.getByRole("columnheader", { name: "Date" })).toHaveAttribute("aria-sort", "descending");
  await expect(links(page)).toHaveCount(3);
  await head.getByRole("button").press("Enter");
  await expect(head).toHaveAttribute("aria-sort", "descending");
  await expect(links(page).first()).toHaveAccessibleName(codes[2]!);
  await head.getByRole("button").press("Enter");
  await expect(head).toHaveAttribute("aria-sort", "ascending");
  await expect(links(page).first()).toHaveAccessibleName(codes[0]!);
  await expect(page).toHaveURL(/sort=amount$/);
  await expectAccessible(page);
  await page.reload();
  await expect(head).toHaveAttribute("aria-sort", "ascending");
  await page.goBack();
  await expect(head).toHaveAttribute("aria-sort", "descending");
});

test("columns are chosen with the keyboard, stay after a reload, and can be reset", async ({ browser }) => {
  const { start } = await createAlike(1);
  const page = await openList(browser, `/panel/payments?q=${start}`, { width: 1024 });
  const head = (name: string) => page.getByRole("columnheader", { name, exact: true });
  await expect(head("Card")).toBeVisible();
  await expect(head("Net")).toHaveCount(0);
  await page.getByRole("button", { name: "Columns" }).press("Enter");
  const menu = page.getByRole("dialog", { name: "Columns" });
  await expect(menu.getByRole("checkbox").first()).toBeFocused();
  await expectAccessible(page);
  await menu.getByRole("checkbox", { name: "Net" }).press("Space");
  await menu.getByRole("checkbox", { name: "Reason" }).press("Space");
  await menu.getByRole("checkbox", { name: "Date" }).press("Space");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Columns" })).toBeFocused();
  await page.reload();
  for (const name of ["Net", "Reason"]) await expect(head(name)).toBeVisible();
  await expect(head("Date")).toHaveCount(0);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Columns" }).click();
  await menu.getByRole("button", { name: "Reset to default" }).click();
  await expect(head("Net")).toHaveCount(0);
  await expect(head("Date")).toBeVisible();
  await expect(menu.getByRole("checkbox").first()).toBeFocused();
});

test("a span is a word in the address, and days can be chosen instead", async ({ browser }) => {
  const { start } = await createAlike(1);
  const page = await openList(browser, `/panel/payments?q=${start}`);
  await chooseFilter(page, "Date", "Yesterday");
  await expect(page).toHaveURL(/span=yesterday$/);
  await expect(page.getByText("No payment fits these filters")).toBeVisible();
  await findFilter(page, "Date: Yesterday").click();
  const panel = page.getByRole("dialog", { name: "Date" });
  await panel.getByRole("button", { name: "Last 7 days" }).click();
  await expect(links(page)).toHaveCount(1);
  await findFilter(page, "Date: Last 7 days").click();
  await panel.getByLabel("First day").fill("2020-01-02");
  await panel.getByLabel("Last day").fill("2020-01-01");
  await panel.getByRole("button", { name: "Apply" }).click();
  await expect(panel.getByText("The last day is before the first.")).toBeVisible();
  await expectAccessible(page);
  await panel.getByLabel("Last day").fill("2020-01-03");
  await panel.getByRole("button", { name: "Apply" }).click();
  await expect(page).toHaveURL(/from=2020-01-02&to=2020-01-03$/);
  await expect(findFilter(page, "Date: 2 Jan 2020 – 3 Jan 2020")).toBeFocused();
  await expect(page.getByText("No payment fits these filters")).toBeVisible();
});

test("new rows are announced, and rows do not move, while the reader is further down; a hidden page asks nothing", async ({
  browser,
}) => {
  const { start } = await createAlike(12);
  const page = await openPanel(browser, findUser("support"));
  await page.clock.install();
  await page.setViewportSize({ width: 1440, height: 400 });
  // The list sets its timer when the previous answer has come, which may be after a first step of the clock.
  const pass = (hold: () => Promise<void>) =>
    expect(async () => {
      await page.clock.fastForward(5_000);
      await hold();
    }).toPass();
  let readings = 0;
  page.on("requestfinished", (request) => {
    if (request.url().includes("payment.list")) readings += 1;
  });
  await page.goto(`/panel/payments?q=${start}`);
  await expect(links(page)).toHaveCount(12);
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  // The server has sent the rows. A payment that is created before the page's own first reading would belong to them.
  await pass(() => expect.poll(() => readings, { timeout: 500 }).toBeGreaterThan(1));
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await merchant.created({ partnerTxCode: `${start}999` });
  const fresh = page.getByRole("button", { name: "1 new payment" });
  await pass(() => expect(fresh).toBeAttached({ timeout: 500 }));
  await expect(links(page)).toHaveCount(12);
  // A click by the pointer would scroll to the beginning first, where the row appears by itself and the button goes.
  await fresh.dispatchEvent("click");
  await expect(links(page)).toHaveCount(13);
  await expect(links(page).first()).toHaveAccessibleName(`${start}999`);
  await expect(fresh).toHaveCount(0);
  await expect(page.locator("[tabindex='-1']:focus").getByRole("table")).toBeVisible();

  // At the beginning of the list a new row appears by itself, unless the pointer is on the rows.
  await page.evaluate(() => window.scrollTo(0, 0));
  await links(page).first().hover();
  await merchant.created({ partnerTxCode: `${start}998` });
  await pass(() => expect(fresh).toBeVisible({ timeout: 500 }));
  await expect(links(page)).toHaveCount(13);
  await page.mouse.move(0, 0);
  await page.evaluate(() => window.scrollTo(0, 0));
  await pass(() => expect(links(page)).toHaveCount(14, { timeout: 500 }));

  let asked = 0;
  page.on("request", (request) => {
    if (request.url().includes("payment.list")) asked += 1;
  });
  const setVisibility = (state: "visible" | "hidden") =>
    page.evaluate((value) => {
      Object.defineProperty(document, "visibilityState", { configurable: true, get: () => value });
      document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
    }, state);
  await setVisibility("hidden");
  await page.clock.fastForward(120_000);
  expect(asked).toBe(0);
  await setVisibility("visible");
  await expect.poll(() => asked).toBeGreaterThan(0);
});

test("a list that cannot be read again says so, and recovers", async ({ browser }) => {
  const { start } = await createAlike(1);
  const page = await openPanel(browser, findUser("support"));
  await page.clock.install();
  await page.goto(`/panel/payments?q=${start}`);
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  await page.route(/payment\.list/, (route) => route.abort());
  // The query is tried three times.
  await expect(async () => {
    await page.clock.fastForward(5_000);
    await expect(page.getByText("Not updating")).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(links(page)).toHaveCount(1);
  await page.unroute(/payment\.list/);
  await expect(async () => {
    await page.clock.fastForward(5_000);
    await expect(page.getByText("Live", { exact: true })).toBeVisible({ timeout: 500 });
  }).toPass();
});

test("pages continue after the last row, and an old address with a page number opens the list", async ({ browser }) => {
  const { start, codes } = await createAlike(51);
  const page = await openList(browser, `/panel/payments?q=${start}&page=3`);
  await expect(links(page)).toHaveCount(50);
  await page.getByRole("button", { name: "Show more" }).click();
  await expect(links(page)).toHaveCount(51);
  await expect(page.getByText("That is all of them.")).toBeFocused();
  await expect(links(page).last()).toHaveAccessibleName(codes[0]!);
  const panel = await openFilter(page, "State");
  await panel.getByRole("checkbox", { name: "Captured" }).check();
  await expect(page.getByText("No payment fits these filters")).toBeVisible();
});
