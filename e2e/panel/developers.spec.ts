import { createHmac } from "node:crypto";
import type { Page } from "@playwright/test";
import { generateSync } from "otplib";
import { expect, test } from "../support/browser";
import { ask } from "../support/http";
import { expectAccessible, expectNoSidewaysScroll, findUser, newPanelPage, openPanel } from "../support/panel";
import { hostRestricted, sandbox } from "../support/product";

// Serial, because the tests share the keys of an account that no other test changes.
test.describe.configure({ mode: "default" });

const developer = findUser("developer", hostRestricted);

/** Returns the API's status for a call with this key. */
const statusWith = async (apiKey: string): Promise<number> => {
  const headers = { Authorization: `Bearer ${apiKey}` };
  return (await ask(sandbox.apiUrl, "/v1/payment-acceptance-status", { headers })).status;
};

test("a new key is shown once, works, and is refused at once after it is revoked", async ({ browser }) => {
  const page = await openPanel(browser, developer, { language: "tr", path: "/panel/developers" });
  const name = `Kasa ${Date.now()}`;
  await page.getByRole("button", { name: "Anahtar oluştur" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Ad", { exact: true }).fill(name);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Anahtar oluştur" }).click();
  await expect(dialog).toContainText("yalnızca şimdi gösterilir");
  const apiKey = await dialog.locator("pre").innerText();
  expect(apiKey).toMatch(/^sk_test_/);
  await expectAccessible(page);
  expect(await statusWith(apiKey)).toBe(200);
  await page.keyboard.press("Escape");
  await expect(dialog, "Escape does not close the dialog with the key").toBeVisible();
  await dialog.getByRole("button", { name: "Kaydettim, kapat" }).click();
  const row = page.getByRole("row").filter({ hasText: name });
  await expect(row).toContainText("Kullanımda");
  await expect(row).toContainText(developer.email);
  expect(await page.content()).not.toContain(apiKey.slice(17));

  await row.getByRole("button", { name: `${name} anahtarını iptal et` }).click();
  await expect(dialog).toContainText("hemen reddedilir");
  await dialog.getByRole("button", { name: "İptal et" }).click();
  await expect(dialog).toBeHidden();
  expect(await statusWith(apiKey)).toBe(401);
  await expect(page.getByText(`${name} iptal edildi`)).toBeVisible();
  await expect(row).toContainText("İptal edildi");
  await expectAccessible(page);
});

test("a key that may refund asks for the second factor, and its rights are limited and changed", async ({
  browser,
}) => {
  const owner = findUser("owner", hostRestricted);
  const page = await openPanel(browser, owner, { path: "/panel/developers" });
  const name = `Refunds ${Date.now()}`;
  await page.getByRole("button", { name: "Create key" }).click();
  const dialog = page.getByRole("dialog").first();
  await dialog.getByLabel("Name", { exact: true }).fill(name);
  await dialog.getByRole("checkbox", { name: "Refund and void" }).check();
  await dialog.getByRole("checkbox", { name: "Limit a single refund" }).check();
  await dialog.getByRole("button", { name: "Create key" }).click();
  await expect(dialog.getByRole("alert")).toContainText("Enter an amount.");
  await dialog.getByLabel("Largest single refund").fill("250.00");
  await dialog.getByLabel("Allowed IP addresses").fill("198.51.100.0/24");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Create key" }).click();
  const confirmation = page.getByRole("dialog", { name: "Confirm that it is you" });
  await confirmation.getByLabel("Password", { exact: true }).fill(owner.password);
  await confirmation.getByLabel("One-time code").fill(generateSync({ secret: owner.totpSecret ?? "" }));
  await confirmation.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByRole("dialog")).toContainText("is shown only now");
  const apiKey = await page.getByRole("dialog").locator("pre").innerText();
  expect(await statusWith(apiKey), "from an address that the key does not name").toBe(403);
  await page.getByRole("button", { name: "Saved, close" }).click();
  const row = page.getByRole("row").filter({ hasText: name });
  await expect(row).toContainText("single refund up to TRY 250.00 · 1 address");

  await row.getByRole("button", { name: `Change ${name}` }).click();
  await dialog.getByLabel("Allowed IP addresses").fill("");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText(`${name} was changed.`)).toBeVisible();
  expect(await statusWith(apiKey)).toBe(200);
});

test("nothing is wider than a phone's screen", async ({ browser }) => {
  const page = await newPanelPage(browser, developer, { width: 390 });
  for (const place of ["", "/webhooks", "/signature"]) {
    await page.goto(`${sandbox.panelUrl}/developers${place}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  }
});

for (const role of ["finance", "support"] as const) {
  test(`${role} sees neither the navigation entry nor the page`, async ({ browser }) => {
    const page = await openPanel(browser, findUser(role, hostRestricted));
    await expect(page.getByRole("navigation").getByRole("link", { name: "Developers" })).toHaveCount(0);
    for (const place of ["", "/webhooks", "/webhooks/whd_1", "/signature"]) {
      await page.goto(`${sandbox.panelUrl}/developers${place}`);
      await expect(page.getByText("You may not see this screen")).toBeVisible();
      expect(await page.content()).not.toContain("sk_test_");
    }
  });
}

test.describe("the signature check", () => {
  const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
  const body = '{"id":"whd_1","type":"webhook.test","paymentCode":"pay_1","occurredAt":"2026-01-02T03:04:05.000Z"}';
  const digest = createHmac("sha256", secret).update(body);
  const hex = digest.digest("hex");

  const open = async (page: Page) => {
    await page.goto(`${sandbox.panelUrl}/developers/signature`);
    await page.getByLabel("Webhook secret").fill(secret);
    await page.getByLabel("Raw body as it came").fill(body);
    await page.getByLabel("Headers as they came").fill(`X-Service-Signature: sha256=${hex}`);
  };
  const check = (page: Page) => page.getByRole("button", { name: "Check", exact: true }).click();
  const result = (page: Page) => page.getByRole("region", { name: "Result" });

  test("shows valid or the problem, without any request", async ({ browser }) => {
    const page = await newPanelPage(browser, developer);
    await open(page);
    const asked: string[] = [];
    // The navigation prefetches its pages; those requests do not contain the typed values.
    page.on("request", (request) => {
      const { pathname, searchParams } = new URL(request.url());
      const isReadAhead = request.method() === "GET" && searchParams.has("_rsc") && searchParams.size === 1;
      if (!isReadAhead && !pathname.startsWith("/_next/static/")) asked.push(request.url());
    });
    await check(page);
    await expect(result(page)).toContainText("The signature is valid");

    await page.getByLabel("Raw body as it came").fill(`${body}\n`);
    await check(page);
    await expect(result(page)).toContainText("A newline was added to the end of the body");

    await page.getByLabel("Raw body as it came").fill(JSON.stringify(JSON.parse(body), null, 2));
    await check(page);
    await expect(result(page)).toContainText("The body was rewritten: its blanks differ");

    await page.getByLabel("Raw body as it came").fill(body);
    await page
      .getByLabel("Signature that your code computed")
      .fill(`sha256=${Buffer.from(hex, "hex").toString("base64")}`);
    await check(page);
    await expect(result(page)).toContainText("Base64 instead of hex");
    await expectAccessible(page);

    await page.getByLabel("Webhook secret").fill("whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA");
    await check(page);
    await expect(result(page)).toContainText("do not make the signature that came");
    await expectAccessible(page);
    expect(asked).toEqual([]);
  });

  test("loads and checks an example, in Turkish", async ({ browser }) => {
    const page = await openPanel(browser, developer, { language: "tr", path: "/panel/developers/signature" });
    await page.getByLabel("Örnek yükle").selectOption({ label: "Doğru imza" });
    await page.getByRole("button", { name: "Denetle" }).click();
    await expect(page.getByText("İmza geçerli")).toBeVisible();
  });
});
