import type { Page } from "@playwright/test";
import { expect, test } from "../support/browser";
import { approvedCard, cardWith } from "../support/cards";
import { Merchant } from "../support/merchant";
import { expectAccessible, expectNoSidewaysScroll, findUser, newPanelPage } from "../support/panel";
import { demo, sandbox } from "../support/product";
import type { TerminalName } from "../support/sandbox";

const merchant = new Merchant(sandbox.apiUrl, demo);

const open = (page: Page, terminal: TerminalName = "default") =>
  page.goto(`${sandbox.panelUrl}/installments?terminal=${demo.terminals[terminal]}`);

const offer = (page: Page) => page.getByRole("table", { name: "Installment options" });
const lira = (kurus: number) =>
  `TRY ${(kurus / 100).toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;

test("the calculator agrees with the merchant API for every count, amount and share", async ({ browser }) => {
  const page = await newPanelPage(browser, findUser("support"));
  await open(page);
  await page.getByLabel("Amount").fill("1,250.50");
  await page.getByLabel("First digits of the card").fill(approvedCard.pan.slice(0, 8));
  await expect(page.getByText(`${approvedCard.bank} · Credit`)).toBeVisible();
  for (const percent of [0, 50, 100]) {
    await page.getByRole("slider").fill(String(percent));
    const asked = { baseAmount: 125_050, customerCommissionShareBps: percent * 100 };
    const { options } = (await merchant.installmentOptions(approvedCard.pan, asked)).json();
    const rows = offer(page).getByRole("row");
    await expect(rows).toHaveCount(options.length + 1);
    for (const [n, option] of options.entries()) {
      const cells = rows.nth(n + 1).getByRole("cell");
      const { commissionAmount, customerShareAmount, totalAmount } = option;
      await expect(cells.nth(1)).toHaveText(lira(commissionAmount));
      await expect(cells.nth(2)).toHaveText(lira(customerShareAmount));
      await expect(cells.nth(3)).toHaveText(lira(totalAmount));
    }
  }
  await expectAccessible(page);
});

test("D-30's example: one to one leaves 78 kuruş less, the exact charge leaves the full price", async ({ browser }) => {
  const page = await newPanelPage(browser, findUser("finance"));
  await open(page, "singleOnly");
  await page.getByLabel("Amount").fill("1250.50");
  await page.getByLabel("First digits of the card").fill(approvedCard.pan.slice(0, 8));
  await page.getByRole("slider").press("End");
  const row = page.getByRole("table", { name: "Passing the commission on to the buyer" }).getByRole("row").nth(1);
  const cells = ["Single payment", "TRY 1,281.76", "TRY 1,249.72", "TRY 0.78", "TRY 1,282.56"];
  await expect(row.getByRole("cell")).toHaveText(cells);
});

test("begins with nothing passed on, and warns where passing on is a legal risk", async ({ browser }) => {
  const page = await newPanelPage(browser, findUser("owner"));
  await open(page);
  const [warning, share] = [page.getByText("Law 5464, art. 17"), page.getByRole("slider")];
  await expect(offer(page)).toBeVisible();
  await expect(share).toHaveValue("0");
  await expect(warning).toHaveCount(0);
  await expect(page.getByRole("table", { name: "Passing the commission on to the buyer" })).toHaveCount(0);
  await share.press("ArrowRight");
  await expect(warning).toBeVisible();
  await expect(offer(page).getByRole("columnheader", { name: "Passed on to the buyer" })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("First digits of the card").fill(cardWith({ family: "debit" }).pan.slice(0, 8));
  await expect(offer(page).getByRole("columnheader", { name: "Commission passed on" })).toBeVisible();
  await expect(warning).toBeVisible();
  await share.press("Home");
  await expect(warning).toHaveCount(0);
});

test("more than eight digits are refused as a card number and cleared at once", async ({ browser }) => {
  const page = await newPanelPage(browser, findUser("owner"));
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url() + (request.postData() ?? "")));
  await open(page);
  const digits = page.getByLabel("First digits of the card");
  await digits.fill(approvedCard.pan);
  await expect(page.getByText("Do not enter a card number.")).toBeVisible();
  await expect(digits).toHaveValue("");
  await expectAccessible(page);
  await digits.fill("5528 7900");
  await expect(digits).toHaveValue("55287900");
  await expect(page.getByText("Do not enter a card number.")).toHaveCount(0);
  expect(asked.filter((one) => one.includes(approvedCard.pan.slice(0, 9)))).toEqual([]);
});

test("explains an empty list and a family that the terminal does not allow", async ({ browser }) => {
  const page = await newPanelPage(browser, findUser("owner"));
  await open(page, "domesticOnly");
  await page.getByLabel("First digits of the card").fill(cardWith({ family: "foreign" }).pan.slice(0, 8));
  await expect(page.getByText("This card cannot be charged at this terminal")).toBeVisible();
  await expect(page.getByText("does not support foreign cards")).toBeVisible();
  await page.getByLabel("Terminal").selectOption(demo.terminals.creditOnly);
  await expect(page).toHaveURL(new RegExp(demo.terminals.creditOnly));
  await page.getByLabel("First digits of the card").fill(cardWith({ family: "debit" }).pan.slice(0, 8));
  await expect(page.getByText("does not take this kind of card")).toBeVisible();
});

test("the tariff has a column for every count, and marks counts that a terminal excludes", async ({ browser }) => {
  const page = await newPanelPage(browser, findUser("developer"));
  await open(page, "singleOnly");
  const tariff = page.getByRole("table", { name: "Commission rates" });
  await expect(tariff.getByRole("columnheader", { name: "12 installments" })).toContainText("not at this terminal");
  await expect(tariff.getByRole("columnheader", { name: "Single payment" })).toHaveText("Single payment");
  await expect(tariff.getByRole("row").filter({ hasText: "Debit" })).toContainText("1.50%");
  await open(page, "inactive");
  await expect(page.getByText("This terminal is inactive")).toBeVisible();
  await expect(page.getByLabel("Amount")).toHaveCount(0);
  await open(page, "netBasis");
  await expect(
    page.getByText("commission is due on the amount charged without the commission passed on"),
  ).toBeVisible();
});

test("on a phone in Turkish the tables scroll inside themselves, and the page does not", async ({ browser }) => {
  const page = await newPanelPage(browser, findUser("owner"), { language: "tr", width: 390 });
  await open(page);
  await expect(page.getByRole("table", { name: "Taksit seçenekleri" })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});
