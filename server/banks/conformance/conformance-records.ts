import { describe, expect, test } from "vitest";
import { type Baseline, type CreditTotal, toBaseline } from "@/server/domain/refunds/refund-baseline";
import { findInHistory } from "@/server/domain/refunds/refund-history";
import { findSale } from "@/server/domain/refunds/sale-in-history";
import type { Outcome } from "../bank";
import { type BookedTransaction, buildPlacedOrder, type ConformanceSubject, type LookUp } from "./conformance-subject";

// Which of an order's transactions a record describes. The bank shows them in its own way: NestPay and PayFor show the
// newest one in an inquiry, Garanti always the sale, and PosNet lists all (B-7.6).

/** Every order of these tables was sold for this amount. */
export const soldKurus = 125_050n;
const partKurus = 50n;

const sale: BookedTransaction = { kind: "sale", amountKurus: soldKurus, state: "done" };
const credit = (amountKurus: bigint): BookedTransaction => ({ kind: "credit", amountKurus, state: "done" });
const refused = (one: BookedTransaction): BookedTransaction => ({ ...one, state: "refused" });
const voided = (one: BookedTransaction): BookedTransaction => ({ ...one, state: "voided" });

/** The transactions of an order, oldest first, and what is true of its sale. */
export interface SaleStory {
  readonly name: string;
  readonly transactions: readonly BookedTransaction[];
  readonly sale: "taken" | "voided" | "none";
  /** The sum of the credits that count, in kuruş. */
  readonly creditedKurus: bigint;
  /** The records of some banks do not say whether a void undid the sale or the credit; then a person must look. */
  readonly mayBeUnclear?: true;
}

const taken = (name: string, creditedKurus: bigint, ...transactions: BookedTransaction[]): SaleStory => ({
  name,
  transactions,
  sale: "taken",
  creditedKurus,
});
const untaken = (name: string, state: "voided" | "none", ...transactions: BookedTransaction[]): SaleStory => ({
  name,
  transactions,
  sale: state,
  creditedKurus: 0n,
});

export const saleStories: readonly SaleStory[] = [
  taken("a sale", 0n, sale),
  taken("a sale and a credit of a part", partKurus, sale, credit(partKurus)),
  taken("a sale and a credit of the whole amount", soldKurus, sale, credit(soldKurus)),
  taken("a sale and two equal credits", 2n * partKurus, sale, credit(partKurus), credit(partKurus)),
  taken("a sale and credits that add up to it", soldKurus, sale, credit(partKurus), credit(soldKurus - partKurus)),
  taken("a sale and a refused credit of a part", 0n, sale, refused(credit(partKurus))),
  taken("a sale and a refused credit of the whole amount", 0n, sale, refused(credit(soldKurus))),
  taken("a sale, a credit, and a refused one", partKurus, sale, credit(partKurus), refused(credit(soldKurus))),
  { ...taken("a sale and a voided credit of a part", 0n, sale, voided(credit(partKurus))), mayBeUnclear: true },
  { ...taken("a sale and a voided credit of it all", 0n, sale, voided(credit(soldKurus))), mayBeUnclear: true },
  taken("a refused try before the sale", 0n, refused(sale), sale),
  taken("a refused try after the sale", 0n, sale, refused(sale)),
  taken("a refused try after a credit of the whole amount", soldKurus, sale, credit(soldKurus), refused(sale)),
  untaken("a voided sale", "voided", voided(sale)),
  untaken("a refused try and a voided sale", "voided", refused(sale), voided(sale)),
  untaken("a voided sale and a refused credit of a part", "voided", voided(sale), refused(credit(partKurus))),
  untaken("a refused sale", "none", refused(sale)),
  untaken("two refused sales", "none", refused(sale), refused(sale)),
];

/** Tests that the record of one transaction of an order is never taken for that of another one (B-7.6). */
export function recordTests(subject: ConformanceSubject): void {
  const { bank, account, order, records } = subject;
  const look = (kind: LookUp, transactions: readonly BookedTransaction[]): Outcome =>
    bank.decode(
      { kind, ...buildPlacedOrder(order.orderId) },
      { status: 200, contentType: "text/xml", body: Buffer.from(records(kind, transactions)) },
      account,
    );
  saleTests(subject, look);
  describe.each(refundStories)("a lost $refund.method", (story) => refundTests(story, look));
}

type Look = (kind: LookUp, transactions: readonly BookedTransaction[]) => Outcome;

function saleTests({ bank }: ConformanceSubject, look: Look): void {
  const named = saleStories.map((story) => [story.name, story] as const);

  test.each(named)("an inquiry never takes a credit for the sale: %s", (_, story) => {
    const outcome = look("inquire", story.transactions);
    const newest = story.transactions.at(-1);
    expect(outcome.kind).not.toBe("not_found");
    if (!story.mayBeUnclear) expect(outcome).not.toEqual({ kind: "unknown", cause: "not_understood" });
    // Where an inquiry hides what happened to the sale, it still shows the sale's own amount.
    const mayBePaid = bank.supports.hidesReversals ? story.sale !== "none" : story.sale === "taken";
    const isWhole = story.creditedKurus === 0n || bank.supports.hidesReversals === true;
    if (outcome.kind === "paid") {
      expect([mayBePaid, isWhole, outcome.amountKurus]).toEqual([true, true, soldKurus]);
    }
    if (outcome.kind === "voided") expect(story.sale).toBe("voided");
    // The history has the last word about a refusal, so the newest record may be a refused second try.
    if (outcome.kind === "declined") expect(newest).toMatchObject({ kind: "sale", state: "refused" });
  });

  test.each(named)("a history shows what happened to the sale: %s", (_, story) => {
    const outcome = look("history", story.transactions);
    if (outcome.kind === "unknown" && story.mayBeUnclear) return;
    if (outcome.kind !== "history") throw new Error(`The history is ${outcome.kind}`);
    const found = findSale(outcome.records);
    expect(found.kind).toBe(story.sale);
    if (found.kind !== "taken") return;
    expect([found.sale.amountKurus, found.creditedKurus]).toEqual([soldKurus, story.creditedKurus]);
  });
}

interface RefundStory {
  readonly refund: { readonly method: "void" | "credit"; readonly amountKurus: bigint };
  /** The bank's transactions before the refund was sent. */
  readonly before: readonly BookedTransaction[];
  readonly cases: readonly (readonly [
    name: string,
    verdict: "done" | "not_done" | "differs",
    now: readonly BookedTransaction[],
  ])[];
}

const refundStories: readonly RefundStory[] = [
  {
    refund: { method: "void", amountKurus: soldKurus },
    before: [sale],
    cases: [
      ["only the sale", "not_done", [sale]],
      ["the voided sale", "done", [voided(sale)]],
      ["a credit of the whole amount", "differs", [sale, credit(soldKurus)]],
    ],
  },
  {
    refund: { method: "credit", amountKurus: soldKurus },
    before: [sale],
    cases: [
      ["only the sale", "not_done", [sale]],
      ["the sale and a refused credit", "not_done", [sale, refused(credit(soldKurus))]],
      ["the credit of the whole amount", "done", [sale, credit(soldKurus)]],
      ["the voided sale", "differs", [voided(sale)]],
    ],
  },
  {
    refund: { method: "credit", amountKurus: partKurus },
    before: [sale, credit(partKurus)],
    cases: [
      ["the equal credit of before", "not_done", [sale, credit(partKurus)]],
      ["a second equal credit", "done", [sale, credit(partKurus), credit(partKurus)]],
      ["a second credit of another amount", "differs", [sale, credit(partKurus), credit(partKurus + 1n)]],
      ["a refused second credit", "not_done", [sale, credit(partKurus), refused(credit(partKurus))]],
    ],
  },
];

function refundTests({ refund, before, cases }: RefundStory, look: Look): void {
  const credited = before.filter(({ kind }) => kind === "credit");
  const booked: CreditTotal = {
    creditCount: credited.length,
    creditedKurus: credited.reduce((sum, { amountKurus }) => sum + amountKurus, 0n),
  };
  const readBefore = (): Baseline | null => {
    const outcome = look("history", before);
    return refund.method === "credit" && outcome.kind === "history" ? toBaseline(outcome.records, booked) : null;
  };

  test.each(cases)(`of ${refund.amountKurus} kuruş, in a history with %s: %s`, (_, verdict, now) => {
    const outcome = look("history", now);
    if (outcome.kind !== "history") throw new Error(`The history is ${outcome.kind}`);
    const books = { capturedKurus: soldKurus, ...booked };
    expect(findInHistory(outcome.records, books, { ...refund, baseline: readBefore() })).toBe(verdict);
  });
}
