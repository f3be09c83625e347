import type { Page } from "@playwright/test";
import { confirmAtBank, expect, test, typeCard } from "../support/browser";
import { approvedCard, cardWith } from "../support/cards";
import { choice, expectAtBank, expectHeading, payButton, phone } from "../support/link";
import { expectPaidOnce, payLink, submitCard } from "../support/link-buyer";

test("can be paid with the keyboard alone, in a logical order and with a visible focus", async ({ page, merchant }) => {
  const link = await merchant.createdLink();
  await page.goto(link.url);
  const visited: string[] = [];
  const goTo = async (wanted: string): Promise<void> => {
    for (let steps = 0; steps < 12; steps++) {
      const at = await focused(page);
      visited.push(at);
      if (at === wanted) return expectRing(page);
      await page.keyboard.press("Tab");
    }
    throw new Error(`${wanted} is not reached: ${visited.join(", ")}`);
  };
  await goTo("pan");
  await page.keyboard.type(approvedCard.pan);
  await expect(choice(page, 1)).toBeAttached();
  await goTo("expireMonth");
  await page.keyboard.type(approvedCard.expireMonth);
  await goTo("expireYear");
  await page.keyboard.type(approvedCard.expireYear);
  await goTo("cv2");
  await page.keyboard.type(approvedCard.cv2);
  await goTo("radio");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect(choice(page, 3)).toBeChecked();
  await page.keyboard.press("Tab");
  expect(await focused(page)).toBe("submit");
  await page.keyboard.press("Enter");
  await expectAtBank(page);
  await confirmAtBank(page);
  await expectHeading(page, "Your payment was received");
  expect((await expectPaidOnce(merchant, link, 125_050)).installment).toBe(3);
});

const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const at = document.activeElement as HTMLInputElement | null;
    return at?.id || at?.type || at?.tagName || "";
  });

/** Expects a visible focus (WCAG 2.4.7): an outline of at least two pixels. */
async function expectRing(page: Page): Promise<void> {
  const width = await page.evaluate(() => {
    const style = getComputedStyle(document.activeElement ?? document.body);
    return style.outlineStyle === "none" ? 0 : Number.parseFloat(style.outlineWidth);
  });
  expect(width).toBeGreaterThanOrEqual(2);
}

test("shows errors next to their fields and focuses the first wrong one", async ({ page, merchant }) => {
  await page.goto((await merchant.createdLink()).url);
  await page.locator("#pan").fill("4355 0800 0000 0006");
  await payButton(page).click();
  await expect(page.locator("#pan")).toBeFocused();
  for (const name of ["pan", "expireMonth", "cv2"]) {
    await expect(page.locator(`#${name}`)).toHaveAttribute("aria-invalid", "true");
    await expect(page.locator(`#${name}-error`)).toBeVisible();
    expect(await page.locator(`#${name}`).getAttribute("aria-describedby")).toContain(`${name}-error`);
  }
});

test("labels the fields for wallets, opens the numeric keyboard, and allows paste", async ({ page, merchant }) => {
  await page.goto((await merchant.createdLink()).url);
  const purposes = {
    pan: "cc-number",
    expireMonth: "cc-exp-month",
    expireYear: "cc-exp-year",
    cv2: "cc-csc",
  };
  for (const [name, purpose] of Object.entries(purposes)) {
    await expect(page.locator(`#${name}`)).toHaveAttribute("autocomplete", purpose);
    await expect(page.locator(`#${name}`)).toHaveAttribute("inputmode", "numeric");
  }
  await page.locator("#pan").focus();
  await page.evaluate(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text", " 4355-0800 0000 0005 ");
    const paste = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(paste);
    if (!paste.defaultPrevented) document.execCommand("insertText", false, " 4355-0800 0000 0005 ");
  });
  await expect(page.locator("#pan")).toHaveValue("4355 0800 0000 0005");
  await expect(choice(page, 1)).toBeAttached();
});

test("announces the card's options and a card that cannot pay", async ({ page, merchant }) => {
  await page.goto((await merchant.createdLink({ terminalId: merchant.terminal("domesticOnly") })).url);
  const announcement = page.locator("[data-offer-said]");
  await expect(announcement).toHaveRole("status");
  await page.locator("#pan").fill(approvedCard.pan);
  await expect(announcement).toContainText("6 payment options");
  await page.locator("#pan").fill(cardWith({ family: "foreign" }).pan);
  await expect(announcement).toContainText("Try another card");
});

test("shows next to the number that a submitted card cannot pay, until the number changes", async ({
  page,
  merchant,
}) => {
  await page.goto((await merchant.createdLink({ amount: 1_000_000_000, customerCommissionShareBps: 10_000 })).url);
  await typeCard(page, approvedCard);
  await expect(page.locator("p.none")).toHaveText(/cannot be taken with this card.*Try another card\./);
  await expect(payButton(page)).toHaveText("Pay");
  await payButton(page).click();
  await expect(page.locator("#pan")).toBeFocused();
  await expect(page.locator("#pan")).toHaveAttribute("aria-invalid", "true");
  await expect(page.locator("#pan-error")).toHaveText(/cannot be taken with this card.*Try another card\./);
  await page.keyboard.press("End");
  await page.keyboard.press("Backspace");
  await expect(page.locator("#pan-error")).toBeHidden();
});

test("a long list of items unfolds without a script and is printed completely", async ({ browser, merchant }) => {
  const items = Array.from({ length: 12 }, (_, n) => ({
    name: `Kalem ${n + 1}.`,
    note: null,
    amount: 10_000,
  }));
  const link = await merchant.createdLink({ items, amount: 120_000 });
  const context = await browser.newContext({ ...phone, locale: "tr-TR", javaScriptEnabled: false });
  const page = await context.newPage();
  const last = page.getByText("Kalem 12.", { exact: true });
  await page.goto(link.url);
  await expect(page.getByText("Kalem 10.", { exact: true })).toBeVisible();
  await expect(last).toBeHidden();
  await page.getByText("2 kalem daha").click();
  await expect(last).toBeVisible();
  await payLink(link, { total: 120_000 });
  await page.goto(link.url);
  await expect(last).toBeHidden();
  await page.emulateMedia({ media: "print" });
  await expect(last).toBeVisible();
  await expect(page.getByText("2 kalem daha")).toBeHidden();
  await context.close();
});

test("options and amounts fit on half of a narrow phone", async ({ browser, merchant }) => {
  const context = await browser.newContext({ viewport: { width: 195, height: 600 }, locale: "tr-TR" });
  const page = await context.newPage();
  const items = [{ name: "Porselen", note: null, amount: 970_000_000 }];
  await page.goto((await merchant.createdLink({ items, amount: 970_000_000, customerCommissionShareBps: 10_000 })).url);
  await page.locator("#pan").fill(approvedCard.pan);
  await expect(choice(page, 1)).toBeAttached();
  const isWide = () => document.documentElement.scrollWidth > document.documentElement.clientWidth;
  expect(await page.evaluate(isWide)).toBe(false);
  await context.close();
});

test("no page scrolls sideways at 200 % zoom on a small screen with the longest words", async ({
  browser,
  merchant,
}) => {
  // 640 px at 200 % zoom are 320 px, with letters of double size.
  const context = await browser.newContext({
    viewport: { width: 320, height: 400 },
    deviceScaleFactor: 2,
    locale: "tr-TR",
  });
  const page = await context.newPage();
  const long = "Muvaffakiyetsizleştiricileştiriveremeyebileceklerimizdenmişsinizcesine";
  const texts = {
    description: long.repeat(3),
    payerName: long,
    redirectUrl: null,
    items: [{ name: long, note: long.repeat(2), amount: 999_999_999 }],
    amount: 999_999_999,
  };
  const links = [
    await merchant.createdLink(texts),
    await merchant.createdLink(texts),
    await merchant.createdLink(texts),
  ];
  const [, running, paid] = links;
  if (running) await submitCard(running);
  if (paid) await payLink(paid);
  for (const { url } of links) {
    await page.goto(url);
    if (url === links[0]?.url) {
      await page.locator("#pan").fill(approvedCard.pan);
      await expect(choice(page, 1)).toBeAttached();
    }
    const isWide = () => document.documentElement.scrollWidth > document.documentElement.clientWidth;
    expect(await page.evaluate(isWide), url).toBe(false);
  }
  await context.close();
});

test("a printed receipt has all facts, but no button and no language switch", async ({ browser, merchant }) => {
  const context = await browser.newContext({ ...phone, locale: "tr-TR" });
  const page = await context.newPage();
  const link = await merchant.createdLink();
  await payLink(link);
  await page.goto(link.url);
  await page.emulateMedia({ media: "print" });
  await expect(page.locator("details.languages")).toBeHidden();
  await expect(page.locator("main")).toContainText("1.250,50 TL");
  await expect(page.locator("main")).toContainText("pay_");
  const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect(["rgb(255, 255, 255)", "rgba(0, 0, 0, 0)"]).toContain(paper);
  await context.close();
});
