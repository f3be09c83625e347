import { describe, expect, test } from "vitest";
import { type SharedLink, shareTargets, shareTexts } from "./share-texts";

const link: SharedLink = {
  url: "https://pay.example.com/l/q3J9m0oWlXz6T2vYb8sK4dRfHc1nUeAg7PiLtZxVwQk",
  amount: 125_050n,
  merchantName: "Işık & Çiçek",
  payerName: "Ayşe Yılmaz",
  description: "Sipariş #42",
  expiresAt: new Date("2026-11-29T11:30:00.000Z"),
};

describe.each(shareTexts(link))("the text $key", ({ language, subject, body }) => {
  test("contains the whole URL, the amount in its language, the merchant's name and the Turkish time", () => {
    expect(body.split(/\s/)).toContain(link.url);
    const amount = language === "tr" ? "1.250,50 TL" : "TRY 1,250.50";
    expect(body).toContain(amount);
    expect(body).toContain("Işık & Çiçek");
    expect(body).toMatch(language === "tr" ? /29 Kas 2026 14:30/ : /29 Nov 2026, 14:30/);
    expect(subject).toContain(amount);
  });

  test("is encoded without loss in every target", () => {
    const targets = shareTargets({ subject, body });
    expect(new URL(targets.whatsapp).searchParams.get("text")).toBe(body);
    expect(decodeURIComponent(targets.sms.replace("sms:?&body=", ""))).toBe(body);
    const mail = new URL(targets.email).searchParams;
    expect([mail.get("subject"), mail.get("body")]).toEqual([subject, body]);
  });
});

test("greets a payer without a name and leaves out a missing description", () => {
  const texts = shareTexts({ ...link, payerName: null, description: null });
  expect(texts.map(({ body }) => body).join()).not.toMatch(/null|\(\)/);
  expect(texts[0]?.body).toMatch(/^Merhaba,\n/);
});
