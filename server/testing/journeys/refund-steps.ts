import fc from "fast-check";
import { days, hours, minutes, seconds } from "@/server/domain/clock";
import { testTerminals } from "../world/world";
import type { Purchase } from "./bank-buyer";
import { type Death, type Delay, directTerminal, faultKinds } from "./bank-world";

// The steps of a random walk over refunds.

const ways = ["automatic", "automatic", "void", "credit"] as const;
const refundRequests = fc.record({
  way: fc.constantFrom(...ways),
  /** The amount: null for none, a few kuruş, a share of what is left, all of it, or one kuruş too many. */
  amount: fc.constantFrom(null, "kurus", "hundred", "third", "half", "all", "all and one" as const),
});
export type RefundRequest = typeof refundRequests extends fc.Arbitrary<infer T> ? T : never;

const deaths = fc.constantFrom<Death | null>(
  ...Array<null>(6).fill(null),
  { when: "before", operations: ["void", "credit"] },
  { when: "after", operations: ["void", "credit"] },
);
const inquiryDeaths = fc.constantFrom<Death | null>(null, null, {
  when: "after",
  operations: ["history", "inquire"],
});
const nth = fc.nat(11);

/** The outcomes of cards at the simulated bank; approvals are drawn more often. */
const cardOutcomes: readonly NonNullable<Purchase["card"]>[] = [
  "approved",
  "approved",
  "approved",
  "credit_lost_taken",
  "credit_declined",
  "void_declined",
  "capture_lost_taken",
  "capture_lost_nothing",
];

/** The times in ms by which a step moves the clock. */
const spansMs = [seconds(5), seconds(70), minutes(2), minutes(2), minutes(15), hours(1), hours(9), days(1), days(3)];

export const steps = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("buy"),
      amountKurus: fc.oneof(fc.bigInt(1n, 10n), fc.bigInt(11n, 50_000n)),
      card: fc.constantFrom(...cardOutcomes),
      terminalId: fc.constantFrom(testTerminals.ours, testTerminals.ours, directTerminal),
      isLink: fc.boolean(),
      death: fc.constantFrom<Death | null>(null, null, null, { when: "after", operations: ["capture"] }),
    }),
  },
  { weight: 8, arbitrary: fc.record({ do: fc.constant("refund"), nth, ask: refundRequests, death: deaths }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("together"),
      nth,
      asks: fc.array(refundRequests, { minLength: 2, maxLength: 4 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("fault"),
      kind: fc.constantFrom(...faultKinds, null),
      operations: fc.constantFrom(
        ...(["void", "credit"] as const).map((kind) => [kind]),
        ["void" as const, "credit" as const, "history" as const],
        ["capture" as const, "inquire" as const],
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("sameDayCredits"), refused: fc.boolean() }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("pass"),
      ms: fc.constantFrom(...spansMs),
      isSwept: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("due"), death: inquiryDeaths }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("slow"), delay: fc.constantFrom<Delay>("before", "after") }),
  },
);
export type Step = typeof steps extends fc.Arbitrary<infer T> ? T : never;
