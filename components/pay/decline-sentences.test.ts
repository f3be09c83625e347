import { describe, expect, it } from "vitest";
import { payLanguages, payTextsIn } from "@/messages/pay-texts";
import { declineReasons } from "@/server/banks/bank";
import type { LinkFailure } from "@/server/domain/links/link-page";
import type { BuyerPayment } from "@/server/domain/payments/buyer-page";
import { toOpenTroubleSentences } from "./link/open/open-trouble";
import { toFailureSentences } from "./link/state/state-sentences";
import { readDeclineSentences, readSentences } from "./sentences";
import { toTroubleSentences } from "./trouble-sentences";

const payment: BuyerPayment = {
  merchantName: "Çiçekçi",
  amountKurus: 40_000n,
  installment: 1,
  expiresAt: new Date("2026-11-20T11:30:00.000Z"),
  backUrl: "https://shop.example/done",
};
const entry = { trouble: null, offer: null } as unknown as Parameters<typeof toOpenTroubleSentences>[1];

/** Words that would accuse the cardholder, or that name a shop, which a link does not have, in every language. */
const accusing =
  /_|çalıntı|kayıp|sahte|stolen|lost|fraud|gestohlen|verloren|betrug|украд|потер|мошенн|вкрад|втрач|шахра|مسروق|مفقود|احتيال/i;
const shop = /mağaza|\bshop\b|onlineshop|магазин|متجر/i;

describe.each(payLanguages)("the texts of the decline reasons in %s", (language) => {
  const { t } = payTextsIn(language);
  const trouble = (declineReason: string) => ({ name: "payment_declined", declineReason }) as const;

  it("exist for every reason, and for nothing else", () => {
    expect(Object.keys(t.raw("declined" as never)).sort()).toEqual([...declineReasons].sort());
  });

  it.each(declineReasons)(
    "%s: has the same text and advice on the card form, on the link and on the failed page",
    (reason) => {
      const expected = readDeclineSentences(t, reason);
      expect(expected.what).toMatch(/.{8,}/);
      const pages = [
        toTroubleSentences(trouble(reason), payment, t, true),
        toOpenTroubleSentences(trouble(reason), entry, t),
        ...[null, "capture_declined"].map((code) =>
          toFailureSentences({ code, declineReason: reason } satisfies LinkFailure, t),
        ),
      ];
      for (const { title, what, money, next } of pages) {
        expect({ what, next }).toEqual({ next, ...expected });
        for (const sentence of [what, next, money]) expect(sentence).toMatch(/^[\p{Lu}\p{Lo}].{8,}\.$/u);
        expect(`${title}${what}${next}`, "no code, and none is accused").not.toMatch(accusing);
        expect(`${what}${next}`, "a link has no shop").not.toMatch(shop);
      }
    },
  );

  it.each(declineReasons)("%s: does not advise another card when no other card may be tried", (reason) => {
    expect(toTroubleSentences(trouble(reason), payment, t, false).next).toBe(t("noMoreCards"));
  });

  it("give different advice for the reasons that a buyer can act on", () => {
    const advice = declineReasons.flatMap((reason) => readDeclineSentences(t, reason).next ?? []);
    expect(new Set(advice).size).toBeGreaterThan(8);
  });

  it("an unknown reason has the text of a plain decline", () => {
    expect(toTroubleSentences(trouble("unheard_of"), payment, t, true)).toEqual(
      readSentences(t, "trouble.payment_declined"),
    );
  });
});
