import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { closeDb, createDb, type Db } from "@/server/store/db";
import { findTerms } from "@/server/store/pricing/terminal-terms";
import { asPartnerId } from "@/server/store/tenant";
import { createRefundJourney, longWaits, type RefundJourney } from "@/server/testing/journeys/refund";
import {
  openTestWorld,
  scriptedAccount,
  scriptedConnection,
  type TestWorld,
  testTerminals,
} from "@/server/testing/world/world";
import { exchangeBankConnection } from "./exchange-bank-connection";
import { accountPurpose, openAccount } from "./shared/bank-connection";

let world: TestWorld;
let journey: RefundJourney;
/** The context of another process on the same database. */
let second: Db;
beforeAll(async () => {
  world = await openTestWorld(longWaits);
  journey = createRefundJourney(world);
  second = createDb({ databaseUrl: world.db.pool.options.connectionString ?? "" });
});
afterAll(async () => {
  await closeDb(second);
  await world.close();
});

const terminalId = testTerminals.ours;
const exchange = (merchantId = "2", bank = "scripted-2") =>
  exchangeBankConnection(world.ctx, { terminalId, bank, account: { ...scriptedAccount, merchantId } });
const connections = () =>
  world.db.prisma.bankConnection.findMany({ where: { terminalId }, orderBy: { createdAt: "asc" } });
const inUse = async () => (await connections()).filter(({ replacedAt }) => replacedAt === null);

async function termsIn(db: Db) {
  const partner = await world.db.prisma.partner.findUniqueOrThrow({ where: { id: "prt_ours" } });
  const termsVersion = Number(partner.termsVersion);
  const query = { terminalId, partnerId: asPartnerId("prt_ours"), termsVersion, at: world.clock.now() };
  return findTerms(db, query);
}

describe("an exchange", () => {
  test("replaces the connection in use, keeps the old one, and changes the terminal's bank", async () => {
    const [before] = await inUse();
    world.clock.advanceMs(1_000);
    const { connectionId } = await exchange();
    const [after, ...others] = await inUse();
    expect(others).toEqual([]);
    expect(after).toMatchObject({ id: connectionId, bank: "scripted-2" });
    expect(openAccount(world.ctx.vault, terminalId, after!.account)).toMatchObject({ merchantId: "2" });
    const kept = (await connections()).find(({ id }) => id === before!.id);
    expect(kept).toEqual({ ...before, replacedAt: world.clock.now() });
    const terminal = await world.db.prisma.terminal.findUniqueOrThrow({ where: { id: terminalId } });
    expect(terminal.bank).toBe("scripted-2");
  });

  test("applies to the next request, also in another process", async () => {
    for (const db of [world.db, second]) await termsIn(db);
    const { connectionId } = await exchange("3", "scripted-3");
    for (const db of [world.db, second]) {
      expect(await termsIn(db)).toMatchObject({ bank: "scripted-3", connection: { id: connectionId } });
    }
  });

  test("applies to the next request, also if only the encryption of the account changes", async () => {
    const before = await termsIn(second);
    const { id, account } = before!.connection;
    const purpose = accountPurpose(terminalId);
    const sealed = world.ctx.vault.seal(purpose, world.ctx.vault.open(purpose, account));
    await world.db.prisma.bankConnection.update({ where: { id }, data: { account: sealed } });
    expect(Buffer.from((await termsIn(second))!.connection.account).equals(sealed)).toBe(true);
  });

  test("leaves one connection in use after ten concurrent exchanges", async () => {
    const before = (await connections()).length;
    const all = await Promise.all(Array.from({ length: 10 }, (_, n) => exchange(`10${n}`)));
    expect(await connections()).toHaveLength(before + 10);
    const [left, ...others] = await inUse();
    expect(others).toEqual([]);
    expect(all.map(({ connectionId }) => connectionId)).toContain(left?.id);
  });

  test("throws not_found for an unknown terminal", async () => {
    const input = { terminalId: "trm_none", bank: "scripted", account: scriptedAccount };
    await expect(exchangeBankConnection(world.ctx, input)).rejects.toMatchObject({ code: "not_found" });
  });

  test("throws validation_error for an unusable account and replaces nothing", async () => {
    const before = await connections();
    const account = { ...scriptedAccount, endpoints: { gate: "nowhere", api: "nowhere" } };
    const refused = exchangeBankConnection(world.ctx, { terminalId, bank: "scripted", account });
    await expect(refused).rejects.toMatchObject({ code: "validation_error" });
    expect(await connections()).toEqual(before);
  });
});

// Tests what the database refuses if the code is wrong, provoked by plain SQL.
describe("the database refuses", () => {
  const sql = (text: string, ...values: unknown[]) => world.db.pool.query(text, values);
  const appendOnly = "is append-only";

  test.each([
    [
      "another connection for an attempt",
      "connection_id = (select max(id) from bank_connection where id <> connection_id)",
    ],
    ["another payment for an attempt", "payment_id = (select max(id) from payment where id <> payment_id)"],
  ])("%s", async (_what, change) => {
    await journey.capture();
    const { id } = await journey.getAttempt(await journey.capture());
    await expect(sql(`update attempt set ${change} where id = $1`, id)).rejects.toThrow(appendOnly);
  });

  test("an attempt with a connection of another terminal", async () => {
    const { id } = await journey.getAttempt((await journey.createAtBank()).paymentCode);
    const copy = sql(
      `insert into attempt select (jsonb_populate_record(a, jsonb_build_object(
              'id', 'att_copy', 'bank_order_id', 'COPY', 'token_hash', '\\x00',
              'connection_id', 'bcn_trm_limited'))).* from attempt a where id = $1`,
      id,
    );
    await expect(copy).rejects.toThrow("does not belong to the terminal");
  });

  test("a payment that moves to another terminal", async () => {
    const { paymentCode } = await journey.create();
    const move = sql("update payment set terminal_id = 'trm_limited' where id = $1", paymentCode);
    await expect(move).rejects.toThrow(appendOnly);
  });

  test.each([
    "delete from bank_connection",
    "truncate bank_connection cascade",
    "update bank_connection set bank = 'another'",
    "update bank_connection set terminal_id = 'trm_foreign' where terminal_id = 'trm_ours'",
    "update bank_connection set id = id || '-'",
    "update bank_connection set created_at = created_at + interval '1 ms'",
    "update bank_connection set replaced_at = null where replaced_at is not null",
    "update bank_connection set replaced_at = replaced_at + interval '1 ms' where replaced_at is not null",
  ])("%s", async (text) => {
    await exchange();
    await expect(sql(text)).rejects.toThrow(appendOnly);
  });

  test("a second connection in use", async () => {
    const text = `insert into bank_connection (id, terminal_id, bank, account, created_at)
      select 'bcn_second', terminal_id, bank, account, created_at from bank_connection
       where terminal_id = 'trm_ours' and replaced_at is null`;
    await expect(sql(text)).rejects.toMatchObject({ constraint: "connection_in_use" });
  });

  test.each([
    ["a terminal at another bank than its connection", "update terminal set bank = 'another' where id = 'trm_ours'"],
    [
      "a terminal whose connection is replaced by none",
      "update bank_connection set replaced_at = created_at where terminal_id = 'trm_limited'",
    ],
    [
      "a terminal without a connection",
      `insert into terminal (id, partner_id, name, bank, allowed_families, effective_counts, created_at)
       select 'trm_bare', partner_id, name, bank, allowed_families, effective_counts, created_at
         from terminal where id = 'trm_ours'`,
    ],
  ])("%s", async (_what, text) => {
    await expect(sql(text)).rejects.toThrow("has no bank connection in use");
  });

  test("no new encryption of an account", async () => {
    const sealed = scriptedConnection(world.ctx.vault, "trm_limited", world.clock.now()).account;
    const text = "update bank_connection set account = $1 where terminal_id = 'trm_limited'";
    expect((await sql(text, sealed)).rowCount).toBe(1);
  });
});
