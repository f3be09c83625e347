import { randomInt } from "node:crypto";
import type { Page } from "@playwright/test";
import { expect, test, typeCard } from "../support/browser";
import { cardWith } from "../support/cards";
import { payLink } from "../support/link-buyer";
import { findFilter, openFilter } from "../support/list";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  findUser,
  newPanelPage,
  openPanel,
  readCookie,
} from "../support/panel";
import { amountLimited, demo, other, sandbox } from "../support/product";

const bonus = cardWith({ brand: "bonus" });

/** Records requests to the buyer's pages, which must not happen while a user views a link in the panel. */
function requestsToPayPages(page: Page): string[] {
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().startsWith(sandbox.payUrl)) asked.push(request.url());
  });
  return asked;
}

/** Types the amount when the page is ready, which is when the button shows the amount. */
async function typeAmount(page: Page, typed: string): Promise<void> {
  await expect(async () => {
    await page.getByLabel("Amount (TRY)").fill("");
    await page.getByLabel("Amount (TRY)").fill(typed);
    await expect(page.getByRole("button", { name: /^Create link for TRY/ })).toBeVisible({ timeout: 1_000 });
  }).toPass();
}

/** Reads the preview's rows of the programme Bonus: count, total and net as texts. */
async function previewed(page: Page): Promise<[count: string, total: string, net: string][]> {
  const table = page.getByRole("table", { name: /Bonus/ });
  await expect(table.getByRole("row")).toHaveCount(7);
  const rows = await table.getByRole("row").filter({ hasText: "commission" }).all();
  return Promise.all(
    rows.map(async (row): Promise<[string, string, string]> => {
      const [option, total, net] = [row.getByRole("rowheader"), ...(await row.getByRole("cell").all())];
      const first = async (cell: typeof option | undefined) =>
        ((await cell?.innerText()) ?? "").split("\n")[0]?.replaceAll("\u00a0", " ") ?? "";
      return [await first(option), await first(total), await first(net)];
    }),
  );
}

test("creates a link with items and a preview, and shows without a reload that it was paid", async ({
  browser,
  merchant,
}) => {
  const page = await newPanelPage(browser, findUser("owner"));
  const asked = requestsToPayPages(page);
  await page.goto("/panel/links/new");
  await typeAmount(page, "1,250.50");
  await page.getByLabel("Terminal").selectOption(demo.terminals.default);
  await page.getByLabel("Description").fill("Tea set");
  await page.getByLabel("Payer's name").fill("Ayşe Yılmaz");
  await page.getByRole("slider").press("End");
  await expect(page.getByText("The whole commission is passed on")).toBeVisible();
  const add = page.getByRole("button", { name: "Add an item" });
  for (const [place, name, amount] of [
    [1, "Shipping", "250.50"],
    [2, "Cups", "900"],
  ] as const) {
    await add.press("Enter");
    const item = page.getByRole("group", { name: `Item ${place}` });
    await item.getByLabel("Name").fill(name);
    await item.getByLabel("Amount").fill(amount);
  }
  await expect(page.getByText("TRY 100.00 less than the amount.")).toBeVisible();
  await page.getByRole("button", { name: "Create link for TRY 1,250.50" }).click();
  await expect(page.getByText("The items must add up to the amount.")).toBeVisible();
  await expect(page.getByRole("group", { name: "Item 1" }).getByLabel("Amount")).toBeFocused();
  await expect(page.getByRole("group", { name: "Items", exact: true })).toHaveAccessibleDescription(
    "The items must add up to the amount.",
  );
  await page.getByRole("group", { name: "Item 2" }).getByLabel("Amount").fill("1,000");
  await expect(page.getByText("Equal to the amount.")).toBeVisible();
  await page.getByRole("button", { name: "Move item 2 up" }).press("Enter");
  await expect(page.getByRole("group", { name: "Item 1" }).getByLabel("Name")).toHaveValue("Cups");
  const preview = await previewed(page);
  expect(preview[0]).toEqual(["Single payment", "TRY 1,281.76", "TRY 1,249.72"]);
  await page.getByRole("button", { name: "Create link for TRY 1,250.50" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("The payment link is ready");
  const url = await page.getByLabel("Address of the link").inputValue();
  await page.getByRole("link", { name: "Details of the link" }).click();
  await page.waitForURL(/\/panel\/links\/pl_/);
  const link = await merchant.link(new URL(page.url()).pathname.split("/").at(-1) ?? "");
  expect(link).toMatchObject({ url, status: "pending", firstOpenedAt: null, amount: 125_050 });
  await expect(page.getByRole("main").getByRole("status")).toHaveText("Waiting");

  const buyer = await (await browser.newContext({ locale: "en-GB" })).newPage();
  await buyer.goto(url);
  await expect(page.getByRole("main").getByRole("status")).toHaveText("Opened");
  await typeCard(buyer, bonus);
  const choices = buyer.locator('input[name="choice"]');
  await expect(choices).toHaveCount(6);
  const offered = await choices.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value.split("-")));
  const money = (kurus: string) => `TRY ${(Number(kurus) / 100).toLocaleString("en-GB", { minimumFractionDigits: 2 })}`;
  expect(offered.map(([, total = ""]) => money(total))).toEqual(preview.map(([, total]) => total));
  const items = (await buyer.locator("main").innerText()).replace(/\s+/g, " ");
  expect(items.indexOf("Cups")).toBeLessThan(items.indexOf("Shipping"));

  const [, total = ""] = offered.find(([count]) => count === "3") ?? [];
  await payLink(link, { card: bonus, count: 3, total: Number(total) });
  await expect(page.getByRole("main").getByRole("status")).toHaveText("Paid");
  const [, totalText, net] = preview.find(([count]) => count === "3 installments") ?? [];
  await expect(page.getByText(`${totalText} captured`)).toBeVisible();
  const payment = page
    .getByRole("table", { name: /Payments/ })
    .getByRole("row")
    .last();
  await expect(payment).toContainText("Captured");
  await expect(payment).toContainText(net ?? "nothing");
  for (const text of ["The link was created", "Card ending in", "The link was paid"]) {
    await expect(page.getByRole("listitem").filter({ hasText: text })).toBeVisible();
  }
  await expect(page.getByRole("button", { name: "Cancel the link" })).toHaveCount(0);
  expect(asked, "requests of the panel to the buyer's pages").toEqual([]);
});

test("warns while it is typed of what the buyer cannot pay, creates the link nevertheless, and repeats the warning", async ({
  browser,
}) => {
  const limited = await openPanel(browser, findUser("finance", amountLimited), { language: "tr", width: 390 });
  await limited.goto("/panel/links/new");
  await limited.getByLabel("Tutar (TL)").fill("600");
  const warning = limited.getByText("Hesabınız 100,00 TL ile 500,00 TL arasındaki ödemeleri kabul eder.");
  await expect(warning).toBeVisible();
  await expect(limited.getByText("Linki yine de oluşturabilirsiniz")).toBeVisible();
  await expectAccessible(limited);
  await limited.getByRole("button", { name: "600,00 TL için link oluştur" }).click();
  await expect(limited.getByRole("heading", { level: 1 })).toHaveText("Ödeme linki hazır");
  await expect(warning).toBeVisible();

  const page = await openPanel(browser, findUser("owner", other));
  await page.goto("/panel/links/new");
  await page.getByLabel("Terminal").selectOption(other.terminals.limited);
  await page.getByLabel("Amount (TRY)").fill("1,000.01");
  await expect(page.getByText("This terminal cannot charge this amount at the moment")).toBeVisible();
  await page.getByLabel("Amount (TRY)").fill("1,000");
  await expect(page.getByText("This terminal cannot charge this amount at the moment")).toBeHidden();
});

test("crosses out and explains options above the maximum of one payment", async ({ browser }) => {
  const page = await openPanel(browser, findUser("finance"), { path: "/panel/links/new" });
  await typeAmount(page, "10,000,000");
  await page.getByLabel("Terminal").selectOption(demo.terminals.default);
  const single = page.getByRole("table", { name: /Bonus/ }).getByRole("row").filter({ hasText: "Single payment" });
  await expect(single).toContainText("TRY 10,000,000.00".replaceAll(" ", "\u00a0"));
  await expect(single.locator("s")).toHaveCount(0);
  await page.getByRole("slider").press("End");
  await expect(single.locator("s")).toHaveText("TRY 10,250,000.00".replaceAll(" ", "\u00a0"));
  await expect(single).toContainText("cannot be chosen");
});

test("cancels a link after a confirmation; a late cancellation shows the reason", async ({ browser, merchant }) => {
  const link = await merchant.createdLink({ amount: 4_200 });
  const page = await openPanel(browser, findUser("finance"), { language: "tr", path: `/panel/links/${link.id}` });
  await page.getByRole("button", { name: "Linki iptal et" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("42,00 TL tutarındaki");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Vazgeç" }).click();
  expect((await merchant.link(link.id)).status).toBe("pending");
  await page.getByRole("button", { name: "Linki iptal et" }).click();
  await dialog.getByRole("button", { name: "42,00 TL tutarlı linki iptal et" }).click();
  await expect(page.getByRole("main").getByRole("status")).toHaveText("İptal edildi");
  await expect(page.getByText("Link iptal edildi").first()).toBeVisible();
  expect((await merchant.link(link.id)).status).toBe("cancelled");

  const other = await merchant.createdLink({ amount: 4_300 });
  await page.goto(`/panel/links/${other.id}`);
  await page.getByRole("button", { name: "Linki iptal et" }).click();
  // The page does not see the payment before the button is pressed.
  await page.route(/link\.get/, (route) => route.abort());
  await merchant.cancelLink(other.id);
  await dialog.getByRole("button", { name: "43,00 TL tutarlı linki iptal et" }).click();
  await expect(dialog).toContainText("Link daha önce iptal edilmiş.");
});

test("support sees links but may not create or cancel one", async ({ browser, merchant }) => {
  const link = await merchant.createdLink();
  const page = await openPanel(browser, findUser("support"), { path: "/panel/links" });
  await expect(page.getByRole("table")).toBeVisible();
  await expect(page.getByRole("link", { name: "New link" })).toHaveCount(0);
  await page.goto(`/panel/links/${link.id}`);
  await expect(page.getByLabel("Address of the link")).toHaveValue(link.url);
  await expect(page.getByRole("button", { name: "Cancel the link" })).toHaveCount(0);
  await page.goto("/panel/links/new");
  await expect(page.getByText("You may not see this screen")).toBeVisible();
  const cookie = await readCookie(page);
  for (const procedure of ["link.create", "link.cancel"]) {
    const answer = await page.request.post(`/api/trpc/${procedure}`, {
      headers: { cookie, origin: sandbox.apiUrl, "x-vezne-page": "1", "sec-fetch-site": "same-origin" },
      data: { json: { linkId: link.id } },
    });
    expect([answer.status(), (await answer.json()).error.json.data.code]).toEqual([403, "access_denied"]);
  }
  expect((await merchant.link(link.id)).status).toBe("pending");
});

test("the list filters by state and amount; its address can be shared, and going back keeps the filters", async ({
  browser,
  merchant,
}) => {
  // Only this test uses these amounts.
  const amount = 700_000_000 + randomInt(1_000_000) * 10;
  const [first, second] = [
    await merchant.createdLink({ amount, description: "Kept" }),
    await merchant.createdLink({ amount: amount + 1, description: "Dropped" }),
  ];
  await merchant.cancelLink(second.id);
  const page = await openPanel(browser, findUser("owner"), { language: "tr", width: 390, path: "/panel/links" });
  await page.getByRole("button", { name: "Filtreler" }).click();
  const panel = await openFilter(page, "Tutar");
  await panel.getByLabel("En az").fill("yok");
  await panel.getByRole("button", { name: "Uygula" }).click();
  await expect(panel.getByText("Geçerli bir tutar yazın")).toBeVisible();
  const typed = (kurus: number) => (kurus / 100).toFixed(2).replace(".", ",");
  await panel.getByLabel("En az").fill(typed(amount));
  await panel.getByLabel("En çok").fill(typed(amount + 1));
  await panel.getByRole("button", { name: "Uygula" }).click();
  // On a phone the rows are cards, and the heads of the columns are not shown.
  const rows = page.getByRole("row");
  await expect(rows).toHaveCount(2);
  const states = await openFilter(page, "Durum");
  await states.getByRole("checkbox", { name: "Bekliyor" }).check();
  await expect(rows).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  const shared = page.url();
  await page.getByRole("link", { name: String(first.partnerReference), exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(String(first.partnerReference));
  await page.goBack();
  await expect(page).toHaveURL(shared);
  await expect(rows).toHaveCount(1);
  await findFilter(page, "Durum: Bekliyor").click();
  const again = page.getByRole("dialog", { name: "Durum" });
  await again.getByRole("checkbox", { name: "Başarısız" }).check();
  await again.getByRole("checkbox", { name: "Bekliyor" }).uncheck();
  await expect(page.getByText("Bu filtreye uyan link yok")).toBeVisible();
  await again.getByRole("checkbox", { name: "Başarısız" }).uncheck();
  await expect(rows).toHaveCount(2);
  await expect(again, "the panel stays open after its last value was removed").toBeVisible();
});
