import { describe, expect, it } from "vitest";
import { errorCodes } from "@/server/domain/errors";
import type { TroubleName } from "@/server/domain/payments/buyer-page";
import {
  face,
  failed,
  later,
  render,
  statePages,
  textOf,
  toBank,
  token,
  traceId,
} from "@/server/testing/doors/link-pages";
import { cardFormScript } from "../page-assets";
import { payStyle } from "../page-style";

const languages = ["tr", "en"] as const;
const scripted = ["waiting", "to be given up", "settling", "bank"];
const titleOf = (html: string) => /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? "";

describe.each(Object.entries(statePages))("every page: %s", (name, page) => {
  it.each(languages)(
    "has a language, a title, one heading and nothing from elsewhere (%s)",
    async (language) => {
      const html = await render(page, { language });
      expect(html).toMatch(new RegExp(`^<!doctype html><html lang="${language}">`));
      expect(titleOf(html)).toMatch(/.{5,}/);
      expect(html.match(/<h1/g)).toHaveLength(1);
      for (const landmark of ["<header", "<main", "<footer"]) expect(html.split(landmark)).toHaveLength(2);
      expect(html).toContain('content="noindex, nofollow"');
      expect(html.match(/<style[^>]*>/g)).toEqual(['<style nonce="bm9uY2U=">']);
      expect(html).not.toMatch(/\sstyle="|\son[a-z]+="|javascript:/i);
      expect([...html.matchAll(/(?:src|href)="(?:https?:)?\/\/[^"]*"/g)]).toEqual([]);
    },
  );

  it("has no script but ours, and that only where something waits or goes on by itself", async () => {
    const scripts = (await render(page)).match(/<script[^>]*>/g) ?? [];
    const ours = `<script type="module" src="${cardFormScript.src}" integrity="${cardFormScript.integrity}" nonce="bm9uY2U=">`;
    expect(scripts).toEqual(scripted.includes(name) ? [ours] : []);
  });

  it("says whose link it is, once it was read; never names the payer in the title, nor anything unescaped", async () => {
    const html = await render(page);
    const title = titleOf(html);
    expect(title).not.toContain("Ay**");
    expect(html).not.toMatch(/<Çiçek>|<siparişi>|<b>/);
    if (page.kind === "unknown" || page.face === null) return expect(title).not.toContain("–");
    expect(title).toMatch(/ – İĞŞ &lt;Çiçek&gt; &amp; Ortakları$/);
    expect(html).toContain(
      "<strong>İĞŞ &lt;Çiçek&gt; &amp; Ortakları</strong><span>Ödeme linki no. 1042</span>",
    );
  });

  it("changes its language by a plain link, but not on the way to the bank", async () => {
    const switchesOf = (html: string) =>
      [...html.matchAll(/<a href="([^"]*)" hrefLang="(?:tr|en)"/g)].map(([, href]) => href);
    const isSettling = page.kind === "in_progress" && page.progress.canGiveUpFrom === null;
    // Where no link is known, the address itself is asked for again.
    const address = page.kind === "unknown" ? "" : `/l/${token}${isSettling ? "/result" : ""}`;
    const expected = (language: string) => (page.kind === "bank" ? [] : [`${address}?lang=${language}`]);
    expect(switchesOf(await render(page))).toEqual(expected("en"));
    expect(switchesOf(await render(page, { language: "en" }))).toEqual(expected("tr"));
  });

  it("says whether money moved", async () => {
    if (page.kind === "bank" || page.kind === "paid")
      return expect(await render(page)).toContain("1.281,76 TL");
    for (const language of languages) {
      expect(await render(page, { language })).toMatch(/<p class="money">[^<]{10,}<\/p>/);
    }
  });
});

it.each([
  ["paid", "good", "Ödendi", "Paid"],
  ["voided", "soft", "İptal edildi", "Voided"],
  ["refunded", "soft", "İade edildi", "Refunded"],
  ["partly refunded", "good", "Kısmen iade edildi", "Partly refunded"],
  ["refused", "bad", "Başarısız", "Failed"],
  ["waiting", "info", "Ödeme sürüyor", "In progress"],
  ["settling", "info", "Ödeme sürüyor", "In progress"],
  ["expired", "soft", "Süresi doldu", "Expired"],
  ["cancelled", "soft", "İptal edildi", "Cancelled"],
  ["feature off", "warn", "Şu anda ödenemiyor", "Not payable right now"],
  ["on hold", "warn", "Şu anda ödenemiyor", "Not payable right now"],
  ["suspended", "warn", "Şu anda ödenemiyor", "Not payable right now"],
] as const)("%s: says where the link stands in a word and a colour", async (name, tone, turkish, english) => {
  const markOf = async (language: "tr" | "en") =>
    /<p class="state [^"]*">[^<]*<\/p>/.exec(await render(statePages[name]!, { language }))?.[0];
  expect(await markOf("tr")).toBe(`<p class="state ${tone}">${turkish}</p>`);
  expect(await markOf("en")).toBe(`<p class="state ${tone}">${english}</p>`);
});

it.each([
  ["expired", "Bu ödeme linkinin süresi doldu", "This payment link has expired"],
  ["cancelled", "Bu ödeme linki iptal edildi", "This payment link was cancelled"],
  ["feature off", "Bu ödeme linki şu anda kullanılamıyor", "This payment link is not available right now"],
  ["on hold", "Şu anda ödeme alınamıyor", "Payment is not possible right now"],
  ["suspended", "Bu ödeme şu anda yapılamıyor", "This payment is not possible right now"],
  ["given up", "Denemeden vazgeçildi", "The attempt was given up"],
  ["paid", "Ödemeniz alındı", "Your payment was received"],
] as const)(
  "%s: is told in the heading and in the title, each in its language",
  async (name, turkish, english) => {
    for (const [language, words] of [
      ["tr", turkish],
      ["en", english],
    ] as const) {
      const html = await render(statePages[name]!, { language });
      expect(html).toContain(`<h1>${words}</h1>`);
      expect(titleOf(html)).toContain(`${words} – `);
    }
  },
);

it.each(languages)("no two states have one title (%s)", async (language) => {
  const titles = await Promise.all(
    Object.values(statePages).map(async (page) => titleOf(await render(page, { language }))),
  );
  // Waiting for the bank is one state, whether or not it may be given up.
  expect(new Set(titles).size).toBe(titles.length - 1);
});

it("a token is only ever a part of an address", async () => {
  const html = await render({ kind: "expired", face }, { token: 'a"/../<b>' });
  expect(html).toContain('href="/l/a%22%2F..%2F%3Cb%3E?lang=en"');
});

it("the handoff's pages do not carry the links' style sheet", () => {
  expect(payStyle).not.toContain(".facts");
});

describe("a link that cannot be paid", () => {
  it.each(["expired", "cancelled", "feature off", "on hold", "suspended"])(
    "%s: says what the link was for and whom to ask; nothing to press",
    async (name) => {
      const page = statePages[name];
      for (const [language, merchant] of [
        ["tr", "ye işyeri"],
        ["en", "merchant"],
      ] as const) {
        const html = await render(page!, { language });
        expect(html).not.toMatch(/<form|class="button/);
        expect(textOf(html)).toContain(merchant);
        expect(textOf(html)).toContain(language === "tr" ? "1.250,50 TL" : "TRY 1,250.50");
        expect(html).toContain("Mart &lt;siparişi&gt;");
        expect(textOf(html)).not.toMatch(/askı|kapatıl|suspend|closed|on hold|feature/i);
      }
    },
  );

  it.each(["feature off", "on hold", "suspended", "expired", "cancelled"])(
    "%s: can be asked for again where that may change",
    async (name) => {
      const again = `<a href="/l/${token}?lang=tr">Sayfayı yenile</a>`;
      expect((await render(statePages[name]!)).includes(again)).toBe(!/expired|cancelled/.test(name));
    },
  );

  it("the last moment to pay is in Turkish time, in the buyer's language", async () => {
    const page = { kind: "on_hold", face: { ...face, expiresAt: new Date("2026-12-31T21:30:00Z") } } as const;
    expect(textOf(await render(page))).toMatch(/Son ödeme tarihi 1 Ocak 2027 00:30 Türkiye saati/);
    expect(textOf(await render(page, { language: "en" }))).toMatch(/1 January 2027 at 00:30 Turkish time/);
  });
});

describe("a failed attempt", () => {
  const codes = [
    null,
    "three_ds_failed",
    "capture_declined",
    "abandoned",
    "expired",
    "superseded",
    "card_attempt_limit_exceeded",
    "link_unheard_of",
  ];
  it.each(codes)(
    "%s: nothing was taken; the same link can be tried again, in the same language",
    async (code) => {
      for (const language of languages) {
        const html = await render(failed(code), { language });
        expect(html).toContain(language === "tr" ? "Kartınızdan ödeme alınmadı." : "No money was taken");
        expect(html).toContain(`<a class="button" href="/l/${token}?again=1&amp;lang=${language}">`);
        if (code) expect(html).not.toContain(code);
      }
    },
  );

  it("codes have titles of their own", async () => {
    const titles = await Promise.all(codes.map(async (code) => titleOf(await render(failed(code)))));
    expect(new Set(titles).size).toBe(codes.length);
  });

  it.each([null, "capture_declined"])("%s: tells the bank's reason in words", async (code) => {
    const html = await render(failed(code, "insufficient_funds"));
    expect(html).toContain("limiti bu tutara yetmiyor");
    expect(html).not.toContain("insufficient_funds");
    expect(await render(failed(code, "do_not_honour"))).not.toContain("do_not_honour");
  });

  it("an earlier card's reason does not explain another ending", async () => {
    expect(await render(failed("three_ds_failed", "insufficient_funds"))).not.toContain("yetmiyor");
  });

  it("voided at the bank: does not say that nothing was ever taken", async () => {
    const text = textOf(await render(failed("capture_declined", "voided_at_bank")));
    expect(text).toContain("İşlem bankada iptal edildi.");
    expect(text).not.toContain("Kartınızdan ödeme alınmadı.");
  });
});

describe("obstacles", () => {
  const names: TroubleName[] = [...errorCodes, "return_refused", "return_unknown", "return_failed"];

  it.each(names)("%s: carries the trace id, never the code, and speaks of no shop", async (name) => {
    for (const language of languages) {
      const html = await render({ kind: "trouble", face: null, trouble: { name } }, { language });
      expect(html).toMatch(/<p class="money">[^<]{10,}<\/p>/);
      expect(html).toContain(traceId);
      expect(html).not.toContain(name);
      expect(textOf(html)).not.toMatch(/mağaza|\bshop\b/i);
    }
  });

  it("the way back is the link's page, unless there is no such link", async () => {
    const back = `<a class="button" href="/l/${token}?again=1&amp;lang=tr">`;
    const trouble = (name: TroubleName) => render({ kind: "trouble", face: null, trouble: { name } });
    expect(await trouble("rate_limited")).toContain(back);
    expect(await trouble("internal_error")).toContain(`<a class="button" href="/l/${token}?lang=tr">`);
    expect(await trouble("payment_link_not_found")).not.toContain('class="button"');
    expect(await render({ kind: "unknown" })).not.toContain('class="button"');
  });

  it("an address opened by hand, maybe after a payment: speaks of this step alone", async () => {
    const page = { kind: "trouble", face: null, trouble: { name: "method_not_allowed" } } as const;
    expect(await render(page)).toContain("Bu adımda kartınızdan ödeme alınmadı.");
    expect(await render(page, { language: "en" })).toContain("Opening this page took no money");
  });

  it("the result is not known: does not say that nothing was taken", async () => {
    expect(await render({ kind: "trouble", face: null, trouble: { name: "return_failed" } })).toContain(
      "Ödeme alınmış olabilir",
    );
  });

  it("the page of a limit names no code, no limit and no amount; the link can be tried again", async () => {
    for (const language of languages) {
      const html = await render({ kind: "limit", face }, { language });
      for (const code of errorCodes) expect(html).not.toContain(code);
      expect(textOf(html)).not.toMatch(/1[.,]250|limit|sınır/i);
      expect(html).toContain(`<a class="button" href="/l/${token}?again=1&amp;lang=${language}">`);
    }
  });
});

describe("the way to the bank", () => {
  it("posts every field as it is, repeated ones too, and has a button without a script", async () => {
    const html = await render(toBank);
    expect(html).toMatch(/<form data-to-bank="" action="https:\/\/bank.example\/gate" method="post">/);
    expect(html.match(/name="oid"/g)).toHaveLength(2);
    expect(html).toMatch(/<noscript>.*<button type="submit".*<\/noscript>/s);
    expect(html).toContain(`data-until="${later(30).toISOString()}"`);
  });
});
