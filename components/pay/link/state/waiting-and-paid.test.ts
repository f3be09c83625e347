import { describe, expect, it } from "vitest";
import { payLanguages, payTextsIn } from "@/messages/pay-texts";
import { inProgress, later, now, paid, readText, render, summary, token } from "@/server/testing/doors/link-pages";
import { formatTimeLeft, toTimeLeftTexts } from "../time-left";

describe("waiting for the bank", () => {
  it("polls the link's state, and shows the remaining time by the server's clock", async () => {
    const html = await render(inProgress());
    const again = `/l/${token}?lang=tr`;
    expect(html).toContain(`<div data-poll="/l/${token}/status" data-shown="in_progress" data-next="${again}">`);
    expect(html).toContain(`data-until="${later(29).toISOString()}" data-now="${now.toISOString()}"`);
    expect(readText(html)).toContain("Tutar 1.281,76 TL");
    expect(readText(html)).toContain("Kalan süre 29 dk 0 sn");
    expect(readText(html)).toContain("Başlangıç 14:29 Türkiye saati");
    expect(readText(html)).toContain("Şu ana kadar kartınızdan ödeme alınmadı.");
    expect(html).toContain(`<a href="${again}">Sayfayı yenile</a>`);
  });

  it.each([
    ["where the bank led back to", inProgress(), { isResult: true }],
    ["while the bank is asked for the money", inProgress({ canGiveUpFrom: null }), {}],
  ] as const)("leads on to the merchant when it is requested again: %s, in both languages", async (_, page, where) => {
    const html = await render(page, where);
    const result = (language: string) => `/l/${token}/result?lang=${language}`;
    expect(html).toContain(`data-next="${result("tr")}"`);
    expect(html).toContain(`<a href="${result("tr")}">Sayfayı yenile</a>`);
    expect(html).toMatch(new RegExp(`<a href="/l/${token}/result\\?lang=en"[^>]*>English</a>`));
  });

  it("promises a retry only if the link's window and the account allow it", async () => {
    const promise = "itibarıyla";
    expect(readText(await render(inProgress()))).toContain(promise);
    for (const changed of [{ until: later(1) }, { canPayAgain: false }]) {
      expect(readText(await render(inProgress(changed)))).not.toContain(promise);
    }
    for (const [language, restart] of [
      ["tr", "baştan başlatabilirsiniz"],
      ["en", "you can start again"],
    ] as const) {
      const offered = readText(await render(inProgress({ canGiveUpFrom: now }), { language }));
      const ended = readText(await render(inProgress({ canGiveUpFrom: now, canPayAgain: false }), { language }));
      expect([offered.includes(restart), ended.includes(restart)]).toEqual([true, false]);
    }
  });

  it("shows in the first two minutes from when the attempt can be given up, without offering it", async () => {
    const html = await render(inProgress());
    expect(readText(html)).toContain("Türkiye saatiyle 14:31 itibarıyla");
    expect(html).not.toContain("<form");
  });

  it("then offers to give up, explains the consequence, and works without a script", async () => {
    for (const [language, button, warning] of [
      ["tr", "Bu denemeden vazgeç", "tamamlamak üzereyseniz vazgeçmeyin"],
      ["en", "Give up this attempt", "Do not give it up if"],
    ] as const) {
      const html = await render(inProgress({ canGiveUpFrom: now }), { language });
      expect(html).toContain('data-shown="in_progress_can_give_up"');
      expect(html).toMatch(new RegExp(`<form[^>]* action="/l/${token}/give-up\\?lang=${language}" method="post">`));
      expect(readText(html)).toContain(warning);
      expect(html).toContain(`>${button}</button>`);
    }
  });

  it("has no way to give up, no deadline and no claim that nothing was taken while the capture runs", async () => {
    for (const [language, warning, promise] of [
      ["tr", "lütfen yeniden ödemeyin", "ödeme alınmadı"],
      ["en", "please do not pay again", "No money"],
    ] as const) {
      const html = await render(inProgress({ canGiveUpFrom: null }), { language });
      expect(html).toContain('data-shown="in_progress_settling"');
      expect(readText(html)).toContain(warning);
      expect(readText(html)).not.toContain(promise);
      expect(html).not.toMatch(/<form|data-until/);
    }
  });

  it("formats the remaining time as the script does", async () => {
    const path = "../../link-wait.js";
    const { timeLeft } = await import(path);
    for (const language of payLanguages) {
      const { t } = payTextsIn(language);
      for (const ms of [-1, 0, 1, 999, 1_000, 59_001, 60_000, 61_500, 3_599_001, 3_600_000, 8_100_000]) {
        expect(formatTimeLeft(ms, t)).toBe(timeLeft(ms, toTimeLeftTexts(t)));
      }
    }
    expect(formatTimeLeft(8_100_000, payTextsIn("tr").t)).toBe("2 sa 15 dk");
    expect(formatTimeLeft(0, payTextsIn("en").t)).toBe("time is up");
  });
});

describe("the receipt", () => {
  it("shows every fact about the payment", async () => {
    const text = readText(await render(paid()));
    for (const fact of [
      "Ödemeniz alındı 1.281,76 TL",
      "Üye işyeri İĞŞ &lt;Çiçek&gt; &amp; Ortakları",
      "Ödeme zamanı 20 Kasım 2026 14:00 Türkiye saati",
      "İşlem kodu pay_01M80JYX79FMCHMQT4B94NHKN3",
      "Ödeme linki no. 1042",
      "Ödeyen Ay** Yı****",
      "•••• 0008 Bonus · Garanti BBVA",
      "3 taksit: ilk ay 427,26\u00a0TL, sonra aylık 427,25\u00a0TL".replaceAll("\u00a0", " "),
      "Açıklama Mart &lt;siparişi&gt;",
      "fatura yerine geçmez",
    ]) {
      expect(text).toContain(fact);
    }
  });

  it("lists the items in order, and the lines add up", async () => {
    expect(readText(await render(paid()))).toContain(
      "Gül &lt;b&gt; 24 dal 1.000,00 TL Vazo 250,50 TL Ara toplam 1.250,50 TL Komisyon ve vade farkı 31,26 TL Toplam 1.281,76 TL",
    );
    expect(readText(await render(paid(), { language: "en" }))).toContain(
      "Subtotal TRY 1,250.50 Commission and installment fee TRY 31.26 Total TRY 1,281.76",
    );
  });

  it("names the surcharge of a single payment a commission, not an installment fee", async () => {
    const text = readText(await render(paid({ installment: 1 }, { ...summary, items: null })));
    expect(text).toContain("Tutar 1.250,50 TL Komisyon 31,26 TL Toplam 1.281,76 TL");
    expect(text).toContain("Taksit Tek çekim");
    expect(text).not.toMatch(/vade farkı/i);
  });

  it("shows ten items of a longer list, folds the others, and then shows the total", async () => {
    const items = Array.from({ length: 12 }, (_, n) => ({
      name: `Kalem ${n + 1}.`,
      note: null,
      amountKurus: 100n,
    }));
    const html = await render(paid({}, { ...summary, items }));
    const [shown = "", folded = "", after = ""] = html
      .replace(/^.*<main/s, "")
      .split(/<details class="more">|<\/details>/);
    expect(readText(shown)).toMatch(/Kalem 1\. .*Kalem 10\. 1,00 TL $/);
    expect(readText(folded)).toBe("2 kalem daha Kalem 11. 1,00 TL Kalem 12. 1,00 TL ".replace(/^/, " "));
    expect(readText(after)).toMatch(/^ Ara toplam .* Toplam 1\.281,76 TL/);
    expect(await render(paid({}, { ...summary, items: items.slice(0, 10) }))).not.toContain('<details class="more"');
    expect(await render(paid({}, { ...summary, items: items.slice(0, 11) }), { language: "en" })).toContain(
      "1 more item<",
    );
  });

  it("does not break down a single amount, and omits unknown facts of the link and the card", async () => {
    const about = { ...summary, items: null, payerName: null, description: null };
    const amountKurus = 125_050n;
    const text = readText(
      await render(paid({ amountKurus, shareKurus: 0n, installment: 1, brand: null, bank: null }, about)),
    );
    expect(text.match(/1\.250,50 TL/g)).toHaveLength(1);
    expect(text).not.toMatch(/Ara toplam|Toplam|Ödeyen|Açıklama|null/);
  });

  it("shows four digits of the card, with a text for screen readers", async () => {
    const html = await render(paid());
    expect(html).toContain('<span role="img" dir="ltr" aria-label="sonu 0008">•••• 0008</span>');
    expect(html).not.toContain("552879");
  });

  it("has no button and no field, and no link to the shop without the merchant's address", async () => {
    expect(await render(paid())).not.toMatch(/<form|data-poll|<script|Mağazaya dön/);
  });

  it("links to the merchant's page of a completed payment without a referrer", async () => {
    const shopUrl = "https://shop.test/payment/success?x=1&y=2";
    const way = (words: string) =>
      `<a href="https://shop.test/payment/success?x=1&amp;y=2" rel="noreferrer">${words}</a>`;
    expect(await render(paid({}, summary, shopUrl))).toContain(way("Mağazaya dön"));
    expect(await render(paid({}, summary, shopUrl), { language: "en" })).toContain(way("Back to the shop"));
  });
});
