import { describe, expect, it } from "vitest";
import { renderLinkDocument, renderOffer } from "@/components/pay/render";
import { payLanguages, payTextsIn } from "@/messages/pay-texts";
import { errorCodes } from "@/server/domain/errors";
import type { CardEntry, CardOffer, LinkSummary, LinkTrouble } from "@/server/domain/links/link-page";
import { removeTemplates } from "@/server/testing/doors/link-pages";

const summary: LinkSummary = {
  merchantName: "İĞŞ <Çiçek> & Ortakları",
  logoId: "lgr_01M8AAMY9X9YKWMRX5NA3A719W",
  reference: 42n,
  payerName: "Ay** Yı****",
  description: "Kütahya çinisi",
  items: null,
  amountKurus: 125_050n,
  customerShareBps: 0,
  expiresAt: new Date("2026-11-29T11:30:00.000Z"),
};
const option = (installmentCount: number, shareKurus: bigint, isPayable = true) => {
  const totalKurus = summary.amountKurus + shareKurus;
  return { installmentCount, shareKurus, totalKurus, isPayable };
};
const card = { bin8: "55287900", brand: "bonus", family: "credit", bank: "Garanti BBVA" } as const;
const offer: CardOffer = {
  ...card,
  isClosed: false,
  options: [option(1, 0n), option(3, 1563n), option(6, 3126n)],
};
const [token, traceId] = ["T".repeat(43), "4bf92f3577b34da6a3ce929d0e0e4736"];
interface Shown {
  readonly summary?: Partial<LinkSummary>;
  readonly entry?: Partial<CardEntry>;
  readonly language?: string;
}
const renderWhole = ({ summary: other, entry, language = "tr" }: Shown = {}) =>
  renderLinkDocument({
    page: {
      kind: "open",
      summary: { ...summary, ...other },
      entry: { offer: null, chosenCount: null, fields: {}, trouble: null, ...entry },
    },
    token,
    language,
    traceId,
    nonce: "bm9uY2U=",
    now: new Date("2026-11-22T09:00:00.000Z"),
  });
const render = async (shown: Shown = {}) => removeTemplates(await renderWhole(shown));
const button = (html: string) => /<button type="submit" class="button">([^<]*)<\/button><\/form>/.exec(html)?.[1];
const radios = (html: string) => html.match(/<input type="radio"[^>]*>/g) ?? [];
const wholeForm = (html: string) => /<form[^>]*\/pay\?lang=\w+".*?<\/form>/s.exec(html)?.[0] ?? "";

describe("the summary", () => {
  it("shows the merchant, the masked payer, the description, the amount and the deadline, in both languages", async () => {
    const turkish = await render();
    for (const text of ["İĞŞ &lt;Çiçek&gt; &amp; Ortakları", "Ay** Yı****", "Kütahya çinisi", "1.250,50 TL"])
      expect(turkish).toContain(text);
    expect(turkish).toContain("Son ödeme tarihi: 29 Kasım 2026 14:30 (Türkiye\u00a0saati)");
    const english = await render({ language: "en" });
    const told = ["Pay before 29 November 2026 at 14:30 (Turkish\u00a0time)", "TRY 1,250.50", `<img src="/logo/`];
    for (const text of told) expect(english).toContain(text);
  });

  it("lists the items in the order of the request, above the total", async () => {
    const items = [
      { name: "Zeytin", note: null, amountKurus: 100n },
      { name: "Armut", note: "iki kilo", amountKurus: 200n },
      { name: "Çam balı", note: null, amountKurus: 300n },
    ];
    const html = await render({ summary: { items } });
    const places = ["Zeytin", "1,00 TL", "Armut", "iki kilo", "Çam balı", "3,00 TL", "Ödenecek tutar"].map((text) =>
      html.indexOf(text, html.indexOf("<main")),
    );
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  it("escapes hostile texts and isolates their direction", async () => {
    const hostile = '\u202e<script>alert(1)</script>"onload=';
    const html = await render({
      summary: { description: hostile, items: [{ name: hostile, note: hostile, amountKurus: 1n }] },
    });
    expect(html).not.toContain("<script>");
    expect(html.match(/<bdi[^>]*>&lt;script&gt;alert\(1\)&lt;\/script&gt;&quot;onload=<\/bdi>/g)).toHaveLength(3);
  });

  it("omits a payer and texts without visible characters", async () => {
    const items = [{ name: "Armut\u2066", note: "\u202e \u2069", amountKurus: 1n }];
    const html = await render({ summary: { payerName: "\u200b\u200b**", description: "\u202e", items } });
    expect(html).not.toContain("Ödeyen");
    expect(html.match(/<bdi[^>]*>.*?<\/bdi>/g)).toEqual(["<bdi>Armut</bdi>"]);
    expect(html).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
  });

  it("shows ten items of a longer list and folds the others; the total stays visible", async () => {
    const items = Array.from({ length: 12 }, (_, n) => ({
      name: `Kalem ${n}`,
      note: null,
      amountKurus: 100n,
    }));
    const html = await render({ summary: { items } });
    const [shown = "", folded = "", after = ""] = html
      .replace(/^.*<main/s, "")
      .split(/<details class="more">|<\/details>/);
    expect([shown, folded, after].map((part) => part.match(/<li>/g)?.length ?? 0)).toEqual([10, 2, 0]);
    expect(folded).toContain('<summary>2 kalem daha</summary><ol class="items" start="11">');
    expect(after).toContain("Ödenecek tutar");
    expect(await render({ summary: { items: items.slice(2) } })).not.toContain('<details class="more"');
  });

  it("announces a possible surcharge only when the buyer bears a share", async () => {
    expect(await render()).not.toContain("eklenebilir");
    expect(await render({ summary: { customerShareBps: 1 } })).toContain("vade farkı ya da komisyon eklenebilir");
  });
});

describe("the forms", () => {
  it("ask for eight digits alone and, with scripts, for the whole card; no field has a value", async () => {
    const html = await render({ entry: { fields: { pan: "wrong", cv2: "missing" } } });
    expect(html).toMatch(new RegExp(`<form class="plain-only" action="/l/${token}/card\\?lang=tr"`));
    expect(html).toMatch(new RegExp(`<form class="whole scripted-only"[^>]* action="/l/${token}/pay\\?lang=tr"`));
    const inputs = (html.match(/<input[^>]*>/g) ?? []).filter((input) => !input.includes('type="hidden"'));
    const fills = inputs.map((input) => /autoComplete="([^"]*)"/.exec(input)?.[1]);
    expect(fills).toEqual(["off", "cc-number", "cc-exp-month", "cc-exp-year", "cc-csc"]);
    for (const input of inputs) expect(input).not.toMatch(/\svalue=/);
    expect(html).not.toMatch(/\sstyle="|\son[a-z]+="|javascript:/i);
  });

  it("become one form when the digits are known: options, the card fields, and the digits for comparison", async () => {
    const html = await render({ entry: { offer } });
    expect(html.match(/<form/g)).toHaveLength(1);
    expect(html).toContain('<input type="hidden" name="bin" value="55287900"/>');
    expect(html).toContain("5528\u00a07900 ile başlayan kartınızla");
    expect(html).toContain(`<a href="/l/${token}?again=1&amp;lang=tr">Başka kart kullan</a>`);
    expect(html).toMatch(/<form[^>]*class="whole"/);
  });

  it.each([
    ["nothing is offered", [], "Bu kartla bu ödeme yapılamıyor."],
    [
      "everything is more than one payment may be",
      [option(3, 1n, false), option(6, 2n, false)],
      "Bu ödeme bu kartla alınamıyor: toplam, bir ödemede alınabilecek en yüksek tutarı (10.000.000,00\u00a0TL) aşıyor.",
    ],
  ])("ask for another card's digits when %s, with one explanation and no amount", async (_, options, why) => {
    const html = await render({ entry: { offer: { ...offer, options } } });
    expect(/<input id="bin"[^>]*>/.exec(html)?.[0]).toMatch(/^(?!.*\svalue=)/);
    expect(wholeForm(html)).not.toContain('name="bin"');
    expect(html).toContain('data-payable="0"');
    expect(html).toContain(`data-said="${why} Başka bir kartla deneyin." data-pay="Öde"`);
    expect(wholeForm(html).split(`<p class="none"><strong>${why}</strong> Başka bir kartla deneyin.</p>`)).toHaveLength(
      2,
    );
    expect(wholeForm(html).match(/seçilemez/g) ?? []).toHaveLength(options.length);
    expect(button(html)).toBe("Öde");
  });

  it("show the amount on the button only when it is certain", async () => {
    expect(button(await render())).toBe("1.250,50 TL öde");
    expect(button(await render({ summary: { customerShareBps: 5000 } }))).toBe("Öde");
    expect(button(await render({ entry: { offer } }))).toBe("Öde");
    const one = { ...offer, options: [option(3, 1563n)] };
    const shared = { summary: { customerShareBps: 5000 }, entry: { offer: one } };
    expect(button(await render(shared))).toBe("1.266,13 TL öde");
    expect(button(await render({ ...shared, language: "en" }))).toBe("Pay TRY 1,266.13");
  });
});

describe("the payment options", () => {
  const fragment = (shown: Partial<CardOffer>, language: "tr" | "en" = "tr", customerShareBps = 10_000) =>
    renderOffer({ offer: { ...offer, ...shown }, summary: { ...summary, customerShareBps }, language });

  it("submit count and total, hold the button's text, and preselect the single charge", async () => {
    const html = await fragment({});
    const values = radios(html).map((radio) => /value="([^"]*)"/.exec(radio)?.[1]);
    expect(values).toEqual(["1-125050", "3-126613", "6-128176"]);
    const buttons = radios(html).map((radio) => /data-pay="([^"]*)"/.exec(radio)?.[1]);
    expect(buttons).toEqual(["1.250,50 TL öde", "1.266,13 TL öde", "1.281,76 TL öde"]);
    expect(radios(html).map((radio) => radio.includes("checked"))).toEqual([true, false, false]);
    expect(html).toMatch(/^<fieldset[^>]*data-offer="55287900"[^>]*data-programme="Bonus"/);
    expect(html).toContain('data-said="Garanti BBVA Bonus kartınız için 3 ödeme seçeneği var."');
  });

  it("keep the chosen count; without it and without a single charge, preselect the lowest count", async () => {
    const chosen = await render({ entry: { offer, chosenCount: 6 } });
    expect(radios(chosen).map((radio) => radio.includes("checked"))).toEqual([false, false, true]);
    const gone = await render({
      entry: { offer: { ...offer, options: [option(3, 5n), option(6, 9n)] }, chosenCount: 9 },
    });
    expect(radios(gone).map((radio) => radio.includes("checked"))).toEqual([true, false]);
  });

  it("show months, difference from the single charge, the buyer's share, and a differing first month", async () => {
    const html = await fragment({ options: [option(1, 313n), option(3, 1563n)] });
    expect(html).toContain("aylık 422,04\u00a0TL");
    expect(html).toContain("İlk ay 422,05\u00a0TL, sonraki aylar 422,04\u00a0TL.");
    expect(html).toContain("vade farkı 12,50\u00a0TL");
    expect(html).toContain("Bu tutarın 3,13\u00a0TL’si komisyondur.");
    expect(html).toContain("Bu tutarın 15,63\u00a0TL’si komisyon ve vade farkıdır.");
    expect(await fragment({ options: [option(3, 1563n)] })).toContain("15,63\u00a0TL’si vade farkıdır.");
    const free = await fragment({ options: [option(1, 0n), option(3, 0n)] }, "en");
    expect(free).toContain("no installment fee");
    const less = await fragment({ options: [option(1, 300n), option(2, 100n)] });
    expect(less).toContain("toplamda 2,00\u00a0TL daha az");
  });

  it("show an option above the maximum of a payment as not selectable, with the reason once", async () => {
    const html = await fragment({ options: [option(1, 0n, false), option(3, 1563n), option(6, 9n, false)] });
    expect(radios(html)[0]).toContain('disabled=""');
    expect(radios(html).map((radio) => radio.includes("checked"))).toEqual([false, true, false]);
    expect(html.match(/<span class="reason">seçilemez<\/span>/g)).toHaveLength(2);
    expect(html.match(/\(10\.000\.000,00\u00a0TL\) aşan seçenekler seçilemez\./g)).toHaveLength(1);
    expect(html).not.toContain('class="none"');
  });

  it("are one sentence when there is no choice and no surcharge", async () => {
    const html = await fragment({ options: [option(1, 0n)], family: "debit", brand: null }, "tr", 0);
    expect(radios(html)).toEqual([]);
    expect(html).toContain('<input type="hidden" data-pay="1.250,50 TL öde" name="choice" value="1-125050"/>');
    expect(html).toContain("Banka kartıyla yalnızca tek çekim ödeme yapılabilir.");
  });
});

describe("the notice about the previous submission", () => {
  const ownTroubles: LinkTrouble[] = [
    ...(["choose_installment", "price_changed", "other_card", "over_bound"] as const).map((name) => ({
      name,
    })),
    { name: "payment_declined", declineReason: "insufficient_funds" },
    { name: "payment_declined", declineReason: "never heard of" },
    { name: "virtual_pos_card_type_not_supported", why: "card_type" },
    { name: "installment_not_allowed", why: "card_not_eligible" },
    { name: "installment_not_allowed", why: "count_not_offered" },
  ];
  const others: LinkTrouble[] = errorCodes.map((name) => ({ name }));

  it.each([...ownTroubles, ...others])(
    "$name $declineReason $why: is above the form, has the focus, and states whether money moved",
    async (trouble) => {
      for (const language of payLanguages) {
        const whole = await renderWhole({ entry: { trouble, offer }, language });
        const html = removeTemplates(whole);
        const notice = /<div class="notice" role="alert" tabindex="-1" autofocus="">.*?<\/div>/is.exec(html)?.[0];
        expect(notice).toMatch(/<h2>[^<]{8,}<\/h2><p>[^<]{10,}<strong>[^<]{10,}<\/strong>[^<]{10,}<\/p>/);
        expect(notice).not.toContain(trouble.name);
        const title = /<title>([^<]+)<\/title>/.exec(html)?.[1];
        const error = payTextsIn(language).t("card.errorTitle", { title: "" });
        expect(title?.startsWith(error)).toBe(true);
        expect(html).toContain(traceId);
        // The script takes the notice from here when the language is changed.
        expect(whole).toContain(`<template data-language="${language}" data-title="${title}">${notice}</template>`);
      }
    },
  );

  it.each(ownTroubles)("$name $declineReason $why: does not mention a shop", async (trouble) => {
    expect(await render({ entry: { trouble, offer } })).not.toMatch(/mağaza/i);
    expect(await render({ entry: { trouble, offer }, language: "en" })).not.toMatch(/\bshop\b/i);
  });

  it.each<[string, LinkTrouble, CardOffer["options"]]>([
    ["of no option", { name: "virtual_pos_card_type_not_supported", why: "card_type" }, []],
    ["of totals over the bound", { name: "over_bound" }, [option(1, 1n, false)]],
  ])("explains once that the card cannot pay because %s, and asks for another", async (_, trouble, options) => {
    const html = await render({ entry: { trouble, offer: { ...offer, options } } });
    expect(html).toMatch(/<strong>Kartınızdan ödeme alınmadı\.<\/strong> Başka bir kartla deneyin\.<\/p>/);
    expect(html).not.toContain('class="none"');
    expect(html).toContain('data-payable="0"');
    const other = await render({
      entry: { trouble: { name: "other_card" }, offer: { ...offer, options } },
    });
    expect(other).toContain('class="none"');
  });

  it("allows another option when the chosen one is above the maximum", async () => {
    const some = { ...offer, options: [option(1, 0n), option(3, 1n, false)] };
    const html = await render({ entry: { trouble: { name: "over_bound" }, offer: some } });
    expect(html).toContain("Bu seçenek seçilemiyor");
    expect(html).toContain("Aşağıdaki seçeneklerden birini");
  });

  it("does not offer a choice to a card that has none", async () => {
    const trouble: LinkTrouble = { name: "installment_not_allowed", why: "card_not_eligible" };
    expect(await render({ entry: { trouble, offer } })).toContain("Aşağıdan tek çekimi seçin");
    const none = await render({ entry: { trouble, offer: { ...offer, options: [] } } });
    expect(none).not.toContain("Aşağıdan");
  });

  it("shows errors next to their fields, in a focused summary, and in the title", async () => {
    const html = await render({ entry: { fields: { pan: "wrong", expireYear: "past" } } });
    expect(html).toMatch(/<title>Hata – /);
    expect(html).toContain('<a href="#pan">Kart numarası hatalı.');
    expect(html).toMatch(/<p class="error" id="pan-error">Kart numarası hatalı/);
    expect(html).toMatch(/<input id="pan"[^>]*aria-invalid="true"/);
    const first = await render({ entry: { fields: { bin: "missing" } } });
    expect(first).toContain('<a href="#bin">Kart numarasının ilk 8 rakamını yazın.</a>');
    expect(first).toMatch(/<p class="error" id="bin-error">Kart numarasının/);
    expect(first).not.toContain("yeniden yazın");
  });
});
