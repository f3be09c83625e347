import { expect, test } from "@playwright/test";
import { Merchant } from "../support/merchant";
import { expectAccessible, expectNoSidewaysScroll, openPanel, userOf } from "../support/panel";
import {
  amountLimited,
  closed,
  demo,
  held,
  hostRestricted,
  linksDisabled,
  other,
  sandbox,
  suspended,
} from "../support/product";

const place = `${sandbox.panelUrl}/account`;

test("an open account: everything works, its terms and terminals stand there", async ({ browser }) => {
  const page = await openPanel(browser, userOf("support"));
  await page.goto(place);
  await expect(page.getByText("Does not work")).toHaveCount(0);
  const terminals = page.getByRole("table", { name: "Terminals" });
  await expect(terminals.getByRole("row").filter({ hasText: "Kapalı terminal" })).toContainText("Inactive");
  await expect(terminals.getByRole("row").filter({ hasText: "Yalnız tek çekim" })).toContainText("Single payment");
  await expectAccessible(page);
});

test("neither what a bank limits nor a secret is in the page or in what it asks for", async ({ browser }) => {
  const page = await openPanel(browser, userOf("owner"));
  const answers: Promise<string>[] = [];
  page.on("response", (answer) => answers.push(answer.text().catch(() => "")));
  await page.goto(place);
  await expect(page.getByRole("table", { name: /Budgets of the key/ }).first()).toBeVisible();
  const told = (await Promise.all(answers)).join("\n");
  expect(told).toContain("Sınırlı sanal POS");
  expect(told).not.toMatch(/limitPerTx|limitDaily|limitWindows|keyHash|webhookSecret|storeKey/);
  for (const secret of [...demo.apiKeys, demo.webhookSecret]) expect(told).not.toContain(secret);
});

test("a hold says why, since when, and what still works", async ({ browser }) => {
  const page = await openPanel(browser, userOf("owner", held), { language: "tr" });
  await page.goto(place);
  await expect(page.getByText("Risk ekibimiz hesabı inceliyor.")).toBeVisible();
  const { heldSince } = (await new Merchant(sandbox.apiUrl, held).get("/v1/payment-acceptance-status")).json();
  const sinceDay = new Date(heldSince).toLocaleDateString("tr", {
    day: "numeric",
    month: "short",
    year: "numeric",
    timeZone: "Europe/Istanbul",
  });
  const row = (term: string) => page.locator("dl > div").filter({ hasText: term });
  await expect(page.locator(`time[datetime="${heldSince}"]`)).toContainText(sinceDay);
  await expect(row("Yeni ödeme oluşturma")).toContainText("Çalışmıyor");
  await expect(row("İptal ve iade")).toContainText("Çalışıyor");
  await expectAccessible(page);
});

for (const [partner, said, refunds] of [
  [suspended, "Your account is suspended", "Does not work"],
  [closed, "Your account is closed", "Does not work"],
] as const) {
  test(`what works, and what does not: ${said}`, async ({ browser }) => {
    const page = await openPanel(browser, userOf("owner", partner));
    await page.goto(place);
    await expect(page.getByText(said, { exact: true })).toBeVisible();
    await expect(page.locator("dl > div").filter({ hasText: "Voids and refunds" })).toContainText(refunds);
  });
}

for (const [partner, sentence] of [
  [amountLimited, "between TRY 100.00 and TRY 500.00"],
  [hostRestricted, "shop.example, *.shops.example"],
  [linksDisabled, "Not enabled for your account"],
] as const) {
  test(`what staff have set on an account stands there: ${sentence}`, async ({ browser }) => {
    const page = await openPanel(browser, userOf("owner", partner));
    await page.goto(place);
    await expect(page.getByText(sentence)).toBeVisible();
  });
}

test("a key's budget goes down with what the key asks for, and looking takes nothing of it", async ({ browser }) => {
  const page = await openPanel(browser, userOf("developer", other));
  const server = new Merchant(sandbox.apiUrl, other, other.apiKeys[1]);
  const row = page.getByRole("table", { name: "Budgets of the key Sandbox 2" }).getByRole("row", { name: /Refunds/ });
  const used = async () => Number(await row.getByRole("cell").nth(1).innerText());
  // A window may end in between: then it is asked once more.
  await expect(async () => {
    await page.goto(place);
    const before = await used();
    await Promise.all([1, 2, 3].map(() => server.post({}, {}, "/v1/payments/pay_none/refunds")));
    await expect.poll(used, { timeout: 9_000 }).toBe(before + 3);
    await page.reload();
    expect(await used()).toBe(before + 3);
  }).toPass();
});

test("budgets are shown to owners and developers only, and refused to others", async ({ browser }) => {
  const page = await openPanel(browser, userOf("finance"));
  await page.goto(place);
  await expect(page.getByRole("heading", { name: "Terminals" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "API request budgets" })).toHaveCount(0);
  const status = await page.evaluate(() => fetch("/api/trpc/account.budgets").then((answer) => answer.status));
  expect(status).toBe(403);
});

for (const language of ["tr", "en"] as const) {
  test(`on a phone nothing is wider than the screen (${language})`, async ({ browser }) => {
    const page = await openPanel(browser, userOf("owner"), { language, width: 390 });
    await page.goto(place);
    await expect(page.getByRole("table").last()).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
}
