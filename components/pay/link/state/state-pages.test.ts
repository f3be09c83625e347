import { describe, expect, it } from "vitest";
import { waitingScript } from "@/components/pay/page-assets";
import { payStyle } from "@/components/pay/page-style";
import { payLanguages, payTextsIn } from "@/messages/pay-texts";
import { errorCodes } from "@/server/domain/errors";
import { type TroubleName, toPause } from "@/server/domain/payments/buyer-page";
import {
  failed,
  later,
  readText,
  render,
  statePages,
  summary,
  toBank,
  token,
  traceId,
} from "@/server/testing/doors/link-pages";

const languages = ["tr", "en"] as const;
const scripted = ["waiting", "to be given up", "settling", "bank"];
const readTitle = (html: string) => /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? "";

describe.each(Object.entries(statePages))("every page: %s", (name, page) => {
  it.each(payLanguages)("has a language, a title, one heading and no external resource (%s)", async (language) => {
    const html = await render(page, { language });
    const { direction } = payTextsIn(language);
    expect(html).toMatch(new RegExp(`^<!doctype html><html lang="${language}" dir="${direction}">`));
    expect(readTitle(html)).toMatch(/.{5,}/);
    expect(html.match(/<h1/g)).toHaveLength(1);
    for (const landmark of ["<header", "<main", "<footer"]) expect(html.split(landmark)).toHaveLength(2);
    expect(html).toContain('content="noindex, nofollow"');
    expect(html.match(/<style[^>]*>/g)).toEqual(['<style nonce="bm9uY2U=">']);
    expect(html).not.toMatch(/\sstyle="|\son[a-z]+="|javascript:/i);
    expect([...html.matchAll(/(?:src|href)="(?:https?:)?\/\/[^"]*"/g)]).toEqual([]);
  });

  it("has no script but ours, and only on pages that wait or submit a form", async () => {
    const scripts = (await render(page)).match(/<script[^>]*>/g) ?? [];
    const ours = `<script type="module" src="${waitingScript.src}" integrity="${waitingScript.integrity}" nonce="bm9uY2U=">`;
    expect(scripts).toEqual(scripted.includes(name) ? [ours] : []);
  });

  it("names the merchant of a link that was read, never the payer in the title, and escapes every text", async () => {
    const html = await render(page);
    const title = readTitle(html);
    expect(title).not.toContain("Ay**");
    expect(html).not.toMatch(/<Çiçek>|<siparişi>|<b>/);
    if (page.kind === "unknown" || page.summary === null) return expect(title).not.toContain("–");
    expect(title).toMatch(/ – İĞŞ &lt;Çiçek&gt; &amp; Ortakları$/);
    expect(html).toContain(
      '<strong dir="auto">İĞŞ &lt;Çiçek&gt; &amp; Ortakları</strong><span>Ödeme linki no. 1042</span>',
    );
  });

  it("has a plain link to every language, except on the page that leads to the bank", async () => {
    const html = await render(page, { language: "de" });
    const switches = [
      ...html.matchAll(/<a href="([^"]*)" hrefLang="(\w+)" lang="\2"( aria-current="true")?>([^<]*)</g),
    ];
    const isSettling = page.kind === "in_progress" && page.progress.canGiveUpFrom === null;
    // An unknown link has no path, so the same address is requested again.
    const address = page.kind === "unknown" ? "" : `/l/${token}${isSettling ? "/result" : ""}`;
    const expected = payLanguages.map((language) => [
      `${address}?lang=${language}`,
      language,
      language === "de" ? ' aria-current="true"' : undefined,
      payTextsIn(language).name,
    ]);
    expect(switches.map(([, ...parts]) => parts)).toEqual(page.kind === "bank" ? [] : expected);
    // Nothing is typed on these pages, and the ones that wait load the script of the switch.
    expect(html).not.toContain(payTextsIn("de").t("language.switchEmpties"));
    expect(/<details class="languages"[^>]* data-src="/.test(html)).toBe(page.kind === "in_progress");
  });

  it("states whether money moved", async () => {
    if (page.kind === "bank" || page.kind === "paid") return expect(await render(page)).toContain("1.281,76 TL");
    for (const language of payLanguages) {
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
] as const)("%s: shows the link's state by a word and a colour", async (name, tone, turkish, english) => {
  const readMark = async (language: "tr" | "en") =>
    /<p class="state [^"]*">[^<]*<\/p>/.exec(await render(statePages[name]!, { language }))?.[0];
  expect(await readMark("tr")).toBe(`<p class="state ${tone}">${turkish}</p>`);
  expect(await readMark("en")).toBe(`<p class="state ${tone}">${english}</p>`);
});

it.each([
  ["expired", "Bu ödeme linkinin süresi doldu", "This payment link has expired"],
  ["cancelled", "Bu ödeme linki iptal edildi", "This payment link was cancelled"],
  ["feature off", "Bu ödeme linki şu anda kullanılamıyor", "This payment link is not available right now"],
  ["on hold", "Şu anda ödeme alınamıyor", "Payment is not possible right now"],
  ["suspended", "Bu ödeme şu anda yapılamıyor", "This payment is not possible right now"],
  ["given up", "Denemeden vazgeçildi", "The attempt was given up"],
  ["paid", "Ödemeniz alındı", "Your payment was received"],
] as const)("%s: is stated in the heading and in the title, in both languages", async (name, turkish, english) => {
  for (const [language, words] of [
    ["tr", turkish],
    ["en", english],
  ] as const) {
    const html = await render(statePages[name]!, { language });
    expect(html).toContain(`<h1>${words}</h1>`);
    expect(readTitle(html)).toContain(`${words} – `);
  }
});

it.each(languages)("has a different title for every state (%s)", async (language) => {
  const titles = await Promise.all(
    Object.values(statePages).map(async (page) => readTitle(await render(page, { language }))),
  );
  // Waiting for the bank has one title, whether or not the attempt may be given up.
  expect(new Set(titles).size).toBe(titles.length - 1);
});

it("contains the token only as a part of addresses", async () => {
  const html = await render({ kind: "expired", summary }, { token: 'a"/../<b>' });
  expect(html).toContain('href="/l/a%22%2F..%2F%3Cb%3E?lang=en"');
});

it("the handoff's pages do not include the style sheet of the links", () => {
  expect(payStyle).not.toContain(".facts");
});

describe("a link that cannot be paid", () => {
  it.each(["expired", "cancelled", "feature off", "on hold", "suspended"])(
    "%s: shows the link's facts and a contact, but no button",
    async (name) => {
      const page = statePages[name];
      for (const [language, merchant] of [
        ["tr", "ye işyeri"],
        ["en", "merchant"],
      ] as const) {
        const html = await render(page!, { language });
        expect(html).not.toMatch(/<form|class="button/);
        expect(readText(html)).toContain(merchant);
        expect(readText(html)).toContain(language === "tr" ? "1.250,50 TL" : "TRY 1,250.50");
        expect(html).toContain("Mart &lt;siparişi&gt;");
        expect(readText(html)).not.toMatch(/askı|kapatıl|suspend|closed|on hold|feature/i);
      }
    },
  );

  it.each(["feature off", "on hold", "suspended", "expired", "cancelled"])(
    "%s: has a reload link only if the state may change",
    async (name) => {
      const again = `<a href="/l/${token}?lang=tr">Sayfayı yenile</a>`;
      expect((await render(statePages[name]!)).includes(again)).toBe(!/expired|cancelled/.test(name));
    },
  );

  it("shows the payment deadline in Turkish time, in the buyer's language", async () => {
    const page = {
      kind: "on_hold",
      summary: { ...summary, expiresAt: new Date("2026-12-31T21:30:00Z") },
    } as const;
    expect(readText(await render(page))).toMatch(/Son ödeme tarihi 1 Ocak 2027 00:30 Türkiye saati/);
    expect(readText(await render(page, { language: "en" }))).toMatch(/1 January 2027 at 00:30 Turkish time/);
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
    "%s: states that no money was taken, and leads to the same form in the same language",
    async (code) => {
      for (const language of languages) {
        const html = await render(failed(code), { language });
        expect(html).toContain(language === "tr" ? "Kartınızdan ödeme alınmadı." : "No money was taken");
        expect(html).toContain(`<a class="button" href="/l/${token}?again=1&amp;lang=${language}">`);
        if (code) expect(html).not.toContain(code);
      }
    },
  );

  it("has a different title for every code", async () => {
    const titles = await Promise.all(codes.map(async (code) => readTitle(await render(failed(code)))));
    expect(new Set(titles).size).toBe(codes.length);
  });

  it.each([null, "capture_declined"])("%s: explains the bank's reason in words", async (code) => {
    const html = await render(failed(code, "insufficient_funds"));
    expect(html).toContain("limiti bu tutara yetmiyor");
    expect(html).not.toContain("insufficient_funds");
    expect(await render(failed(code, "do_not_honour"))).not.toContain("do_not_honour");
  });

  it("does not show an earlier card's reason for a failure of another kind", async () => {
    expect(await render(failed("three_ds_failed", "insufficient_funds"))).not.toContain("yetmiyor");
  });

  it("voided at the bank: does not claim that money was never taken", async () => {
    const text = readText(await render(failed("capture_declined", "voided_at_bank")));
    expect(text).toContain("İşlem bankada iptal edildi.");
    expect(text).not.toContain("Kartınızdan ödeme alınmadı.");
  });
});

describe("obstacles", () => {
  const names: TroubleName[] = [...errorCodes, "return_refused", "return_unknown", "return_failed"];

  it.each(names)("%s: shows the trace id, never the code, and does not mention a shop", async (name) => {
    for (const language of languages) {
      const html = await render({ kind: "trouble", summary: null, trouble: { name } }, { language });
      expect(html).toMatch(/<p class="money">[^<]{10,}<\/p>/);
      expect(html).toContain(traceId);
      expect(html).not.toContain(name);
      expect(readText(html)).not.toMatch(/mağaza|\bshop\b/i);
    }
  });

  it("say in how many minutes cards are taken again, and lead back to the empty form then", async () => {
    const page = { kind: "trouble", summary, trouble: toPause(601) } as const;
    const html = await render(page);
    expect(readText(html)).toContain("Bu denemede kartınızdan ödeme alınmadı. 11 dakika sonra yeniden deneyin.");
    expect(html).toContain(`<a class="button" href="/l/${token}?again=1&amp;lang=tr">`);
    expect(await render(page, { language: "en" })).toContain("Try again in 11 minutes.");
    expect(await render({ ...page, trouble: toPause(60) }, { language: "en" })).toContain("Try again in 1 minute.");
  });

  it("lead back to the link's page, unless no such link exists", async () => {
    const back = `<a class="button" href="/l/${token}?again=1&amp;lang=tr">`;
    const trouble = (name: TroubleName) => render({ kind: "trouble", summary: null, trouble: { name } });
    expect(await trouble("rate_limited")).toContain(back);
    expect(await trouble("internal_error")).toContain(`<a class="button" href="/l/${token}?lang=tr">`);
    expect(await trouble("payment_link_not_found")).not.toContain('class="button"');
    expect(await render({ kind: "unknown" })).not.toContain('class="button"');
  });

  it("only describe the current step when an address was opened by hand, possibly after a payment", async () => {
    const page = { kind: "trouble", summary: null, trouble: { name: "method_not_allowed" } } as const;
    expect(await render(page)).toContain("Bu adımda kartınızdan ödeme alınmadı.");
    expect(await render(page, { language: "en" })).toContain("This step took no money from your card.");
  });

  it.each(payLanguages)("only speak of opening the page when no link was found (%s)", async (language) => {
    const { t } = payTextsIn(language);
    const opening = t("link.unknown.money");
    expect(opening).not.toBe(t("link.limit.money"));
    expect(await render({ kind: "unknown" }, { language })).toContain(`<p class="money">${opening}</p>`);
    for (const name of ["not_found", "payment_link_not_found"] as const)
      expect(t(`link.trouble.${name}.money`)).toBe(opening);
  });

  it("do not claim that no money was taken when the result is unknown", async () => {
    expect(await render({ kind: "trouble", summary: null, trouble: { name: "return_failed" } })).toContain(
      "Ödeme alınmış olabilir",
    );
  });

  it("of a limit name no code, no limit and no amount; the link can be tried again", async () => {
    for (const language of languages) {
      const html = await render({ kind: "limit", summary }, { language });
      for (const code of errorCodes) expect(html).not.toContain(code);
      expect(readText(html)).not.toMatch(/1[.,]250|limit|sınır/i);
      expect(html).toContain(`<a class="button" href="/l/${token}?again=1&amp;lang=${language}">`);
    }
  });
});

describe("the page that leads to the bank", () => {
  it("posts every field unchanged, repeated ones too, and has a button for browsers without scripts", async () => {
    const html = await render(toBank);
    expect(html).toMatch(/<form data-to-bank="" action="https:\/\/bank.example\/gate" method="post">/);
    expect(html.match(/name="oid"/g)).toHaveLength(2);
    expect(html).toMatch(/<noscript>.*<button type="submit".*<\/noscript>/s);
    expect(html).toContain(`data-until="${later(30).toISOString()}"`);
  });
});
