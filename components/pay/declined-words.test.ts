import { describe, expect, it } from "vitest";
import { declineReasons } from "@/server/banks/bank";
import type { LinkFailure } from "@/server/domain/links/link-page";
import type { BuyerPayment } from "@/server/domain/payments/buyer-page";
import { wordsIn } from "./dictionary";
import { openWordsIn } from "./link/open-dictionary";
import { openTrouble } from "./link/open-trouble";
import { stateWordsIn } from "./link/state-dictionary";
import { failureSentences } from "./link/state-sentences";
import { troubleSentences } from "./trouble-sentences";

const languages = ["tr", "en"] as const;
const payment: BuyerPayment = {
  merchantName: "Çiçekçi",
  amountKurus: 40_000n,
  installment: 1,
  expiresAt: new Date("2026-11-20T11:30:00.000Z"),
  backUrl: "https://shop.example/done",
};
const entry = { trouble: null, offer: null } as unknown as Parameters<typeof openTrouble>[1];

describe.each(languages)("the reasons of a decline in %s", (language) => {
  const words = wordsIn(language);
  const trouble = (declineReason: string) => ({ name: "payment_declined", declineReason }) as const;

  it("are all said, and no other is", () => {
    expect(Object.keys(words.declined).sort()).toEqual([...declineReasons].sort());
  });

  it.each(declineReasons)(
    "%s: the same words and advice on the card form, on the link and where it failed",
    (reason) => {
      const told = words.declined[reason];
      const pages = [
        troubleSentences(trouble(reason), payment, words, true),
        openTrouble(trouble(reason), entry, openWordsIn(language), words),
        ...[null, "capture_declined"].map((code) =>
          failureSentences({ code, declineReason: reason } satisfies LinkFailure, stateWordsIn(language)),
        ),
      ];
      for (const { title, what, money, next } of pages) {
        expect({ what, next }).toEqual({ next, ...told });
        for (const sentence of [what, next, money]) expect(sentence).toMatch(/^\p{Lu}.{8,}\.$/u);
        expect(`${title}${what}${next}`, "no code, and none is accused").not.toMatch(
          /_|çalıntı|kayıp|stolen|lost|sahte|fraud/i,
        );
        expect(`${what}${next}`, "a link has no shop").not.toMatch(/mağaza|\bshop\b/i);
      }
    },
  );

  it.each(declineReasons)("%s: advises no other card where none may be tried", (reason) => {
    const { next } = troubleSentences(trouble(reason), payment, words, false);
    expect(next).toBe(words.noMoreCards);
  });

  it("tell apart what a buyer can do something about", () => {
    const advice = declineReasons.flatMap((reason) => words.declined[reason]?.next ?? []);
    expect(new Set(advice).size).toBeGreaterThan(8);
  });
});

it("a reason that is not on the list is said as a decline", () => {
  for (const language of languages) {
    const words = wordsIn(language);
    const trouble = { name: "payment_declined", declineReason: "unheard_of" } as const;
    expect(troubleSentences(trouble, payment, words, true)).toEqual(words.trouble.payment_declined);
  }
});
