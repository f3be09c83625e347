import type { Browser, Page } from "@playwright/test";
import { chooseLanguage, confirmAtBank, expect, test } from "../support/browser";
import { cardWith } from "../support/cards";
import { advance, bankLog, calmBank, changePartner, expectNothingTaken, setClock } from "../support/controls";
import { expectHeading, expectRedirected, goFromLinkToBank, newRedirectUrl, phone } from "../support/link";
import {
  comeBack,
  confirmed,
  expectPaidOnce,
  getLinkPayment,
  open,
  payLink,
  readPageState,
  submitCard,
} from "../support/link-buyer";
import { expectAccessible, expectLook, looks, newPage } from "../support/looks";
import { type Link, Merchant } from "../support/merchant";
import { only } from "../support/notices";
import { other, sandbox } from "../support/product";
import { WebhookReceiver } from "../support/webhook-receiver";

// Tests that move the clock, break the bank or change the account: waiting, giving up, expiry, unavailable links.

test.use({ ...phone, locale: "tr-TR" });

const merchant = new Merchant(sandbox.apiUrl, other);
let receiver: WebhookReceiver;
test.beforeAll(async () => {
  await calmBank();
  receiver = await WebhookReceiver.open(other);
});
test.afterAll(() => receiver.close());

const typesAbout = (subject: string) => receiver.about(subject).map(({ event }) => event.type);

/** Expects the screenshot in Turkish, and no violation in English, dark and narrow. */
async function look(browser: Browser, link: Pick<Link, "url">, name: string): Promise<void> {
  for (const each of looks) {
    const page = await newPage(browser, each, "blocked");
    await page.goto(link.url);
    await expectAccessible(page);
    if (each.name === "tr") await expectLook(page, `${name}-tr`);
    await page.context().close();
  }
}

test("sends payment.captured and payment_link.completed once each, also after a second callback", async () => {
  const link = await merchant.createdLink();
  const back = await confirmed(link);
  await comeBack(back);
  await comeBack(back);
  const payment = await expectPaidOnce(merchant, link, 125_050);
  await receiver.until(link.id);
  await receiver.until(payment.paymentCode);
  await advance(60);
  const { event } = only(receiver.about(link.id));
  expect(event).toEqual({
    id: event.id,
    type: "payment_link.completed",
    paymentLinkId: link.id,
    occurredAt: event.occurredAt,
  });
  expect(typesAbout(payment.paymentCode)).toEqual(["payment.captured"]);
});

test("takes nothing when the bank's page is confirmed after the attempt was given up", async ({
  page,
  context,
  browser,
}) => {
  const link = await merchant.createdLink();
  await goFromLinkToBank(page, link);
  const { paymentCode } = await getLinkPayment(merchant, link);
  const tab = await context.newPage();
  await tab.goto(link.url);
  await expectHeading(tab, "Bankanızın doğrulaması bekleniyor");
  await expect(giveUp(tab), "not at once").toHaveCount(0);
  expect(await readPageState(link)).toBe("in_progress");
  await advance(120);
  await expect(giveUp(tab), "the page has polled by itself").toBeVisible();
  await look(browser, link, "can-give-up");
  await giveUp(tab).click();
  await expectHeading(tab, "Denemeden vazgeçildi");
  await confirmAtBank(page);
  await expectHeading(page, "Denemeden vazgeçildi");
  expect(await merchant.payment(paymentCode)).toMatchObject({ status: "failed", failureCode: "abandoned" });
  expect((await bankLog(paymentCode)).map(({ operation }) => operation)).not.toContain("capture");
  await payLink(link);
  await expectPaidOnce(merchant, link, 125_050, 2);
});

const giveUp = (page: Page) => page.locator('form[action*="/give-up?"] button');

test("an uncompleted 3-D Secure expires after thirty minutes; the link can be paid again", async () => {
  const link = await merchant.createdLink();
  const back = await confirmed(link);
  const { paymentCode, expiresAt } = await getLinkPayment(merchant, link);
  await setClock(new Date(expiresAt));
  expect(await merchant.link(link.id)).toMatchObject({ status: "failed" });
  const late = await comeBack(back);
  expect([late.status, late.headers.location]).toEqual([303, expect.stringContaining("/result?lang=")]);
  expect((await merchant.payment(paymentCode)).status).toBe("expired");
  await expectNothingTaken(paymentCode);
  expect((await open(link)).text).toContain("Doğrulama süresi doldu");
  await payLink(link);
  await expectPaidOnce(merchant, link, 125_050, 2);
});

test("after a lost answer with the money taken, the page waits and then leads to exactly {redirectUrl}/payment/success", async ({
  page,
  shop,
  browser,
}) => {
  const redirectUrl = newRedirectUrl(shop);
  const link = await merchant.createdLink({ redirectUrl });
  const back = await confirmed(link, { card: cardWith({ outcome: "capture_lost_taken" }) });
  const { paymentCode } = await getLinkPayment(merchant, link);
  const answer = comeBack(back);
  await expect.poll(() => readPageState(link)).toBe("in_progress_settling");
  // The browser is sent to this address after fifteen seconds (D-21).
  await page.goto(`${link.url}/result?lang=tr`);
  await expectHeading(page, "Ödemenizin sonucu bekleniyor");
  expect((await submitCard(link)).status, "no second card").toBe(409);
  await look(browser, link, "settling");
  await advance(5);
  await expectRedirected(page, shop, redirectUrl, "success");
  expect((await answer).headers.location).toMatch(/\/payment\/success\?from=link$/);
  expect((await merchant.link(link.id)).status).toBe("completed");
  expect((await merchant.payment(paymentCode)).status).toBe("captured");
});

test("without JavaScript a reload of the waiting page leads on to the merchant", async ({ browser, shop }) => {
  const context = await browser.newContext({ ...phone, locale: "tr-TR", javaScriptEnabled: false });
  const page = await context.newPage();
  const redirectUrl = newRedirectUrl(shop);
  const link = await merchant.createdLink({ redirectUrl });
  const back = await confirmed(link, { card: cardWith({ outcome: "capture_lost_nothing" }) });
  const answer = comeBack(back);
  await expect.poll(() => readPageState(link)).toBe("in_progress_settling");
  await page.goto(link.url);
  await chooseLanguage(page, "English");
  await expectHeading(page, "Waiting for the result of your payment");
  await page.getByRole("link", { name: "Reload the page" }).click();
  await expectHeading(page, "Waiting for the result of your payment");
  // The bank reports not found twice, the second time two minutes after the capture was sent.
  for (const seconds of [5, 30, 120]) await advance(seconds);
  await page.getByRole("link", { name: "Reload the page" }).click();
  await expectRedirected(page, shop, redirectUrl, "failure");
  await answer;
  await context.close();
});

test("after a lost answer without the money, only the bank's answer ends the wait, not expiry or cancellation", async () => {
  const link = await merchant.createdLink();
  const back = await confirmed(link, { card: cardWith({ outcome: "capture_lost_nothing" }) });
  const { paymentCode } = await getLinkPayment(merchant, link);
  const answer = comeBack(back);
  await expect.poll(() => readPageState(link)).toBe("in_progress_settling");
  await advance(5);
  await advance(30);
  expect(await readPageState(link)).toBe("in_progress_settling");
  await advance(120);
  expect(await readPageState(link)).toBe("failed");
  expect((await answer).headers.location).toContain("/result");
  expect((await merchant.payment(paymentCode)).status).toBe("failed");
  await expectNothingTaken(paymentCode);
  await payLink(link);
  await expectPaidOnce(merchant, link, 125_050, 2);
});

/** Expects that no card is accepted while the settings are changed, and that the link can be paid afterwards. */
async function expectObstacle(browser: Browser, shown: string, changes: object, undo: object): Promise<void> {
  const link = await merchant.createdLink({ description: "Mart siparişi" });
  const running = await merchant.createdLink();
  const back = await confirmed(running);
  await changePartner(other.partnerId, changes);
  try {
    const { text } = await open(link);
    expect(text).not.toMatch(/name="pan"|risk|action="[^"]*\/pay\?/);
    expect((await submitCard(link)).status).toBe(409);
    expect(await readPageState(link)).toBe(shown);
    await look(browser, link, shown.replaceAll("_", "-"));
    expect((await comeBack(back)).status, "a started payment is completed").toBe(303);
  } finally {
    await changePartner(other.partnerId, undo);
  }
  await expectPaidOnce(merchant, running, 125_050);
  expect(await merchant.link(link.id), "it was opened").toMatchObject({ status: "launched" });
  await payLink(link);
  await expectPaidOnce(merchant, link, 125_050);
}

test("with the feature off a started payment is completed, and new ones must wait", ({ browser }) =>
  expectObstacle(browser, "feature_off", { paymentLinksEnabled: false }, { paymentLinksEnabled: true }));

test("on hold a started payment is completed, and new ones must wait", ({ browser }) =>
  expectObstacle(browser, "on_hold", { acceptanceHeld: true, holdReason: "risk_review" }, { acceptanceHeld: false }));

test("suspended a started payment is completed, and new ones must wait", ({ browser }) =>
  expectObstacle(browser, "suspended", { status: "suspended" }, { status: "active" }));

test("a closed account has the same page as a suspended one", async () => {
  const link = await merchant.createdLink();
  await changePartner(other.partnerId, { status: "closed" });
  try {
    expect(await readPageState(link)).toBe("suspended");
    expect((await submitCard(link)).status).toBe(409);
  } finally {
    await changePartner(other.partnerId, { status: "active" });
  }
});

test("expires after seven days with one event, and takes nothing from a buyer who is at the bank then", async ({
  page,
  browser,
}) => {
  const link = await merchant.createdLink();
  const idle = await merchant.createdLink({ payerName: "Ayşe Yılmaz" });
  await setClock(new Date(Date.parse(link.expiresAt) - 60_000));
  await goFromLinkToBank(page, link);
  const { paymentCode } = await getLinkPayment(merchant, link);
  await setClock(new Date(Date.parse(idle.expiresAt) + 1_000));
  await confirmAtBank(page);
  await expectHeading(page, "Bu ödeme linkinin süresi doldu");
  expect(await merchant.payment(paymentCode)).toMatchObject({
    status: "failed",
    failureCode: "link_expired",
  });
  await expectNothingTaken(paymentCode);
  expect((await submitCard(idle)).status).toBe(409);
  await look(browser, idle, "expired");
  for (const { id, expiresAt } of [link, idle]) {
    expect((await merchant.link(id)).status).toBe("expired");
    const { event } = only(await receiver.until(id));
    expect([event.type, event.occurredAt]).toEqual(["payment_link.expired", `${expiresAt.slice(0, 19)}.000Z`]);
  }
});
