import { expect, test } from "../support/browser";
import { Merchant } from "../support/merchant";
import { expectAccessible, expectNoSidewaysScroll, findUser, newPanelPage, openPanel } from "../support/panel";
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

const place = "/panel/account";

test("an open account shows that everything works, its terms and its terminals", async ({ browser }) => {
  const page = await openPanel(browser, findUser("support"), { path: place });
  await expect(page.getByText("Does not work")).toHaveCount(0);
  const terminals = page.getByRole("table", { name: "Terminals" });
  await expect(terminals.getByRole("row").filter({ hasText: "Kapalı terminal" })).toContainText("Inactive");
  await expect(terminals.getByRole("row").filter({ hasText: "Yalnız tek çekim" })).toContainText("Single payment");
  await expectAccessible(page);
});

test("neither the page nor its responses contain a bank limit or a secret", async ({ browser }) => {
  const page = await newPanelPage(browser, findUser("owner"));
  const answers: Promise<string>[] = [];
  page.on("response", (answer) => answers.push(answer.text().catch(() => "")));
  await page.goto(place);
  await expect(page.getByRole("table", { name: /Budgets of the key/ }).first()).toBeVisible();
  const received = (await Promise.all(answers)).join("\n");
  expect(received).toContain("Sınırlı sanal POS");
  expect(received).not.toMatch(/limitPerTx|limitDaily|limitWindows|keyHash|webhookSecret|storeKey/);
  for (const secret of [...demo.apiKeys, demo.webhookSecret]) expect(received).not.toContain(secret);
});

test("a hold shows its reason, its start and what still works", async ({ browser }) => {
  const page = await openPanel(browser, findUser("owner", held), { language: "tr", path: place });
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

for (const [partner, sentence, refunds] of [
  [suspended, "Your account is suspended", "Does not work"],
  [closed, "Your account is closed", "Does not work"],
] as const) {
  test(`shows what works and what does not: ${sentence}`, async ({ browser }) => {
    const page = await openPanel(browser, findUser("owner", partner), { path: place });
    await expect(page.getByText(sentence, { exact: true })).toBeVisible();
    await expect(page.locator("dl > div").filter({ hasText: "Voids and refunds" })).toContainText(refunds);
  });
}

for (const [partner, sentence] of [
  [amountLimited, "between TRY 100.00 and TRY 500.00"],
  [hostRestricted, "shop.example, *.shops.example"],
  [linksDisabled, "Not enabled for your account"],
] as const) {
  test(`shows a setting of staff: ${sentence}`, async ({ browser }) => {
    const page = await openPanel(browser, findUser("owner", partner), { path: place });
    await expect(page.getByText(sentence)).toBeVisible();
  });
}

test("a key's rate limit goes down with the key's calls, but not by viewing it", async ({ browser }) => {
  const page = await newPanelPage(browser, findUser("developer", other));
  const server = new Merchant(sandbox.apiUrl, other, other.apiKeys[1]);
  const row = page.getByRole("table", { name: "Budgets of the key Sandbox 2" }).getByRole("row", { name: /Refunds/ });
  const used = async () => Number(await row.getByRole("cell").nth(1).innerText());
  // A window may end meanwhile, so the check is repeated.
  await expect(async () => {
    await page.goto(place);
    const before = await used();
    await Promise.all([1, 2, 3].map(() => server.post({}, {}, "/v1/payments/pay_none/refunds")));
    await expect.poll(used).toBe(before + 3);
    await page.reload();
    expect(await used()).toBe(before + 3);
  }).toPass();
});

test("rate limits are shown to owners and developers only, and refused to others", async ({ browser }) => {
  const page = await openPanel(browser, findUser("finance"), { path: place });
  await expect(page.getByRole("heading", { name: "Terminals" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "API request budgets" })).toHaveCount(0);
  const status = await page.evaluate(() => fetch("/api/trpc/account.budgets").then((answer) => answer.status));
  expect(status).toBe(403);
});

for (const language of ["tr", "en"] as const) {
  test(`nothing is wider than a phone's screen (${language})`, async ({ browser }) => {
    const page = await openPanel(browser, findUser("owner"), { language, width: 390, path: place });
    await expect(page.getByRole("table").last()).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
}
