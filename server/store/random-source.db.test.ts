import { expect, test } from "vitest";
import { createLinkJourney } from "../testing/journeys/link";
import { buildReturn } from "../testing/journeys/payment";
import { createRefundJourney } from "../testing/journeys/refund";
import { createSeededRandom } from "../testing/world/seeded-random";
import { openTestWorld, type TestWorld } from "../testing/world/world";
import { completeThreeDSecure } from "../usecases/payments/complete-three-d-secure";
import { raiseAlert } from "./alerts";
import { type Db, inTx, joinDb, randomOf } from "./db";
import { createVault } from "./vault";

/** Opens a world in which the product draws from a seed. Its process number, drawn before, is replaced. */
async function openSeeded(seed: string): Promise<TestWorld> {
  const world = await openTestWorld();
  const random = createSeededRandom(seed);
  const vault = createVault(random, [{ id: "test", key: Buffer.alloc(32, 7) }]);
  const db = joinDb({ ...world.ctx.db, random });
  return { ...world, ctx: { ...world.ctx, random, db, vault, processNumber: 1 } };
}

/** Creates a link, and pays and refunds. What a merchant or a browser would draw is fixed. Returns all rows. */
async function play(seed: string): Promise<Record<string, unknown[]>> {
  const world = await openSeeded(seed);
  const { ctx } = world;
  try {
    const journey = createRefundJourney(world);
    await createLinkJourney(world).create();
    const { token, paymentCode } = await journey.createAtBank({ partnerTxCode: "order" });
    await completeThreeDSecure(ctx, { ...buildReturn(token), bodyDigest: Buffer.alloc(32) });
    await journey.refund(paymentCode, { partnerRefundCode: "refund" });
    await raiseAlert(ctx.db.prisma, { kind: "refund_mismatch", subject: paymentCode, detail: "1" }, ctx.clock.now());
    return await readRows(ctx.db);
  } finally {
    await world.close();
  }
}

/**
 * Reads every table except those of the accounts and their banks, whose secrets the test world has drawn. The numbers
 * of transactions are the database server's, which all databases share.
 */
async function readRows({ pool }: Db): Promise<Record<string, unknown[]>> {
  const tables = await pool.query<{ name: string }>(`
    select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE'
       and table_name not in ('partner', 'api_key', 'bank_connection')`);
  const rows: Record<string, unknown[]> = {};
  for (const { name } of tables.rows) {
    const found = await pool.query<{ row: object }>(
      `select to_jsonb(t) - 'written_by' as row from ${name} t order by t::text`,
    );
    rows[name] = found.rows.map(({ row }) => row);
  }
  return rows;
}

test("the same seed gives every row the same identifiers, hashes and ciphers", async () => {
  const [first, again] = await Promise.all([play("seed 1"), play("seed 1")]);
  expect(again).toEqual(first);
  for (const table of ["payment", "attempt", "refund", "payment_link", "outbox_event", "settlement", "staff_alert"]) {
    expect(first[table], table).not.toEqual([]);
  }
});

test("a transaction and the client know the source of their Db, and nothing else has one", async () => {
  const { ctx, close } = await openSeeded("seed 1");
  expect(randomOf(ctx.db.prisma)).toBe(ctx.random);
  expect(await inTx(ctx.db, async (tx) => randomOf(tx))).toBe(ctx.random);
  await expect(ctx.db.prisma.$transaction(async (tx) => randomOf(tx))).rejects.toThrow("open it with inTx");
  await close();
});
