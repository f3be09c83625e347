import { describe, expect, it } from "vitest";
import { declineReasons } from "@/server/banks/bank";
import type { LinkFailure } from "@/server/domain/links/link-page";
import type { BuyerPayment } from "@/server/domain/payments/buyer-page";
import { openWordsIn, stateWordsIn, wordsIn } from "./dictionary";
import { toOpenTroubleSentences } from "./link/open/open-trouble";
import { toFailureSentences } from "./link/state/state-sentences";
import { toTroubleSentences } from "./trouble-sentences";

const languages = ["tr", "en"] as const;
const payment: BuyerPayment = {
  merchantName: "Çiçekçi",
  amountKurus: 40_000n,
  installment: 1,
  expiresAt: new Date("2026-11-20T11:30:00.000Z"),
  backUrl: "https://shop.example/done",
};
const entry = { trouble: null, offer: null } as unknown as Parameters<typeof toOpenTroubleSentences>[1];

describe.each(languages)("the texts of the decline reasons in %s", (language) => {
  const words = wordsIn(language);
  const trouble = (declineReason: string) => ({ name: "payment_declined", declineReason }) as const;

  it("exist for every reason, and for nothing else", () => {
    expect(Object.keys(words.declined).sort()).toEqual([...declineReasons].sort());
  });

  it.each(declineReasons)(
    "%s: has the same text and advice on the card form, on the link and on the failed page",
    (reason) => {
      const expected = words.declined[reason];
      const pages = [
        toTroubleSentences(trouble(reason), payment, words, true),
        toOpenTroubleSentences(trouble(reason), entry, openWordsIn(language), words),
        ...[null, "capture_declined"].map((code) =>
          toFailureSentences({ code, declineReason: reason } satisfies LinkFailure, stateWordsIn(language)),
        ),
      ];
      for (const { title, what, money, next } of pages) {
        expect({ what, next }).toEqual({ next, ...expected });
        for (const sentence of [what, next, money]) expect(sentence).toMatch(/^\p{Lu}.{8,}\.$/u);
        expect(`${title}${what}${next}`, "no code, and none is accused").not.toMatch(
          /_|çalıntı|kayıp|stolen|lost|sahte|fraud/i,
        );
        expect(`${what}${next}`, "a link has no shop").not.toMatch(/mağaza|\bshop\b/i);
      }
    },
  );

  it.each(declineReasons)("%s: does not advise another card when no other card may be tried", (reason) => {
    const { next } = toTroubleSentences(trouble(reason), payment, words, false);
    expect(next).toBe(words.noMoreCards);
  });

  it("give different advice for the reasons that a buyer can act on", () => {
    const advice = declineReasons.flatMap((reason) => words.declined[reason]?.next ?? []);
    expect(new Set(advice).size).toBeGreaterThan(8);
  });
});

it("an unknown reason has the text of a plain decline", () => {
  for (const language of languages) {
    const words = wordsIn(language);
    const trouble = { name: "payment_declined", declineReason: "unheard_of" } as const;
    expect(toTroubleSentences(trouble, payment, words, true)).toEqual(words.trouble.payment_declined);
  }
});
