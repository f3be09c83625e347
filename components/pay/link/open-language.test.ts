import { expect, it } from "vitest";
import type { CardOffer } from "@/server/domain/links/link-page";
import { face, render, token } from "@/server/testing/doors/link-pages";
import { renderOffer } from "../render";

const entry = { offer: null, chosenCount: null, fields: {}, trouble: null } as const;

it.each([
  ["tr", "en"],
  ["en", "tr"],
] as const)(
  "both forms bring the page's language with them, and the other is a link away: %s",
  async (language, other) => {
    const html = await render({ kind: "open", face, entry }, { language });
    const forms = html.match(/<form.*?<\/form>/gs) ?? [];
    expect(forms).toHaveLength(2);
    for (const form of forms)
      expect(form).toContain(`<input type="hidden" name="lang" value="${language}"/>`);
    // The form of a link whose last attempt failed stays a form.
    expect(html).toContain(
      `<a href="/l/${token}?again=1&amp;lang=${other}" hrefLang="${other}" lang="${other}"`,
    );
  },
);

it.each([
  ["debit", "Banka kartıyla", "A debit card"],
  ["prepaid", "Ön ödemeli kartla", "A prepaid card"],
  ["foreign", "Yurt dışında verilmiş kartla", "A card issued abroad"],
] as const)(
  "a card that has no installments for its kind is told so: %s",
  async (family, turkish, english) => {
    const single = { installmentCount: 1, shareKurus: 0n, totalKurus: face.amountKurus, isPayable: true };
    const offer: CardOffer = {
      bin8: "55287900",
      brand: null,
      family,
      bank: null,
      isClosed: false,
      options: [single],
    };
    expect(await renderOffer({ offer, face, language: "tr" })).toContain(`${turkish} yalnızca tek çekim`);
    expect(await renderOffer({ offer, face, language: "en" })).toContain(`${english} can only be charged`);
  },
);
