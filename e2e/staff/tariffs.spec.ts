import { randomInt } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Browser, Page } from "@playwright/test";
import { expect, test } from "../support/browser";
import { approvedCard } from "../support/cards";
import { choicesFor } from "../support/link-buyer";
import { Merchant } from "../support/merchant";
import { hostRestricted, sandbox } from "../support/product";
import { findStaff, openStaff } from "../support/staff";

// Each test has a terminal of its own, because a terminal has one proposal at a time.
const merchant = new Merchant(sandbox.apiUrl, hostRestricted);
const second = findStaff("second@vezne.test");

/** A rate between 2 % and 3 % that the terminal does not have yet, in basis points. */
const newRate = () => randomInt(201, 250);
const typed = (rateBps: number) => (rateBps / 100).toFixed(2);

const listRates = async (terminalId: string): Promise<Record<number, number>> => {
  const answer = await merchant.installmentOptions(approvedCard.pan, { terminalId });
  const { options } = answer.json() as { options: { installmentCount: number; rateBps: number }[] };
  return Object.fromEntries(options.map(({ installmentCount, rateBps }) => [installmentCount, rateBps]));
};
const cell = (page: Page, name: string) => page.getByRole("textbox", { name: new RegExp(`^${name}`) });
const send = (page: Page) => page.getByRole("button", { name: "Send for approval" }).click();

/** Proposes the rate of a single payment with the default card. @returns the path of the proposal */
async function propose(page: Page, rateBps: number): Promise<string> {
  await cell(page, "Credit · any programme, Single payment").fill(typed(rateBps));
  await page.getByLabel("Reason").fill("The bank’s new agreement");
  await send(page);
  const link = page.getByRole("link", { name: "Open the proposal" });
  return (await link.getAttribute("href")) ?? "";
}

async function approve(browser: Browser, path: string): Promise<Page> {
  const page = await openStaff(browser, path, { user: second });
  await page.getByRole("button", { name: "Approve" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
  await expect(page.getByText("Approved", { exact: true })).toBeVisible();
  return page;
}

test("a tariff is typed, pasted, proposed and approved by a second person; look-ups and buyers have its prices until it is withdrawn", async ({
  browser,
}) => {
  const terminalId = merchant.terminal("garanti");
  const [single, three] = [newRate(), newRate() + 200];
  const former = await listRates(terminalId);
  const page = await openStaff(browser, `/staff/terminals/${terminalId}`);
  await page.getByRole("link", { name: "Tariffs" }).click();
  await page.getByRole("link", { name: "New tariff", exact: true }).click();

  // What is wrong stands in its cell, which gets the focus, and nothing that was typed is lost.
  const first = cell(page, "Credit · any programme, Single payment");
  await first.fill("2.1234");
  await page.getByLabel("Reason").fill("The bank’s new agreement");
  await send(page);
  await expect(first).toBeFocused();
  await expect(first).toHaveAccessibleName(/cannot be read/);
  await page.keyboard.type(typed(single));
  await page.keyboard.press("Enter");
  await expect(cell(page, "Credit · World, Single payment")).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(first).toBeFocused();
  await expect(first).toHaveValue(typed(single));

  await cell(page, "Credit · Axess, 3 installments").focus();
  await pasteText(page, `${typed(three).replace(".", ",")}\t-7\nabc\t${typed(three)}\n`);
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("2 cells will be filled; 2 cells have a problem");
  await dialog.getByRole("button", { name: "Fill in 2 cells" }).click();
  await expect(cell(page, "Credit · Axess, 6 installments")).toHaveValue("7.50");
  await expect(page.getByRole("table", { name: "Changed prices" }).getByRole("row")).toHaveCount(4);

  await page.getByLabel("Reason").fill("");
  await send(page);
  await expect(page.getByLabel("Reason")).toBeFocused();
  await page.getByLabel("Reason").fill("The bank’s new agreement");
  await send(page);
  const proposal = page.getByRole("link", { name: "Open the proposal" });
  await expect(proposal).toBeVisible();
  expect(await listRates(terminalId), "before the approval").toEqual(former);

  await approve(browser, (await proposal.getAttribute("href")) ?? "");
  expect(await listRates(terminalId)).toMatchObject({ 1: single, 3: three });
  const link = await merchant.createdLink({ terminalId, amount: 1_000_000, customerCommissionShareBps: 10_000 });
  expect(await choicesFor(link, approvedCard)).toContain(`1-${1_000_000 + single * 100}`);

  await page.goto(`${sandbox.apiUrl}/staff/terminals/${terminalId}/tariffs`);
  await page.getByRole("button", { name: "Withdraw" }).click();
  const withdrawal = page.getByRole("dialog");
  const ask = withdrawal.getByRole("button", { name: "Propose the withdrawal" });
  await ask.click();
  await expect(withdrawal.getByLabel("Reason")).toBeFocused();
  await withdrawal.getByLabel("Reason").fill("The bank took its offer back");
  await ask.click();
  const path = await withdrawal.getByRole("link", { name: "Open the proposal" }).getAttribute("href");
  expect((await listRates(terminalId))[1], "before the approval").toBe(single);
  await approve(browser, path ?? "");
  expect(await listRates(terminalId)).toEqual(former);
});

test("a tariff leaves as CSV and comes back from a spreadsheet’s file; a file with faults changes nothing", async ({
  browser,
}) => {
  const terminalId = merchant.terminal("posnet");
  const page = await openStaff(browser, `/staff/terminals/${terminalId}/tariffs`);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download CSV" }).click(),
  ]);
  const csv = readFileSync(await download.path(), "utf8");
  expect(csv).toMatch(/^family,onUs,brand,installmentCount,rateBps,fixedFee\r\n/);

  await page.getByRole("link", { name: "New tariff", exact: true }).click();
  const choose = (text: string) =>
    page
      .getByLabel("Read a CSV file")
      .setInputFiles({ name: "t.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
  const first = cell(page, "Credit · any programme, Single payment");
  const before = await first.inputValue();
  const faulty = csv.replace(/^credit,,,1,\d+,/m, "credit,,,1,-1,").replace(/^debit,,,1,/m, "debit,,,3,");
  await choose(faulty);
  await expect(page.getByRole("alert").filter({ hasText: "The file has 2 faults; no price was taken." })).toBeVisible();
  await expect(first).toHaveValue(before);
  await choose("name;price\nfoo;1");
  await expect(page.getByText(/the columns must be family/)).toBeVisible();

  // A spreadsheet in Turkish separates by semicolons and begins the file with a byte order mark.
  const rate = newRate();
  await choose(`\uFEFF${csv.replace(/^credit,,,1,\d+,/m, `credit,,,1,${rate},`).replaceAll(",", ";")}`);
  await expect(first).toHaveValue(typed(rate));
  await expect(page.getByRole("table", { name: "Changed prices" }).getByRole("row")).toHaveCount(2);
});

test("dates in the past and campaigns that end before they begin are refused at their fields", async ({ browser }) => {
  const page = await openStaff(browser, `/staff/terminals/${merchant.terminal("payfor")}/tariffs/new`);
  await cell(page, "Credit · any programme, Single payment").fill(typed(newRate()));
  await page.getByLabel("Reason").fill("Spring campaign");
  await page.getByRole("combobox", { name: "Start", exact: true }).selectOption({ label: "At a certain time" });
  await send(page);
  const start = page.getByLabel("Start time");
  await expect(start).toBeFocused();
  await expect(start).toHaveAccessibleDescription(/Choose a day and a time/);
  await start.fill("2020-01-01T10:00");
  await expect(start).toHaveAccessibleDescription(/This time has passed/);
  await start.fill("2040-01-02T10:00");
  await page.getByLabel("Campaign (it has an end)").check();
  const end = page.getByLabel("End time");
  await end.fill("2040-01-01T10:00");
  await expect(end).toHaveAccessibleDescription(/The end must be after the start/);
  await send(page);
  await expect(end).toBeFocused();
  await end.fill("2040-02-01T10:00");
  await expect(page.getByRole("button", { name: "Send for approval" })).toBeEnabled();
  await expect(end).not.toHaveAttribute("aria-invalid", "true");
});

test("two people approve one tariff at once: it counts once, and the other one is told so", async ({ browser }) => {
  const terminalId = merchant.terminal("alternate");
  const rate = newRate();
  const page = await openStaff(browser, `/staff/terminals/${terminalId}/tariffs/new`, {
    user: findStaff("operations@vezne.test"),
  });
  const path = await propose(page, rate);
  const people = await Promise.all(
    [findStaff("staff@vezne.test"), second].map((user) => openStaff(browser, path, { user })),
  );
  for (const one of people) await one.getByRole("button", { name: "Approve" }).click();
  await Promise.all(people.map((one) => one.getByRole("dialog").getByRole("button", { name: "Approve" }).click()));
  for (const one of people) await expect(one.getByText("Approved", { exact: true })).toBeVisible();
  const refusals = await Promise.all(people.map((one) => one.getByText("Somebody else decided before you").count()));
  expect(refusals.toSorted()).toEqual([0, 1]);
  expect((await listRates(terminalId))[1]).toBe(rate);
});

/** Pastes a text into the focused field, as the browser does. */
const pasteText = (page: Page, text: string) =>
  page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", pasted);
    document.activeElement?.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
    );
  }, text);
