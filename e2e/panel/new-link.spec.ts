import type { Locator } from "@playwright/test";
import { expect, test } from "../support/browser";
import { approvedCard } from "../support/cards";
import { expectAccessible, findUser, openPanel } from "../support/panel";
import { held, linksDisabled } from "../support/product";

test("names every wrong field after the first attempt, follows the typing, and keeps everything when the connection breaks", async ({
  browser,
}) => {
  const page = await openPanel(browser, findUser("owner"), { width: 390 });
  await page.goto("/panel/links/new");
  const [amount, description, share, address] = [
    "Amount (TRY)",
    "Description",
    "The buyer's share in percent",
    "Return address",
  ].map((label) => page.getByLabel(label)) as [Locator, Locator, Locator, Locator];
  const create = page.getByRole("button", { name: /^Create (payment link|link for)/ });
  await description.fill(approvedCard.pan);
  await share.fill("abc");
  await address.fill("shop.example");
  await create.click();
  await expect(amount).toBeFocused();
  for (const field of [amount, description, share, address]) {
    await expect(field).toHaveAttribute("aria-invalid", "true");
  }
  await expectAccessible(page);
  await amount.fill("1,250.50");
  await description.fill(" Tea set ");
  await expect(address).toHaveAttribute("aria-invalid", "true");
  for (const field of [amount, description]) await expect(field).not.toHaveAttribute("aria-invalid");
  await address.fill("");
  await share.fill("150");
  await amount.press("Enter");
  await expect(share).toBeFocused();
  await expect(share).toHaveAccessibleDescription("Enter a percentage from 0 to 100, with at most two decimals.");
  await share.fill("12.5");
  await expect(page.getByText("12.50% is passed on to the buyer")).toBeVisible();
  await expect(share).not.toHaveAttribute("aria-invalid");
  await page.route(/link\.create/, (route) => route.abort());
  await description.press("Tab");
  await page.getByLabel("Payer's name").press("Enter");
  await expect(page.getByText("It is not known whether the link was created")).toBeVisible();
  await expect(amount).toHaveValue("1,250.50");
  await expect(description).toHaveValue(" Tea set ");
});

test("warns while a share of the commission is passed on to single payments", async ({ browser }) => {
  const page = await openPanel(browser, findUser("owner"), { path: "/panel/links/new" });
  const [warning, share] = [page.getByText("Law 5464, art. 17"), page.getByLabel("The buyer's share in percent")];
  await expect(share).toHaveValue("0");
  await expect(warning).toHaveCount(0);
  await share.fill("12.5");
  await expect(warning).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Restrict the installment options").check();
  await expect(warning).toBeVisible();
  await page.getByLabel("Single payment", { exact: true }).uncheck();
  await expect(warning).toHaveCount(0);
});

test("shows the reason why no link can be created instead of a form", async ({ browser }) => {
  for (const [account, reason] of [
    [linksDisabled, "not enabled for your account"],
    [held, "Payment acceptance is on hold"],
  ] as const) {
    const page = await openPanel(browser, findUser("owner", account), { path: "/panel/links/new" });
    await expect(page.getByText("Payment links cannot be created at the moment")).toBeVisible();
    await expect(page.getByText(reason)).toBeVisible();
    await expect(page.getByRole("main").getByRole("textbox")).toHaveCount(0);
    await page.context().close();
  }
});
