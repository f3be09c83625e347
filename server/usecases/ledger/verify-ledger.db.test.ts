import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditBooks } from "@/server/store/ledger/verify";
import { createPayoutJourney, type PayoutJourney } from "@/server/testing/journeys/payout";
import { longWaits } from "@/server/testing/journeys/refund";
import { openTestWorld, type TestWorld, testTerminals } from "@/server/testing/world/world";
import { recordPayoutOutcome } from "../payouts/record-payout-outcome";
import { verifyLedger } from "./verify-ledger";

let world: TestWorld;
let journey: PayoutJourney;
let captured: string;
beforeAll(async () => {
  world = await openTestWorld(longWaits);
  journey = await createPayoutJourney(world);
  captured = await journey.captureUntilDue(100_000n);
  const { id } = await journey.send();
  await recordPayoutOutcome(world.ctx, { payoutId: id, outcome: { bankReference: "EFT-1" } });
  const voided = await journey.capture({ amountKurus: 30_000n });
  await journey.refund(voided);
  await journey.captureUntilDue(50_000n);
  await journey.refund(captured, { way: "credit", amountKurus: 10_000n });
});
afterAll(() => world.close());

const sql = (text: string, ...values: unknown[]) => world.db.pool.query(text, values);

/** Returns the postings of the entries of a payment, as the books have them. */
const postingsOf = async (paymentCode: string) =>
  (
    await sql(
      `select e.kind, p.debit || ' → ' || p.credit as way, p.part, p.amount::int as amount
         from ledger_entry e join ledger_posting p on p.entry_id = e.id where e.payment_id = $1
        order by e.kind, p.position`,
      paymentCode,
    )
  ).rows;

describe("an entry", () => {
  test("of a capture posts the amount, the buyer's share, the commission and the fixed fee; a credit leaves those", async () => {
    const { commissionAmount } = await world.db.prisma.payment.findUniqueOrThrow({ where: { id: captured } });
    expect(await postingsOf(captured)).toEqual([
      { kind: "capture", way: "bank → merchant", part: "principal", amount: 100_000 },
      { kind: "capture", way: "merchant → commission", part: "commission", amount: Number(commissionAmount) },
      { kind: "credit", way: "merchant → bank", part: "principal", amount: 10_000 },
    ]);
  });

  test("with a buyer's share and a fixed fee has four postings, and its void the opposite ones", async () => {
    const code = await journey.capture({ amountKurus: 40_000n });
    await sql(
      `set session_replication_role = replica;
       update payment set customer_share_amount = 1500, commission_amount = 1200, commission_fixed_fee = 200 where id = '${code}';
       update settlement set amount = 38800 where payment_id = '${code}';
       delete from ledger_posting where entry_id in (select id from ledger_entry where payment_id = '${code}');
       delete from ledger_entry where payment_id = '${code}';
       set session_replication_role = origin;
       select enter_movement('collected', 'txn_' || substr(id, 5), payment_id, null, null, bank_day, created_at)
         from settlement where payment_id = '${code}'`,
    );
    await journey.refund(code);
    const ways = (await postingsOf(code)).map(({ way, part, amount }) => `${way} ${part} ${amount}`);
    expect(ways).toEqual([
      "bank → merchant principal 38500",
      "bank → merchant buyer_share 1500",
      "merchant → commission commission 1000",
      "merchant → fixed_fees fixed_fees 200",
      "merchant → bank principal 38500",
      "merchant → bank buyer_share 1500",
      "commission → merchant commission 1000",
      "fixed_fees → merchant fixed_fees 200",
    ]);
  });

  test("of direct collection is in the other book, with its refund, and nothing is owed for it", async () => {
    const set = (mode: "direct_collection" | "standard") =>
      world.db.prisma.terminal.update({ where: { id: testTerminals.ours }, data: { mode } });
    await set("direct_collection");
    const code = await journey.capture({ amountKurus: 20_000n });
    await set("standard");
    await journey.refund(code);
    const { rows } = await sql("select book, kind from ledger_entry where payment_id = $1 order by kind", code);
    expect(rows).toEqual([
      { book: "direct", kind: "capture" },
      { book: "direct", kind: "void" },
    ]);
    expect(await journey.listSettlements(code)).toEqual([]);
  });

  test.each(["update ledger_entry set amount = 1", "delete from ledger_entry", "truncate ledger_entry cascade"])(
    "is never changed or removed: %s",
    async (text) => {
      await expect(sql(text)).rejects.toThrow("is append-only");
      await expect(sql(text.replaceAll("ledger_entry", "ledger_posting"))).rejects.toThrow("is append-only");
    },
  );
});

describe("the verification", () => {
  test("finds nothing in right books, and shows accounts that sum to zero", async () => {
    const { balances, differences, entryCount } = await verifyLedger(world.ctx);
    expect(differences).toEqual([]);
    expect(entryCount).toBeGreaterThan(5);
    for (const book of ["collected", "direct"]) {
      const accounts = balances.filter((balance) => balance.book === book);
      expect(accounts.length).toBeGreaterThan(1);
      expect(accounts.reduce((sum, { balanceKurus }) => sum + balanceKurus, 0n)).toBe(0n);
    }
  });

  /** Changes that a person with the rights of the database's owner could make, and the rule that finds each. */
  test.each([
    ["update ledger_posting set amount = amount + 1 where part = 'principal'", "The postings of every entry"],
    [
      "update ledger_entry set amount = amount - 1 where kind = 'credit'",
      "Every capture, refund, correction and chargeback",
    ],
    ["delete from ledger_entry where kind = 'void'", "Every capture, refund, correction and chargeback"],
    ["update settlement set amount = amount + 1", "Every settlement is the net amount"],
    ["delete from settlement where refund_id is not null", "Every settlement is the net amount"],
    ["update payout set amount = amount + 1", "Every payout is the sum"],
    ["update payout set status = 'failed', bank_reference = null, failure = 'iban_invalid'", "The accounts of every"],
    ["delete from ledger_entry where kind = 'payout_paid'", "The accounts of every merchant"],
    ["update refund set amount = amount - 1, done_at = done_at", "Every capture, refund, correction and chargeback"],
  ])("names what was changed: %s", async (change, rule) => {
    const client = await world.db.pool.connect();
    try {
      await client.query("begin");
      await client.query("set local session_replication_role = replica");
      expect((await client.query(change)).rowCount).toBeGreaterThan(0);
      const { differences } = await auditBooks(client);
      expect(differences.map((difference) => difference.rule).join("\n")).toContain(rule);
    } finally {
      await client.query("rollback");
      client.release();
    }
  });
});
