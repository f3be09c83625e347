import { describe, expect, test } from "vitest";
import type { BankAccount, Capabilities, HistoryRecord, Outcome, Protocol } from "@/server/banks/bank";
import { saleStories, soldKurus } from "@/server/banks/conformance/conformance-records";
import { buildPlacedOrder } from "@/server/banks/conformance/conformance-subject";
import { createBanks } from "@/server/banks/registry";
import { Secret } from "@/server/domain/secret";
import { showRecords } from "@/server/testing/banks/order-records";
import type { Ctx } from "../ctx";
import { fetchSale, type SaleOutcome } from "./fetch-sale";
import type { BankConnection } from "./shared/bank-connection";

const order = buildPlacedOrder("ABCDEFGHJK23456789ZZ");
const supports = { prepare: false, void: true, credit: true, history: true };

/** Asks a bank with these answers; also returns the look-ups that it got. */
async function ask(
  answer: (kind: "inquire" | "history") => Outcome,
  can: Capabilities = supports,
): Promise<{ outcome: SaleOutcome; asked: string[] }> {
  const asked: string[] = [];
  const ctx = { log: { warn: () => undefined } } as unknown as Ctx;
  const connection = {
    bank: { supports: can },
    call: async ({ kind }: { kind: "inquire" | "history" }) => {
      asked.push(kind);
      return answer(kind);
    },
  } as unknown as BankConnection;
  return { outcome: await fetchSale(ctx, { order, connection }), asked };
}

describe.each(Object.keys(showRecords) as Protocol[])("the real records of %s", (protocol) => {
  const { decode, supports: can } = createBanks().getConnector(protocol);
  const account: BankAccount = {
    bank: "yapikredi",
    merchantId: "1",
    terminalNo: "1",
    user: "1",
    password: new Secret(""),
    storeKey: new Secret("1"),
    endpoints: { gate: "", api: "" },
  };

  test.each(saleStories.map((story) => [story.name, story] as const))("%s", async (_, story) => {
    const { outcome } = await ask((kind) => {
      const body = Buffer.from(showRecords[protocol](kind, order.orderId, story.transactions));
      return decode({ kind, ...order }, { status: 200, contentType: "text/xml", body }, account);
    }, can);
    if (outcome.kind === "unknown" && story.mayBeUnclear) return;
    if (story.sale !== "taken") {
      expect(outcome.kind).toBe(story.sale === "voided" ? "voided" : "declined");
    } else if (story.creditedKurus === 0n) {
      expect(outcome).toMatchObject({ kind: "paid", amountKurus: soldKurus });
    } else {
      const { creditedKurus } = story;
      expect(outcome).toMatchObject({ kind: "given_back", amountKurus: soldKurus, creditedKurus });
    }
  });
});

const references = { authCode: "A", rrn: "R", transactionId: "T" };
const at = new Date("2026-11-20T09:00:00Z");
const paid: Outcome = { kind: "paid", amountKurus: soldKurus, references, at };
const declined: Outcome = { kind: "declined", reason: "do_not_honour", bankCode: "05" };
const notShown: Outcome = { kind: "unknown", cause: "sale_not_shown" };
const creditShown: Outcome = { kind: "unknown", cause: "reversal_shown" };
const authenticated: Outcome = { kind: "not_found", wasAuthenticated: true };
const mismatch: Outcome = { kind: "unknown", cause: "mismatch" };
const notUnderstood: Outcome = { kind: "unknown", cause: "not_understood" };

const line = (kind: HistoryRecord["kind"], amountKurus = soldKurus, approved = true): HistoryRecord => ({
  kind,
  approved,
  amountKurus,
});
const sale: HistoryRecord = { ...line("sale"), references, at };
const refusedSale = line("sale", soldKurus, false);
const refusedCredit = line("credit", soldKurus, false);
const listing = (...records: readonly HistoryRecord[]): Outcome => ({ kind: "history", records });

const decide = async (shown: Outcome, history: Outcome, can?: Capabilities): Promise<SaleOutcome> =>
  (await ask((kind) => (kind === "inquire" ? shown : history), can)).outcome;

describe("asks for the history only where the inquiry does not settle the question", () => {
  const hidesReversals = { ...supports, hidesReversals: true } as const;
  test.each<[string, Outcome, Capabilities, boolean]>([
    ["a paid sale", paid, supports, false],
    ["a paid sale, at a bank that hides reversals", paid, hidesReversals, true],
    ["a voided sale", { kind: "voided" }, supports, false],
    ["an order that is not found", { kind: "not_found" }, hidesReversals, false],
    ["an order that was authenticated", authenticated, supports, true],
    ["a refusal", declined, supports, true],
    ["a record that is not the sale", notShown, supports, true],
    ["a booked credit", creditShown, supports, true],
    ["an answer that is not understood", notUnderstood, supports, false],
    ["no answer", { kind: "unknown", cause: "timeout" }, supports, false],
    ["a refusal, without a history", declined, { ...supports, history: false }, false],
    ["a record that is not the sale, without a history", notShown, { ...supports, history: false }, false],
  ])("%s", async (_, shown, can, isAsked) => {
    const { outcome, asked } = await ask((kind) => (kind === "inquire" ? shown : listing(sale)), can);
    expect(asked).toEqual(isAsked ? ["inquire", "history"] : ["inquire"]);
    if (!isAsked) expect(outcome).toEqual(shown);
  });
});

describe("inquiry and history together", () => {
  test.each<[string, Outcome, Outcome, SaleOutcome]>([
    ["a refused credit shown, and the sale listed", notShown, listing(sale), paid],
    ["a booked credit shown, and the sale listed alone", creditShown, listing(sale), creditShown],
    ["a booked credit shown, and a refused one listed", creditShown, listing(sale, refusedCredit), creditShown],
    ["a booked credit shown, and a voided sale listed", creditShown, listing(sale, line("void")), { kind: "voided" }],
    ["a booked credit shown, and nothing listed", creditShown, { kind: "not_found" }, creditShown],
    ["a booked credit shown, and a history that is not understood", creditShown, notUnderstood, creditShown],
    ["a refusal shown, and the sale listed", declined, listing(sale, refusedSale), paid],
    ["a refusal shown, and a voided sale listed", declined, listing(sale, line("void")), { kind: "voided" }],
    ["a refusal shown, and only refusals listed", declined, listing(refusedSale), declined],
    ["a refusal shown, and nothing listed", declined, { kind: "not_found" }, declined],
    ["an authentication shown, and the sale listed", authenticated, listing(sale, refusedSale), paid],
    ["an authentication shown, and nothing charged listed", authenticated, listing(refusedSale), authenticated],
    ["an authentication shown, and nothing listed", authenticated, { kind: "not_found" }, authenticated],
    ["a credit shown, and no sale listed", notShown, listing(refusedSale), mismatch],
    ["a credit shown, and nothing listed", notShown, { kind: "not_found" }, mismatch],
    ["a credit listed without a sale", notShown, listing(line("credit")), mismatch],
    ["two sales listed", notShown, listing(sale, sale), mismatch],
    ["a void of another amount listed", notShown, listing(sale, line("void", 1n)), mismatch],
    ["a void and a credit listed", notShown, listing(sale, line("credit", 1n), line("void")), mismatch],
    ["more credited than sold", notShown, listing(sale, line("credit"), line("credit", 1n)), mismatch],
    ["a history that is not understood", declined, notUnderstood, notUnderstood],
    [
      "no answer for the history",
      notShown,
      { kind: "unknown", cause: "timeout" },
      { kind: "unknown", cause: "timeout" },
    ],
    ["an answer to another question", notShown, paid, mismatch],
  ])("%s", async (_, shown, history, expected) => {
    expect(await decide(shown, history)).toEqual(expected);
  });

  test("given back with the sale's own amount, references and time, and the sum of the credits", async () => {
    const credits = [line("credit", 20n), line("credit", 20n), line("credit", 9n, false)];
    expect(await decide(notShown, listing(sale, ...credits))).toEqual(
      await decide(creditShown, listing(sale, ...credits)),
    );
    expect(await decide(creditShown, listing(sale, ...credits))).toEqual({
      kind: "given_back",
      amountKurus: soldKurus,
      creditedKurus: 40n,
      references,
      at,
    });
  });

  describe("at a bank whose inquiry hides reversals", () => {
    const can = { ...supports, hidesReversals: true } as const;
    /** The sale as the bank lists it: with a day instead of an instant, and without references. */
    const bare = line("sale");
    test.each<[string, Outcome, SaleOutcome]>([
      ["the sale listed alone", listing(bare), paid],
      ["the sale listed as voided", listing(bare, line("void")), { kind: "voided" }],
      ["the sale listed with another amount", listing(line("sale", 1n)), mismatch],
      ["only a refused sale listed", listing(refusedSale), mismatch],
      ["nothing listed", { kind: "not_found" }, mismatch],
      ["a history that is not understood", notUnderstood, notUnderstood],
    ])("paid is decided by the history: %s", async (_, history, expected) => {
      expect(await decide(paid, history, can)).toEqual(expected);
    });
  });
});
