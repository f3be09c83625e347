import type { Browser, Page } from "@playwright/test";
import { expectNoViolation } from "../support/axe";
import { buy, expect, openCheckout, type ShopPayment, test, typeCard } from "../support/browser";
import { handOver } from "../support/buyer";
import { cardWith, newCard } from "../support/cards";
import { changeTerminal, expectNothingTaken } from "../support/controls";
import { expectError } from "../support/envelope";
import { demo, sandbox } from "../support/product";
import type { TerminalName } from "../support/sandbox";
import type { Shop } from "../support/shop";

const asJson = { headers: { Accept: "application/json" } };
const debit = cardWith({ family: "debit" });
/** A credit card without an installment programme. */
const brandless = { ...newCard("437897"), brand: null, bank: "Citibank" };

const phones = { tr: { locale: "tr-TR" }, en: { locale: "en-GB" } } as const;
type Language = keyof typeof phones;
const languages = Object.keys(phones) as Language[];
const money = { tr: "Kartınızdan ödeme alınmadı.", en: "No money was taken from your card." };

interface Refusal {
  readonly card: typeof debit;
  readonly payment: { readonly installment?: number; readonly terminal?: TerminalName };
  readonly code: string;
  /** False when no card has this count here. */
  readonly helpsAnother?: false;
  /** The texts of the page: title, explanation and advice. */
  readonly says: Record<Language, readonly [title: string, what: string, next: string]>;
}

const cardType = {
  code: "virtual_pos_card_type_not_supported",
  says: {
    tr: ["Bu kart kabul edilmiyor", "bu kart türüyle ödeme alamıyor", "Başka bir kartla deneyin."],
    en: ["This card is not accepted", "cannot take payments with this type of card", "Try another card."],
  },
} as const;

const refusals: Record<string, Refusal> = {
  "a debit card for 3 installments": {
    card: debit,
    payment: { installment: 3 },
    code: "installment_not_allowed",
    says: {
      tr: ["Bu kart taksite uygun değil", "Bu ödeme 3 taksitli.", "bu kartla tek çekim ödemeyi seçin"],
      en: ["This card does not allow installments", "in 3 installments", "choose a single payment with this card"],
    },
  },
  "a credit card of no programme for 6 installments": {
    card: brandless,
    payment: { installment: 6 },
    code: "installment_not_allowed",
    says: {
      tr: ["Bu kart taksite uygun değil", "bazı kredi kartlarıyla taksit yapılamaz", "tek çekim ödemeyi seçin"],
      en: ["This card does not allow installments", "some credit cards", "choose a single payment"],
    },
  },
  "a card whose programme is offered other counts than 5": {
    card: cardWith({ brand: "bonus", outcome: "approved" }),
    payment: { terminal: "alternate", installment: 5 },
    code: "installment_not_allowed",
    helpsAnother: false,
    says: {
      tr: ["Bu kartla 5 taksit yapılamıyor", "bu kart için 5 taksit sunmuyor", "başka bir taksit sayısı seçin"],
      en: [
        "5 installments are not available with this card",
        "does not offer 5 installments",
        "another number of inst",
      ],
    },
  },
  "a foreign card where only domestic ones are taken": {
    card: cardWith({ family: "foreign" }),
    payment: { terminal: "domesticOnly" },
    ...cardType,
  },
  "a debit card where only credit cards are taken, before any question of installments": {
    card: debit,
    payment: { terminal: "creditOnly", installment: 3 },
    ...cardType,
  },
};

// Adds a count that the terminal allows but its tariff has no price for; no demo terminal has one. It is not reset,
// because another worker may be running this file.
test.beforeAll(() => changeTerminal(demo.terminals.alternate, { effectiveCounts: [1, 2, 3, 5, 6, 9, 12] }));

const onPhone = async (browser: Browser, language: Language): Promise<Page> => {
  const context = await browser.newContext({ ...phones[language], viewport: { width: 390, height: 844 } });
  return context.newPage();
};

/** Presses the shop's button with the card filled in at its checkout. */
async function pay(page: Page, shop: Shop, payment: ShopPayment, card: typeof debit): Promise<void> {
  await openCheckout(page, shop, payment, card);
  await buy(page);
  await page.waitForURL(`${sandbox.payUrl}/**`);
}

async function expectClean(page: Page, code: string): Promise<void> {
  await expectNoViolation(page);
  const isWide = () => document.documentElement.scrollWidth > document.documentElement.clientWidth;
  expect(await page.evaluate(isWide), "scrolls sideways").toBe(false);
  expect(await page.content(), "pages show no codes and reasons").not.toMatch(
    new RegExp(`${code}|card_not_eligible|count_not_offered|card_type`),
  );
}

for (const [name, refusal] of Object.entries(refusals)) {
  const { card, payment: wanted, code, says, helpsAnother = true } = refusal;
  for (const language of languages) {
    test(`422 ${name}: explains it on a phone and accepts another card (${language})`, async ({
      browser,
      shop,
      order,
      merchant,
    }) => {
      const terminalId = merchant.terminal(wanted.terminal ?? "default");
      const payment = await order({ terminalId, installment: wanted.installment ?? 1 });
      const page = await onPhone(browser, language);
      await pay(page, shop, payment, card);
      const notice = page.getByRole("alert");
      const [title, ...sentences] = says[language];
      await expect(notice.getByRole("heading")).toHaveText(title);
      for (const sentence of [...sentences, money[language]]) await expect(notice).toContainText(sentence);
      await expect(notice).toBeFocused();
      await expectClean(page, code);
      await expectNothingTaken(payment.paymentCode);
      expect(await merchant.payment(payment.paymentCode)).toMatchObject({ status: "initiated", card: null });

      await typeCard(page, cardWith({ brand: "maximum" }));
      const answered = page.waitForResponse((answer) => answer.request().method() === "POST");
      await page.locator("form[data-card] button[type=submit]").click();
      expect((await answered).status()).toBe(helpsAnother ? 200 : 422);
      if (helpsAnother) await page.waitForURL(`${sandbox.bankUrl}/**`);
      await page.context().close();
    });
  }

  test(`422 ${name}: returns only the code as JSON`, async ({ merchant }) => {
    const terminalId = merchant.terminal(wanted.terminal ?? "default");
    const { paymentRef } = await merchant.created({ terminalId, installment: wanted.installment ?? 1 });
    expectError(await handOver(paymentRef, card, asJson), 422, code);
  });
}

for (const language of languages) {
  test(`429 after five such cards; the payment has failed, and the page offers no other card (${language})`, async ({
    browser,
    shop,
    order,
    merchant,
  }) => {
    const payment = await order({ installment: 3 });
    for (const card of [debit, brandless, cardWith({ family: "foreign" }), cardWith({ family: "prepaid" })]) {
      expectError(await handOver(payment.paymentRef, card, asJson), 422, "installment_not_allowed");
    }
    const page = await onPhone(browser, language);
    await pay(page, shop, payment, debit);
    const [title] = refusals["a debit card for 3 installments"]?.says[language] ?? [];
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title ?? "");
    for (const sentence of [
      money[language],
      { tr: "denenebilecek kart sayısı doldu", en: "No more cards can be tried" }[language],
    ]) {
      await expect(page.getByRole("main")).toContainText(sentence);
    }
    await expect(page.locator("input:not([type=hidden])"), "no form for another card").toHaveCount(0);
    await expect(page.locator(`a[href="${payment.returnUrl}"]`).first()).toBeVisible();
    await expectClean(page, "installment_not_allowed");
    expect(await merchant.payment(payment.paymentCode)).toMatchObject({
      status: "failed",
      failureCode: "card_attempt_limit_exceeded",
    });
    await pay(page, shop, payment, cardWith({ brand: "maximum" }));
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(
      { tr: "Kart deneme sınırına ulaşıldı", en: "Too many cards were tried" }[language],
    );
    expectError(await handOver(payment.paymentRef, debit, asJson), 429, "card_attempt_limit_exceeded");
    await expectNothingTaken(payment.paymentCode);
    await page.context().close();
  });
}
