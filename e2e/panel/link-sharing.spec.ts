import { readFile } from "node:fs/promises";
import type { Download, Page } from "@playwright/test";
import { expect, test } from "../support/browser";
import { expectAccessible, expectNoSidewaysScroll, findUser, newPanelPage, openPanel } from "../support/panel";
import { sandbox } from "../support/product";
import { encodeModules, readPngModules, readSvgModules } from "../support/qr";

const items = [
  { name: "Çay takımı", note: "6 kişilik", amount: 100_000 },
  { name: "Kargo", amount: 25_050 },
];

async function downloaded(page: Page, name: RegExp): Promise<[Download, Buffer]> {
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name }).click()]);
  return [download, await readFile(await download.path())];
}

test("the prepared messages contain the address and the amount in both languages, and can be edited", async ({
  browser,
  merchant,
}) => {
  const link = await merchant.createdLink({ payerName: "Ayşe Yılmaz" });
  const page = await openPanel(browser, findUser("support"), { path: `/panel/links/${link.id}` });
  const target = async (name: string) =>
    decodeURIComponent((await page.getByRole("link", { name }).getAttribute("href")) ?? "");
  for (const [text, amount] of [
    ["Turkish", "1.250,50 TL"],
    ["Turkish, short (SMS)", "1.250,50 TL"],
    ["English", "TRY 1,250.50"],
    ["English, short (SMS)", "TRY 1,250.50"],
  ] as const) {
    await page.getByLabel("Ready text").selectOption(text);
    for (const [channel, scheme] of [
      ["Send by WhatsApp", "https://wa.me/?text="],
      ["Send by SMS", "sms:?&body="],
      ["Send by e-mail", "mailto:?subject="],
    ] as const) {
      const href = await target(channel);
      expect(href.startsWith(scheme), href).toBe(true);
      expect(href).toContain(link.url);
      expect(href).toContain(amount);
    }
  }
  await page.getByLabel("Text to send").fill(`Come back soon: ${link.url}`);
  expect(await target("Send by SMS")).toBe(`sms:?&body=Come back soon: ${link.url}`);
});

test("the QR code on the screen, as SVG and as PNG encodes the link's address, and does not open the link", async ({
  browser,
  merchant,
}) => {
  const link = await merchant.createdLink();
  const page = await newPanelPage(browser, findUser("owner"));
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().startsWith(sandbox.payUrl)) asked.push(request.url());
  });
  await page.goto(`/panel/links/${link.id}`);
  const shown = page.getByRole("img", { name: "QR code of the payment link" });
  await expect(shown).toBeVisible();
  const expected = encodeModules(link.url);
  expect(readSvgModules(await shown.evaluate((svg) => svg.outerHTML))).toEqual(expected);
  const [svg, svgText] = await downloaded(page, /SVG/);
  expect(svg.suggestedFilename()).toBe(`payment-link-${link.partnerReference}.svg`);
  expect(readSvgModules(svgText.toString("utf8"))).toEqual(expected);
  const [png, pngBytes] = await downloaded(page, /PNG/);
  expect(png.suggestedFilename()).toBe(`payment-link-${link.partnerReference}.png`);
  expect(await readPngModules(page, pngBytes, expected)).toEqual(expected);
  await page.getByRole("link", { name: "Open the poster to print" }).click();
  await page.waitForURL(/\/poster$/);
  await expect(shown).toBeVisible();
  expect(readSvgModules(await shown.evaluate((drawn) => drawn.outerHTML))).toEqual(expected);
  expect(asked, "requests of the panel to the buyer's pages").toEqual([]);
  expect(await merchant.link(link.id)).toMatchObject({ status: "pending", firstOpenedAt: null });
});

test("the poster is one page with the shop, the amount and the date, without parts of the panel", async ({
  browser,
  merchant,
}) => {
  const link = await merchant.createdLink({ description: "Kasım siparişi", items });
  const page = await openPanel(browser, findUser("owner"), { language: "tr", path: `/panel/links/${link.id}/poster` });
  const sheet = page.getByRole("article");
  await expect(sheet.getByRole("img")).toBeVisible();
  for (const text of ["Demo Kitabevi", "1.250,50 TL", "Kasım siparişi", `No. ${link.partnerReference}`]) {
    await expect(sheet).toContainText(text);
  }
  await expectAccessible(page);
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await expect(page.getByRole("button", { name: "Yazdır" })).toBeHidden();
  await expect(page.getByRole("navigation")).toHaveCount(0);
  const colours = await sheet.evaluate((element) => {
    const { backgroundColor, color } = getComputedStyle(element);
    return [backgroundColor, color];
  });
  expect(colours).toEqual(["rgb(255, 255, 255)", "rgb(0, 0, 0)"]);
  const pdf = await page.pdf({ preferCSSPageSize: true });
  expect(pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  await page.emulateMedia({ media: "screen", colorScheme: "light" });
  await page.getByLabel("Afişin dili").selectOption("İngilizce");
  await expect(sheet).toContainText("TRY 1,250.50");
  await expect(sheet).toHaveAttribute("lang", "en");
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
});

for (const language of ["tr", "en"] as const) {
  test(`the list, a new link and a link are accessible and fit a phone (${language})`, async ({
    browser,
    merchant,
  }) => {
    const link = await merchant.createdLink({
      items,
      description: "x".repeat(200),
      payerName: "Ayşe Yılmaz",
    });
    const page = await newPanelPage(browser, findUser("owner"), { language });
    const look = async () => {
      await expectAccessible(page);
      await page.setViewportSize({ width: 390, height: 844 });
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
      await page.setViewportSize({ width: 1440, height: 900 });
    };
    await page.goto("/panel/links");
    await expect(page.getByRole("table")).toBeVisible();
    await look();
    await page.goto(`/panel/links/${link.id}`);
    await expect(page.getByRole("main").getByRole("img")).toBeVisible();
    await look();
    await page.goto("/panel/links/new");
    await expect(async () => {
      await page.getByLabel(/^(Tutar|Amount) \(/).fill("");
      await page.getByLabel(/^(Tutar|Amount) \(/).fill("1000");
      await expect(page.getByRole("table").first()).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await page.getByLabel(/Taksit seçeneklerini|Restrict/).check();
    await page.getByRole("button", { name: /Kalem ekle|Add an item/ }).click();
    await page.getByRole("button", { name: /^(Create link|.* için link)/ }).click();
    await expect(page.getByRole("table").first()).toBeVisible();
    await look();
  });
}
