import { describe, expect, it } from "vitest";
import { errorCodes, type Language } from "@/server/domain/errors";
import type { BuyerPage, BuyerPayment, TroubleName } from "@/server/domain/payments/buyer-page";
import { cardFormScript } from "./page-assets";
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
const render = (page: BuyerPage, language: Language = "tr") =>
  renderBuyerDocument({ page, language, traceId, nonce: "bm9uY2U=" });

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
  it.each(["tr", "en"] as const)(
    "has a language, a title, one heading and no external resource (%s)",
    async (language) => {
      const html = await render(page, language);
      expect(html).toMatch(new RegExp(`^<!doctype html><html lang="${language}">`));
      expect(html).toMatch(/<title>[^<]{5,}<\/title>/);
      expect(html.match(/<h1/g)).toHaveLength(1);
      expect(html).toContain('name="viewport"');
      expect(html).toContain('content="noindex, nofollow"');
      expect(html.match(/<style[^>]*>/g)).toEqual(['<style nonce="bm9uY2U=">']);
      expect(html).not.toMatch(/\sstyle="|\son[a-z]+="|javascript:/i);
      expect([...html.matchAll(/<(?:img|iframe|link|script)[^>]*(?:src|href)="(https?:)?\/\//g)]).toEqual([]);
    },
  );

  it("has no script but ours, with its hash and the nonce", async () => {
    const scripts = (await render(page)).match(/<script[^>]*>/g) ?? [];
    const ours = `<script type="module" src="${cardFormScript.src}" integrity="${cardFormScript.integrity}" nonce="bm9uY2U=">`;
    expect(scripts).toEqual(page.kind === "card" || page.kind === "bank" ? [ours] : []);
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
    ["card_not_eligible", 3, "en", "This card does not allow installments", "choose to pay at once"],
    ["count_not_offered", 6, "tr", "Bu kartla 6 taksit yapılamıyor", "başka bir taksit sayısı"],
    ["count_not_offered", 6, "en", "This card cannot pay in 6 installments", "another number of installments"],
    ["count_not_offered", 1, "tr", "Bu kartla tek çekim yapılamıyor", "taksitli olarak yeniden"],
    ["count_not_offered", 1, "en", "This card cannot pay at once", "again with installments"],
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
    const [first = ""] = (await render(card)).match(/<form.*?<\/form>/s) ?? [];
    expect(first).toMatch(/action="\/handoff" method="post"/);
    expect(first).toContain(`name="paymentRef" value="${paymentRef}"`);
    expect(first).toMatch(/name="lang"/);
    expect(first).not.toContain("pan");
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
    for (const language of ["tr", "en"] as const) {
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
