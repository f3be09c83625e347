import { describe, expect, it } from "vitest";
import { payLanguages, payTextsIn } from "@/messages/pay-texts";
import { errorCodes } from "@/server/domain/errors";
import type { BuyerPage, BuyerPayment, TroubleName } from "@/server/domain/payments/buyer-page";
import { removeTemplates } from "@/server/testing/doors/link-pages";
import { cardFormScript, languageScript, waitingScript } from "./page-assets";
import { renderBuyerDocument } from "./render";

const payment: BuyerPayment = {
  merchantName: "İĞŞ <Çiçek> & Ortakları",
  amountKurus: 125_050n,
  installment: 1,
  expiresAt: new Date("2026-11-20T11:30:00.000Z"),
  backUrl: "https://shop.example/done?x=1",
};
const paymentRef = "R".repeat(43);
const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
const renderWhole = (page: BuyerPage, language = "tr") =>
  renderBuyerDocument({ page, language, traceId, nonce: "bm9uY2U=" });
const render = async (page: BuyerPage, language = "tr") => removeTemplates(await renderWhole(page, language));

const card: BuyerPage = { kind: "card", payment, paymentRef };
const bank: BuyerPage = {
  kind: "bank",
  payment,
  form: {
    action: "https://bank.example/gate",
    fields: [
      ["pan", "5528790000000008"],
      ["oid", "1"],
      ["oid", "2"],
    ],
  },
};
const limit: BuyerPage = { kind: "limit", payment, paymentRef };
const trouble = (name: TroubleName, known: BuyerPayment | null = payment): BuyerPage => ({
  kind: "trouble",
  payment: known,
  trouble: { name },
});
const every = {
  card,
  bank,
  limit,
  expired: trouble("payment_ref_expired"),
  unknown: trouble("payment_ref_invalid", null),
};
const troubleNames: TroubleName[] = [...errorCodes, "return_refused", "return_unknown", "return_failed"];

describe.each(Object.entries(every))("every document: %s", (_, page) => {
  it.each(payLanguages)("has a language, a title, one heading and no external resource (%s)", async (language) => {
    const html = await render(page, language);
    const { direction } = payTextsIn(language);
    expect(html).toMatch(new RegExp(`^<!doctype html><html lang="${language}" dir="${direction}">`));
    expect(html).toMatch(/<title>[^<]{5,}<\/title>/);
    expect(html.match(/<h1/g)).toHaveLength(1);
    expect(html).toContain('name="viewport"');
    expect(html).toContain('content="noindex, nofollow"');
    expect(html.match(/<style[^>]*>/g)).toEqual(['<style nonce="bm9uY2U=">']);
    expect(html).not.toMatch(/\sstyle="|\son[a-z]+="|javascript:/i);
    expect([...html.matchAll(/<(?:img|iframe|link|script)[^>]*(?:src|href)="(https?:)?\/\//g)]).toEqual([]);
  });

  it("has no script but ours, with its hash and the nonce", async () => {
    const scripts = (await render(page)).match(/<script[^>]*>/g) ?? [];
    const ours = { card: cardFormScript, bank: waitingScript, limit: null, trouble: null }[page.kind];
    expect(scripts).toEqual(
      ours ? [`<script type="module" src="${ours.src}" integrity="${ours.integrity}" nonce="bm9uY2U=">`] : [],
    );
  });
});

describe("the card form", () => {
  it("shows the merchant, the amount and the deadline in the buyer's language", async () => {
    const turkish = await render(card);
    expect(turkish).toContain("İĞŞ &lt;Çiçek&gt; &amp; Ortakları");
    expect(turkish).toContain("1.250,50 TL öde</button>");
    expect(turkish).toContain("Tek çekim");
    expect(turkish).toContain("14:30");
    expect(await render(card, "en")).toContain("Pay TRY 1,250.50</button>");
  });

  it.each([
    ["tr", "1.250,50 TL", "1.281,76\u00a0TL", "14:30"],
    ["en", "TRY 1,250.50", "TRY\u00a01,281.76", "14:30"],
    ["de", "1.250,50\u00a0TRY", "1.281,76\u00a0TRY", "14:30"],
    ["ru", "1\u00a0250,50\u00a0TRY", "1\u00a0281,76\u00a0TRY", "14:30"],
    ["uk", "1\u00a0250,50\u00a0TRY", "1\u00a0281,76\u00a0TRY", "14:30"],
    ["ar", "\u2068\u200f1,250.50\u00a0TRY\u2069", "\u2068\u200f1,281.76\u00a0TRY\u2069", "02:30 م"],
  ])(
    "writes amounts and times as the language does, and keeps an amount of a sentence on one line: %s",
    async (...row) => {
      const [language, amount, monthly, time] = row;
      const html = await render(card, language);
      expect(html).toContain(`<dd class="amount">${amount}</dd>`);
      expect(/<button type="submit" class="button">(.*?)<\/button>/.exec(html)?.[1]).toContain(amount);
      expect(html).toContain(time);
      const page = { ...card, payment: { ...payment, amountKurus: 256_352n, installment: 2 } };
      expect(await render(page, language)).toContain(monthly);
    },
  );

  it("is written from right to left in Arabic, but digits and the date of the card from left to right", async () => {
    const html = await render(card, "ar");
    expect(html).toContain('<html lang="ar" dir="rtl">');
    for (const name of ["pan", "expireMonth", "expireYear", "cv2"])
      expect(html).toMatch(new RegExp(`<input id="${name}"[^>]* dir="ltr"`));
    expect(html).toContain('<div class="date" dir="ltr">');
    expect(html).toContain('<strong dir="auto">İĞŞ');
    expect(html).not.toMatch(/[٠-٩]/);
  });

  it("splits a total that does not divide evenly as the bank does", async () => {
    const page = { ...card, payment: { ...payment, amountKurus: 128_176n, installment: 3 } };
    expect(await render(page)).toContain("3 taksit: ilk ay 427,26\u00a0TL, sonra aylık 427,25\u00a0TL");
  });

  it("never fills a card field, and labels each one for autofill", async () => {
    const html = await render({ ...card, fields: { pan: "wrong", cv2: "missing" } });
    const inputs = (html.match(/<input[^>]*>/g) ?? []).filter((input) => !input.includes('type="hidden"'));
    expect(inputs).toHaveLength(4);
    for (const input of inputs) expect(input).not.toMatch(/\svalue=/);
    expect(inputs.map((input) => /autoComplete="([^"]*)"/.exec(input)?.[1])).toEqual([
      "cc-number",
      "cc-exp-month",
      "cc-exp-year",
      "cc-csc",
    ]);
  });

  it("shows errors next to their fields, in a focused summary, and in the title", async () => {
    const html = await render({ ...card, fields: { pan: "wrong", expireYear: "past" } });
    expect(html).toMatch(/<title>Hata – /);
    expect(html).toMatch(/<div[^>]*role="alert"[^>]*autofocus=""/);
    expect(html).toContain('<a href="#pan">Kart numarası hatalı.');
    expect(html).toMatch(/<p class="error" id="pan-error">Kart numarası hatalı/);
    expect(html).toMatch(/<input id="pan"[^>]*aria-describedby="pan-error"[^>]*aria-invalid="true"/);
    expect(html).toMatch(/<p class="error" id="cv2-error" hidden="">/);
    expect(html).toContain(traceId);
  });

  it("shows after a decline the bank's reason, that no money moved, and the advice", async () => {
    const html = await render({
      ...card,
      trouble: { name: "payment_declined", declineReason: "insufficient_funds" },
    });
    expect(html).toContain("limiti bu tutara yetmiyor");
    expect(html).toContain("Kartınızdan ödeme alınmadı.");
    expect(html).toContain("Başka bir kartla deneyin");
    expect(html).not.toContain("insufficient_funds");
  });

  it.each([
    ["card_not_eligible", 3, "tr", "Bu kart taksite uygun değil", "mağazaya dönüp bu kartla tek çekim"],
    ["card_not_eligible", 3, "en", "This card does not allow installments", "choose a single payment"],
    ["count_not_offered", 6, "tr", "Bu kartla 6 taksit yapılamıyor", "başka bir taksit sayısı"],
    ["count_not_offered", 6, "en", "6 installments are not available with this card", "another number of installments"],
    ["count_not_offered", 1, "tr", "Bu kartla tek çekim yapılamıyor", "taksitli olarak yeniden"],
    ["count_not_offered", 1, "en", "A single payment is not available with this card", "again with installments"],
  ] as const)(
    "explains why the card cannot be charged with this count: %s, %i, %s",
    async (why, installment, language, title, next) => {
      const refused = { ...card, payment: { ...payment, installment } };
      const html = await render({ ...refused, trouble: { name: "installment_not_allowed", why } }, language);
      expect(html).toContain(`<h2>${title}</h2>`);
      expect(html).toContain(next);
      expect(html).toContain(language === "tr" ? "Kartınızdan ödeme alınmadı." : "No money was taken");
      expect(html).not.toContain(why);
    },
  );

  it("changes its language with a separate form that contains the reference and no card", async () => {
    const html = await render(card, "de");
    const [first = ""] = html.match(/<form.*?<\/form>/s) ?? [];
    expect(first).toMatch(/^<form method="post">/);
    expect(first).toContain(`name="paymentRef" value="${paymentRef}"`);
    const buttons = [
      ...first.matchAll(/<button type="submit" lang="(\w+)"( aria-current="true")? formAction="\/handoff\?lang=\1">/g),
    ];
    expect(buttons.map(([, language]) => language)).toEqual(payLanguages);
    expect(buttons.filter(([, , current]) => current).map(([, language]) => language)).toEqual(["de"]);
    expect(first.match(/<input/g)).toHaveLength(1);
  });

  it("posts the card to an address with the page's language alone", async () => {
    const html = await render(card, "uk");
    expect(html).toMatch(/<form data-card="[^"]*" action="\/handoff\?lang=uk" method="post">/);
    expect(html).not.toMatch(/action="[^"]*paymentRef/i);
    const limit = await render({ kind: "limit", payment, paymentRef }, "uk");
    expect(limit).toContain('<form action="/handoff?lang=uk" method="post">');
  });

  it("names the script that keeps what was typed, and says without scripts that it is lost", async () => {
    const html = await render(card, "en");
    expect(html).toContain(
      `<details class="languages" data-src="${languageScript.src}" data-integrity="${languageScript.integrity}" data-type="module">`,
    );
    expect(html).toMatch(/<noscript><p class="hint">If you change the language, [^<]+<\/p><\/noscript><form/);
  });

  it("after a refusal has its notice, title and trace id in every language for the script, and shows one", async () => {
    const refused = { ...card, trouble: { name: "payment_declined", declineReason: "expired_card" } } as const;
    const html = await renderWhole(refused, "uk");
    const shown = removeTemplates(html);
    expect(shown.match(/<div class="notice"/g)).toHaveLength(1);
    expect(shown).toContain(payTextsIn("uk").t("declined.expired_card.what"));
    expect(html.match(/<template data-language="\w+"/g)).toHaveLength(2 * payLanguages.length);
    for (const language of payLanguages) {
      const { t } = payTextsIn(language);
      const title = t("card.errorTitle", { title: t("trouble.payment_declined.title") });
      const [notice = "", trace = ""] =
        html.match(new RegExp(`<template data-language="${language}".*?</template>`, "gs")) ?? [];
      expect(notice).toContain(`data-title="${title}"`);
      expect(notice).toContain(t("declined.expired_card.what"));
      expect(trace).toContain(`<p class="trace">${t("traceId")}: <code dir="ltr">${traceId}</code></p>`);
    }
    expect(await renderWhole(card)).not.toContain("<template");
  });
});

describe("the page that leads to the bank", () => {
  it("posts every field unchanged, repeated ones too, and has a button for browsers without scripts", async () => {
    const html = await render(bank);
    expect(html).toMatch(/<form[^>]*action="https:\/\/bank.example\/gate"[^>]*method="post"/);
    expect(html.match(/name="oid"/g)).toHaveLength(2);
    expect(html).toMatch(/<noscript>.*<button type="submit".*<\/noscript>/s);
  });
});

describe("troubles", () => {
  it.each(troubleNames)("%s: states whether money moved, shows the trace id, never the code", async (name) => {
    for (const language of payLanguages) {
      const html = await render(trouble(name), language);
      expect(html).toMatch(/<p class="money">[^<]{10,}<\/p>/);
      expect(html).toContain(traceId);
      expect(html).not.toContain(name);
      expect(html).not.toContain("1.250,50");
      expect(html).toContain('href="https://shop.example/done?x=1"');
    }
  });

  it.each(["virtual_pos_card_type_not_supported", "installment_not_allowed", "payment_declined"] as const)(
    "%s of the last card: leads back to the shop, because no other card can be tried",
    async (name) => {
      for (const [language, tryAnother, noMore] of [
        ["tr", "deneyin", "Mağazaya dönüp ödemeyi yeniden başlatın."],
        ["en", "Try a", "Go back to the shop and start the payment again."],
      ] as const) {
        for (const why of ["card_not_eligible", "count_not_offered"] as const) {
          const html = await render({ kind: "trouble", payment, trouble: { name, why } }, language);
          expect(html).toContain(noMore);
          expect(html).not.toContain(tryAnother);
        }
      }
    },
  );

  it("change their language where the payment can be requested again, and without a script", async () => {
    const html = await render({ ...trouble("payment_ref_expired"), paymentRef } as BuyerPage, "ru");
    expect(html).toContain(`name="paymentRef" value="${paymentRef}"`);
    expect(html).toContain('<details class="languages"><summary>');
    expect(html).not.toContain(payTextsIn("ru").t("language.switchEmpties"));
    expect(await render(limit)).toContain('<details class="languages">');
    // The answer to a form that was not read, or to the bank's form, cannot be had a second time.
    for (const page of [trouble("payload_too_large", null), bank])
      expect(await render(page)).not.toContain('class="languages"');
  });

  it("do not claim that nothing was taken after an internal error during the return from the bank", async () => {
    expect(await render(trouble("return_failed", null))).toContain("Ödeme alınmış olabilir");
  });

  it("of a limit name no code, no limit and no amount; the same payment can be tried again", async () => {
    const html = await render(limit);
    for (const code of errorCodes) expect(html).not.toContain(code);
    expect(html).not.toMatch(/1\.250,50|limit/i);
    expect(html).toContain("Kartınızdan ödeme alınmadı.");
    expect(html).toContain(`name="paymentRef" value="${paymentRef}"`);
  });

  it("link to the shop only if its address is a web address", async () => {
    const html = await render(trouble("payment_ref_expired", { ...payment, backUrl: "javascript:alert(1)" }));
    expect(html).not.toMatch(/<a /);
  });
});
