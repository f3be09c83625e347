import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { buy, chooseLanguage, expect, openCheckout, test, typeCard } from "../support/browser";
import { approvedCard, cardWith } from "../support/cards";
import { choice, enterCard, expectAtBank, payButton, phone } from "../support/link";
import { submitCard } from "../support/link-buyer";
import { watch } from "../support/page-safety";
import { demo, sandbox } from "../support/product";

// The language switch of the open pages: what was typed stays, and goes nowhere.

test.use({ locale: "tr-TR", ...phone });

const card = cardWith({ brand: "bonus" });
const refusedAtStart = cardWith({ outcome: "declined_at_start" });

const readTexts = (language: string) => JSON.parse(readFileSync(`messages/pay.${language}.json`, "utf8"));
const readText = (language: string, part: "title" | "money"): string =>
  readTexts(language).trouble.payment_declined[part];

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

/** Records every request of the page. */
function listRequests(page: Page): Sent[] {
  const sent: Sent[] = [];
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    sent.push({ method: request.method(), path: pathname + search, body: request.postData() ?? "" });
  });
  return sent;
}

const readFields = (page: Page) =>
  page.evaluate(() =>
    ["pan", "expireMonth", "expireYear", "cv2"].map((id) => document.querySelector<HTMLInputElement>(`#${id}`)?.value),
  );

const expectLanguage = async (page: Page, lang: string, dir: string) => {
  await expect(page.locator("html")).toHaveAttribute("lang", lang);
  await expect(page.locator("html")).toHaveAttribute("dir", dir);
};

test("a link's words change to Arabic and German; the card, the choice and the focus stay, and nothing of it is sent", async ({
  page,
  context,
  merchant,
}) => {
  const watched = watch(page);
  const sent = listRequests(page);
  const link = await merchant.createdLink({ description: "Mart siparişi", customerCommissionShareBps: 10_000 });
  await page.goto(link.url);
  await page.locator("#pan").fill(card.pan);
  await choice(page, 3).check();
  await page.locator("#expireMonth").fill("07");
  await page.locator("#expireYear").fill("31");
  await payButton(page).click();
  await expect(page.locator("#cv2-error")).toHaveText("Güvenlik kodunu yazın.");
  await page.locator("#cv2").fill("98");
  const typed = await readFields(page);
  const isSame = await page.locator("#pan").elementHandle();
  const before = sent.length;

  await chooseLanguage(page, "العربية");
  await expectLanguage(page, "ar", "rtl");
  await expect(choice(page, 3)).toBeChecked();
  await expect(page.locator("#cv2-error")).toHaveText(readTexts("ar").card.fields.cv2.missing);
  await expect(payButton(page)).toHaveText(/دفع.*TRY/);
  await expect(page.locator(".languages summary")).toBeFocused();
  expect(await readFields(page)).toEqual(typed);
  expect(await page.evaluate((field) => field?.isConnected, isSame), "the fields are not replaced").toBe(true);

  await chooseLanguage(page, "Deutsch");
  await expectLanguage(page, "de", "ltr");
  await expect(choice(page, 3)).toBeChecked();
  await expect(payButton(page)).toHaveText(/TRY .*zahlen$/);
  await expect(page.getByLabel("Kartennummer", { exact: true })).toHaveValue(typed[0] ?? "");
  await expect(page.locator("main")).toContainText("Mart siparişi");
  await expect(page.locator("body")).not.toContainText(/öde|taksit|güvenlik|tutar/i, { useInnerText: true });
  await expect(page).toHaveTitle(/^Zahlung/);
  await expect(page.locator("form[data-card]")).toHaveAttribute("action", /\/pay\?lang=de$/);
  expect(await readFields(page)).toEqual(typed);

  // Each change requests the page, and the options of the first eight digits, as typing them did.
  const { pathname } = new URL(link.url);
  const bin = card.pan.slice(0, 8);
  const changes = sent.slice(before).filter(({ path }) => !path.startsWith("/assets/"));
  expect(changes).toEqual(
    ["ar", "de"].flatMap((lang) => [
      { method: "GET", path: `${pathname}?again=1&lang=${lang}`, body: "" },
      { method: "POST", path: `${pathname}/options`, body: `bin=${bin}&lang=${lang}` },
    ]),
  );
  expect(sent.map(({ path, body }) => path + body).filter((text) => text.includes(card.pan.slice(0, 9)))).toEqual([]);
  expect(page.url()).toBe(`${link.url}?lang=de`);
  expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);
  expect(await context.cookies()).toEqual([]);
  expect(watched.complaints).toEqual([]);

  await page.locator("#cv2").fill(card.cv2);
  await payButton(page).click();
  await expectAtBank(page);
});

for (const [language, colorScheme] of [
  ["tr", "light"],
  ["ar", "dark"],
] as const)
  test(`the languages float over the page, inside the window, and never hide the focus: ${language}`, async ({
    page,
    merchant,
  }) => {
    await page.emulateMedia({ colorScheme });
    const items = [{ name: "Lamp", note: "Gift wrapped", amount: 125_050 }];
    const link = await merchant.createdLink({ items });
    await page.goto(`${link.url}?lang=${language}`);
    const [place, list] = [page.locator("main"), page.locator(".languages > div")];
    const before = await place.boundingBox();
    await page.locator(".languages summary").press("Enter");
    await expect(list).toBeVisible();
    expect(await place.boundingBox()).toEqual(before);
    const { left, right } = await list.evaluate((element) => element.getBoundingClientRect().toJSON());
    expect(left).toBeGreaterThanOrEqual(0);
    expect(right).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
    const isCovered = await list.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return !element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    });
    expect(isCovered, "something of the page is above the list").toBe(false);
    await page.locator("#pan").focus();
    await expect(list).toBeHidden();
    // A note in another direction begins where the page's lines begin.
    const note = page.locator(".note");
    await expect(note).toHaveCSS("text-align", language === "ar" ? "right" : "left");
    await expect(note).toHaveCSS("direction", "ltr");
  });

test("a change of the language does not count as an opening of the link", async ({ page, merchant }) => {
  const link = await merchant.createdLink();
  await page.goto(link.url);
  const { lastOpenedAt } = await merchant.link(link.id);
  await chooseLanguage(page, "Deutsch");
  await expectLanguage(page, "de", "ltr");
  expect((await merchant.link(link.id)).lastOpenedAt).toBe(lastOpenedAt);
});

test("the notice about a refused card changes with the page, and what was typed after it stays: a link", async ({
  page,
  merchant,
}) => {
  const link = await merchant.createdLink({ terminalId: merchant.terminal("posnet"), allowedInstallmentCounts: [1] });
  await page.goto(link.url);
  await enterCard(page, refusedAtStart);
  await payButton(page).click();
  await expectNotices(page);
  await payButton(page).click();
  await expectAtBank(page);
});

test("the notice about a refused card changes with the page, and what was typed after it stays: the handoff", async ({
  page,
  shop,
  order,
}) => {
  await openCheckout(page, shop, await order({ terminalId: demo.terminals.posnet }), refusedAtStart);
  await buy(page);
  await expectNotices(page);
  expect(page.url()).toBe(`${sandbox.payUrl}/handoff`);
  await payButton(page).click();
  await expectAtBank(page);
});

/** Expects the notice in Turkish, types a card, and changes the language three times. */
async function expectNotices(page: Page): Promise<void> {
  const notice = page.getByRole("alert");
  await expect(notice).toContainText(readText("tr", "money"));
  await typeCard(page, approvedCard);
  const typed = await readFields(page);
  for (const [name, language] of [
    ["Українська", "uk"],
    ["العربية", "ar"],
    ["Türkçe", "tr"],
  ] as const) {
    await chooseLanguage(page, name);
    await expect(page.locator("html")).toHaveAttribute("lang", language);
    await expect(notice).toContainText(readText(language, "title"));
    await expect(notice).toContainText(readText(language, "money"));
    await expect(page.locator(".trace")).toHaveText(/[0-9a-f]{32}$/);
    const words = await notice.textContent();
    for (const other of ["tr", "ar", "uk"].filter((one) => one !== language))
      expect(words).not.toContain(readText(other, "money"));
    expect(await readFields(page)).toEqual(typed);
  }
}

test("a refusal that the script has written changes with the page", async ({ page, merchant }) => {
  const link = await merchant.createdLink({ terminalId: merchant.terminal("domesticOnly") });
  await page.goto(link.url);
  await typeCard(page, cardWith({ family: "foreign" }));
  await expect(page.locator('[data-payable="0"]')).toBeVisible();
  await payButton(page).click();
  await expect(page.locator("#pan-error")).toHaveText(/^Bu kartla bu ödeme yapılamıyor/);
  await chooseLanguage(page, "Deutsch");
  await expect(page.locator("#pan-error")).toHaveText(/Karte/);
  await expect(page.locator("body")).not.toContainText("ödeme", { useInnerText: true });
});

test("a waiting page counts down and polls on in the new language", async ({ page, merchant }) => {
  const link = await merchant.createdLink({ allowedInstallmentCounts: [1] });
  await submitCard(link);
  await page.goto(link.url);
  const timer = page.getByRole("timer");
  await expect(timer).toHaveText(/dk/);
  await chooseLanguage(page, "Deutsch");
  await expectLanguage(page, "de", "ltr");
  await expect(timer).toHaveText(/Min\./);
  const shown = await timer.textContent();
  await expect(timer).not.toHaveText(shown ?? "");
  await expect(timer).toHaveText(/Min\./);
  await merchant.cancelLink(link.id);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/Zahlungslink wurde/);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the page says that the fields are emptied, and the links lead to it in every language", async ({
    page,
    merchant,
  }) => {
    const link = await merchant.createdLink();
    await page.goto(link.url);
    await page.locator("#bin").fill("55287900");
    await page.locator(".languages summary").click();
    const warning = page.locator(".languages noscript p");
    await expect(warning).toHaveText("Dili değiştirirseniz yazdığınız kart bilgileri silinir.");
    await expect(warning).toBeVisible();
    await page.getByRole("link", { name: "Українська" }).click();
    await expectLanguage(page, "uk", "ltr");
    await expect(page.locator("#bin")).toHaveValue("");
  });
});
