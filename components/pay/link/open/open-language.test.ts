import { expect, it } from "vitest";
import { renderOffer } from "@/components/pay/render";
import type { CardOffer } from "@/server/domain/links/link-page";
import { render, summary, token } from "@/server/testing/doors/link-pages";

const entry = { offer: null, chosenCount: null, fields: {}, trouble: null } as const;

it.each([
  ["tr", "en"],
  ["en", "tr"],
] as const)(
  "names the page's language in the addresses of both forms, and links to the other language: %s",
  async (language, other) => {
    const html = await render({ kind: "open", summary, entry }, { language });
    const actions = [...html.matchAll(/<form[^>]* action="([^"]*)"/g)].map(([, action]) => action);
    expect(actions).toEqual(["card", "pay"].map((step) => `/l/${token}/${step}?lang=${language}`));
    // The link must lead to the form again, also when the last attempt failed.
    expect(html).toContain(`<a href="/l/${token}?again=1&amp;lang=${other}" hrefLang="${other}" lang="${other}"`);
  },
);

it.each([
  ["debit", "Banka kartıyla", "A debit card"],
  ["prepaid", "Ön ödemeli kartla", "A prepaid card"],
  ["foreign", "Türkiye dışında verilmiş kartla", "A card issued outside Türkiye"],
] as const)("explains that a card of this kind has no installments: %s", async (family, turkish, english) => {
  const single = { installmentCount: 1, shareKurus: 0n, totalKurus: summary.amountKurus, isPayable: true };
  const offer: CardOffer = {
    bin8: "55287900",
    brand: null,
    family,
    bank: null,
    isClosed: false,
    options: [single],
  };
  expect(await renderOffer({ offer, summary, language: "tr" })).toContain(`${turkish} yalnızca tek çekim`);
  expect(await renderOffer({ offer, summary, language: "en" })).toContain(`${english} can only be charged`);
});
