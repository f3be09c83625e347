import { describe, expect, it } from "vitest";
import { payLanguages, payTextsIn } from "@/messages/pay-texts";
import { declineReasons } from "@/server/domain/banks/decline";
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

/** The reasons whose sentences are those of 3-D Secure, of the payment's end, or of a card that the shop refuses. */
const withoutText = [
  "three_ds_failed",
  "three_ds_cancelled",
  "three_ds_not_enrolled",
  "three_ds_unavailable",
  "card_not_accepted",
  "abandoned",
  "cancelled_by_merchant",
  "expired",
];
const withText = declineReasons.filter((reason) => !withoutText.includes(reason));

describe.each(payLanguages)("the texts of the decline reasons in %s", (language) => {
  const { t } = payTextsIn(language);
  const trouble = (declineReason: string) => ({ name: "payment_declined", declineReason }) as const;

  it("exist for every reason about the card or the bank, and each of them is used", () => {
    const texts = Object.values(t.raw("declined" as never) as Record<string, { what: string }>);
    const used = declineReasons.map((reason) => readDeclineSentences(t, reason).what);
    expect(new Set(used)).toEqual(new Set([...texts.map(({ what }) => what), undefined]));
    expect(declineReasons.filter((_, at) => used[at] === undefined)).toEqual(withoutText);
  });

  it("do not reveal that a card is reported lost or stolen", () => {
    expect(readDeclineSentences(t, "lost_or_stolen")).toEqual(readDeclineSentences(t, "restricted_card"));
    expect(readDeclineSentences(t, "lost_or_stolen_card")).toEqual(readDeclineSentences(t, "restricted_card"));
  });

  it.each(withText)(
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

  it.each(withText)("%s: does not advise another card when no other card may be tried", (reason) => {
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
