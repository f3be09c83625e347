import { describe, expect, it } from "vitest";
import { face, inProgress, later, now, paid, render, textOf, token } from "@/server/testing/doors/link-pages";
import { leftOf } from "./moments";
import { stateWordsIn } from "./state-dictionary";

describe("waiting for the bank", () => {
  it("asks where the link stands, and says how long it may take by the server's clock", async () => {
    const html = await render(inProgress());
    const again = `/l/${token}?lang=tr`;
    expect(html).toContain(
      `<div data-poll="/l/${token}/status" data-shown="in_progress" data-next="${again}">`,
    );
    expect(html).toContain(`data-until="${later(29).toISOString()}" data-now="${now.toISOString()}"`);
    expect(textOf(html)).toContain("Tutar 1.281,76 TL");
    expect(textOf(html)).toContain("Kalan süre 29 dk 0 sn");
    expect(textOf(html)).toContain("Başlangıç 14:29");
    expect(textOf(html)).toContain("Şu ana kadar kartınızdan ödeme alınmadı.");
    expect(html).toContain(`<a href="${again}">Sayfayı yenile</a>`);
  });

  it.each([
    ["where the bank led back to", inProgress(), { isResult: true }],
    ["while the bank is asked for the money", inProgress({ canGiveUpFrom: null }), {}],
  ] as const)(
    "asked for again, it leads on to the merchant: %s, in either language",
    async (_, page, where) => {
      const html = await render(page, where);
      const result = (language: string) => `/l/${token}/result?lang=${language}`;
      expect(html).toContain(`data-next="${result("tr")}"`);
      expect(html).toContain(`<a href="${result("tr")}">Sayfayı yenile</a>`);
      expect(html).toMatch(new RegExp(`<a href="/l/${token}/result\\?lang=en"[^>]*>English</a>`));
    },
  );

  it("promises no way out that the link's window or the account would not leave", async () => {
    const promise = "itibarıyla";
    expect(textOf(await render(inProgress()))).toContain(promise);
    for (const changed of [{ until: later(1) }, { canPayAgain: false }]) {
      expect(textOf(await render(inProgress(changed)))).not.toContain(promise);
    }
    for (const [language, restart] of [
      ["tr", "baştan başlatabilirsiniz"],
      ["en", "you can start again"],
    ] as const) {
      const offered = textOf(await render(inProgress({ canGiveUpFrom: now }), { language }));
      const ended = textOf(
        await render(inProgress({ canGiveUpFrom: now, canPayAgain: false }), { language }),
      );
      expect([offered.includes(restart), ended.includes(restart)]).toEqual([true, false]);
    }
  });

  it("before two minutes are over it says from when the attempt can be given up, and does not offer it", async () => {
    const html = await render(inProgress());
    expect(textOf(html)).toContain("14:31 itibarıyla");
    expect(html).not.toContain("<form");
  });

  it("then it offers that, with what it does, by a form that works without a script", async () => {
    for (const [language, button, warning] of [
      ["tr", "Bu denemeden vazgeç", "tamamlamak üzereyseniz vazgeçmeyin"],
      ["en", "Give up this attempt", "Do not give it up if"],
    ] as const) {
      const html = await render(inProgress({ canGiveUpFrom: now }), { language });
      expect(html).toContain('data-shown="in_progress_can_give_up"');
      expect(html).toMatch(new RegExp(`<form[^>]* action="/l/${token}/give-up" method="post">`));
      expect(html).toContain(`<input type="hidden" name="lang" value="${language}"/>`);
      expect(textOf(html)).toContain(warning);
      expect(html).toContain(`>${button}</button>`);
    }
  });

  it("while the capture runs: no way out, no window, and not the word that nothing was taken", async () => {
    for (const [language, warning, promise] of [
      ["tr", "lütfen yeniden ödemeyin", "ödeme alınmadı"],
      ["en", "please do not pay again", "No money"],
    ] as const) {
      const html = await render(inProgress({ canGiveUpFrom: null }), { language });
      expect(html).toContain('data-shown="in_progress_settling"');
      expect(textOf(html)).toContain(warning);
      expect(textOf(html)).not.toContain(promise);
      expect(html).not.toMatch(/<form|data-until/);
    }
  });

  it("the time that is left reads as the script goes on to write it", async () => {
    const path = "../link-wait.js";
    const { timeLeft } = await import(path);
    for (const language of ["tr", "en"] as const) {
      const words = stateWordsIn(language);
      for (const ms of [-1, 0, 1, 999, 1_000, 59_001, 60_000, 61_500, 3_599_001, 3_600_000, 8_100_000]) {
        expect(leftOf(ms, words)).toBe(timeLeft(ms, words.left));
      }
    }
    expect(leftOf(8_100_000, stateWordsIn("tr"))).toBe("2 sa 15 dk");
    expect(leftOf(0, stateWordsIn("en"))).toBe("time is up");
  });
});

describe("the receipt", () => {
  it("says all that may be asked about the payment", async () => {
    const text = textOf(await render(paid()));
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

  it("adds up, line by line, in the order of the items", async () => {
    expect(textOf(await render(paid()))).toContain(
      "Gül &lt;b&gt; 24 dal 1.000,00 TL Vazo 250,50 TL Ara toplam 1.250,50 TL Komisyon ve vade farkı 31,26 TL Toplam 1.281,76 TL",
    );
    expect(textOf(await render(paid(), { language: "en" }))).toContain(
      "Subtotal TRY 1,250.50 Commission and installment fee TRY 31.26 Total TRY 1,281.76",
    );
  });

  it("what a single payment adds is a commission and no installment fee", async () => {
    const text = textOf(await render(paid({ installment: 1 }, { ...face, items: null })));
    expect(text).toContain("Tutar 1.250,50 TL Komisyon 31,26 TL Toplam 1.281,76 TL");
    expect(text).toContain("Taksit Tek çekim");
    expect(text).not.toMatch(/vade farkı/i);
  });

  it("more than ten items: the first ten, the others below a line to press, then the total", async () => {
    const items = Array.from({ length: 12 }, (_, n) => ({
      name: `Kalem ${n + 1}.`,
      note: null,
      amountKurus: 100n,
    }));
    const html = await render(paid({}, { ...face, items }));
    const [shown = "", folded = "", after = ""] = html.split(/<details class="more">|<\/details>/);
    expect(textOf(shown)).toMatch(/Kalem 1\. .*Kalem 10\. 1,00 TL $/);
    expect(textOf(folded)).toBe("2 kalem daha Kalem 11. 1,00 TL Kalem 12. 1,00 TL ".replace(/^/, " "));
    expect(textOf(after)).toMatch(/^ Ara toplam .* Toplam 1\.281,76 TL/);
    expect(await render(paid({}, { ...face, items: items.slice(0, 10) }))).not.toContain("<details");
    expect(await render(paid({}, { ...face, items: items.slice(0, 11) }), { language: "en" })).toContain(
      "1 more item<",
    );
  });

  it("one amount is not broken down; what is not known of link and card is left out", async () => {
    const about = { ...face, items: null, payerName: null, description: null };
    const amountKurus = 125_050n;
    const text = textOf(
      await render(paid({ amountKurus, shareKurus: 0n, installment: 1, brand: null, bank: null }, about)),
    );
    expect(text.match(/1\.250,50 TL/g)).toHaveLength(1);
    expect(text).not.toMatch(/Ara toplam|Toplam|Ödeyen|Açıklama|null/);
  });

  it("of the card it names four digits, read out as such", async () => {
    const html = await render(paid());
    expect(html).toContain('<span role="img" aria-label="sonu 0008">•••• 0008</span>');
    expect(html).not.toContain("552879");
  });

  it("has nothing to press and asks for nothing; without the merchant's address no way to the shop", async () => {
    expect(await render(paid())).not.toMatch(/<form|data-poll|<script|Mağazaya dön/);
  });

  it("leads back to the merchant's page for a completed payment, whose address does not learn ours", async () => {
    const shopUrl = "https://shop.test/payment/success?x=1&y=2";
    const way = (words: string) =>
      `<a href="https://shop.test/payment/success?x=1&amp;y=2" rel="noreferrer">${words}</a>`;
    expect(await render(paid({}, face, shopUrl))).toContain(way("Mağazaya dön"));
    expect(await render(paid({}, face, shopUrl), { language: "en" })).toContain(way("Back to the shop"));
  });
});
