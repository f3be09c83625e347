import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { closeDb, createDb, type Db } from "@/server/store/db";
import { createVault } from "@/server/store/vault";
import { createTestDatabase, type TestDatabase } from "@/server/testing/world/database";
import { accountPurpose, openAccount, sealAccount } from "@/server/usecases/banks/bank-connection";
import { importBins } from "@/server/usecases/pricing/import-bins";
import { foreignBins } from "../bank/cards";
import { loadBins } from "./load-bins";
import { loadTerminals, terminalId, terminalKeys } from "./load-terminals";
import { partnerId, partnerKeys } from "./partners";

const vault = createVault([{ id: "k1", key: Buffer.alloc(32, 1) }]);
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

// All terminals with all their prices, and the whole BIN table.
vi.setConfig({ testTimeout: 60_000 });

let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await createTestDatabase();
  db = createDb({ databaseUrl: database.url });
});
afterAll(async () => {
  await closeDb(db);
  await database.drop();
});

const connectionRow = (terminalId: string) =>
  db.prisma.bankConnection.findFirstOrThrow({ where: { terminalId, replacedAt: null } });
const storeAccount = (terminalId: string, account: Uint8Array) =>
  db.prisma.bankConnection.updateMany({ where: { terminalId }, data: { account: Uint8Array.from(account) } });

const load = (bankOrigin = "http://bank.test") => loadTerminals(db, vault, bankOrigin);

describe("BIN table of a sandbox", () => {
  const origins = async () =>
    Object.fromEntries(
      (await db.prisma.binRange.groupBy({ by: ["origin"], _count: true })).map(({ origin, _count }) => [
        origin,
        _count,
      ]),
    );
  const version = async () => (await db.prisma.binTable.findUniqueOrThrow({ where: { id: 1 } })).version;

  test("the first start imports the table and adds the foreign prefixes; the next changes nothing", async () => {
    await loadBins(db);
    expect(await origins()).toEqual({ imported: 4183, sandbox: foreignBins.length });
    const before = await version();
    await loadBins(db);
    expect(await version()).toBe(before);
  });

  test("a table that was imported since stays at the next start, and a foreign prefix that is gone comes back", async () => {
    const row = { bank: "Banka", brand: null, family: "credit", scheme: "visa", commercial: false } as const;
    const [taken, gone] = foreignBins.map(({ bin }) => bin);
    const rows = ["400001", taken!].map((bin) => ({ ...row, bin, confidence: "high" as const }));
    await importBins({ db, log: silent }, { rows, removeMany: true });
    await db.prisma.binRange.delete({ where: { bin: gone! } });
    await loadBins(db);
    expect(await origins()).toEqual({ imported: 2, sandbox: foreignBins.length - 1 });
    expect(await db.prisma.binRange.findUnique({ where: { bin: taken! } })).toMatchObject({ bank: "Banka" });
  });
});

test("a start that dies between terminals and prices leaves neither, and the next one adds both", async () => {
  const webhookSecret = Uint8Array.from([]);
  const createdAt = new Date(0);
  await db.prisma.partner.createMany({
    data: partnerKeys.map((name) => ({ id: partnerId(name), name, webhookSecret, createdAt })),
  });
  await db.pool.query(`create function die() returns trigger language plpgsql as $$ begin raise 'killed'; end $$;
    create trigger die before insert on tariff for each row execute function die()`);
  await expect(load()).rejects.toThrow("killed");
  expect(await db.prisma.terminal.count()).toBe(0);
  await db.pool.query("drop trigger die on tariff");
  await load();
  const wanted = partnerKeys.flatMap((partner) => terminalKeys.map((name) => terminalId(partner, name)));
  const stored = await db.prisma.terminal.findMany({ include: { tariffs: { include: { rows: true } } } });
  expect(stored.map(({ id }) => id).sort()).toEqual([...wanted].sort());
  for (const { id, tariffs } of stored) {
    expect(tariffs, id).toHaveLength(1);
    expect(tariffs[0]!.rows.length, id).toBeGreaterThan(4);
  }
});

test("terminals of an earlier start follow the simulated banks' address", async () => {
  await load("http://bank.test:9999");
  const id = "trm_demo_default";
  const { account } = await connectionRow(id);
  expect(vault.open(accountPurpose(id), account)).toContain("http://bank.test:9999/nestpay");
});

test("a start at the same address changes no terminal; one without the old key seals all of them anew", async () => {
  const accounts = async () =>
    (await db.prisma.bankConnection.findMany({ orderBy: { terminalId: "asc" } })).map(
      ({ account }) => account,
    );
  const versions = () =>
    db.prisma.partner.findMany({ orderBy: { id: "asc" }, select: { termsVersion: true } });
  const before = [await accounts(), await versions()];
  await load("http://bank.test:9999");
  expect([await accounts(), await versions()]).toEqual(before);
  const other = createVault([{ id: "k2", key: Buffer.alloc(32, 2) }]);
  await loadTerminals(db, other, "http://bank.test:9999");
  const [first = new Uint8Array()] = await accounts();
  const { id } = await db.prisma.terminal.findFirstOrThrow({ orderBy: { id: "asc" } });
  expect(other.open(accountPurpose(id), first)).toContain("http://bank.test:9999/nestpay");
});

describe("a sandbox from before its other banks were simulated", () => {
  const banks = {
    garanti: "/garanti/VPServlet",
    posnet: "/posnet/PosnetWebService/XML",
    payfor: "/payfor/Gateway",
  };
  const keys = Object.keys(banks) as (keyof typeof banks)[];
  const vault2 = createVault([{ id: "k2", key: Buffer.alloc(32, 2) }]);
  const start = () => loadTerminals(db, vault2, "http://bank.test");
  const rowOf = (id: string) => db.prisma.terminal.findUniqueOrThrow({ where: { id } });
  const agreementAt = async (id: string) => openAccount(vault2, id, (await connectionRow(id)).account);

  beforeAll(start);

  test("has their connections switched on, with the bank's own agreement, once", async () => {
    const ids = partnerKeys.flatMap((partner) => keys.map((key) => terminalId(partner, key)));
    for (const id of ids) {
      // All of them had the account of the one bank that there was.
      const before = await agreementAt(id.replace(/_[a-z]+$/i, "_default"));
      const account = sealAccount(vault2, id, before);
      await storeAccount(id, account);
      await db.prisma.terminal.update({ where: { id }, data: { virtualPosActive: false } });
    }
    await start();
    for (const id of ids) {
      const { virtualPosActive, bank } = await rowOf(id);
      expect([virtualPosActive, bank], id).toEqual([
        true,
        expect.stringMatching(/^(garanti|yapikredi|qnb)$/),
      ]);
      const key = id.split("_").at(-1) as keyof typeof banks;
      expect((await agreementAt(id)).endpoints.api).toContain(`http://bank.test${banks[key]}`);
    }
  });

  test("a connection that somebody switched off since stays off, at this address and at another", async () => {
    const id = terminalId("demo", "posnet");
    await db.prisma.terminal.update({ where: { id }, data: { virtualPosActive: false } });
    await start();
    expect(await rowOf(id)).toMatchObject({ virtualPosActive: false });
    await loadTerminals(db, vault2, "http://bank.test:7777");
    expect(await rowOf(id)).toMatchObject({ virtualPosActive: false });
    expect((await agreementAt(id)).endpoints.api).toContain("http://bank.test:7777/posnet/");
  });

  test("an agreement in which anything has changed is followed at the same address", async () => {
    await start();
    const id = terminalId("demo", "garanti");
    const { refundUser, ...before } = await agreementAt(id);
    await storeAccount(id, sealAccount(vault2, id, before));
    await start();
    expect(await agreementAt(id)).toEqual({ ...before, refundUser });
    expect(refundUser).toBeDefined();
  });

  test("terminals that are for being inactive stay so, and Garanti's has the user who refunds", async () => {
    await start();
    expect(await rowOf(terminalId("demo", "virtualPosInactive"))).toMatchObject({ virtualPosActive: false });
    expect(await rowOf(terminalId("demo", "inactive"))).toMatchObject({ active: false });
    expect(await agreementAt(terminalId("demo", "garanti"))).toMatchObject({
      isTest: true,
      refundUser: { name: expect.stringMatching(/^PROV/), password: expect.any(String) },
    });
  });

  test("the first account's shops are its own at every bank; the others share theirs", async () => {
    for (const key of keys) {
      const shopOf = async (partner: (typeof partnerKeys)[number]) => {
        const { merchantId, storeKey } = await agreementAt(terminalId(partner, key));
        return `${merchantId} ${storeKey}`;
      };
      const [own, ...others] = await Promise.all(
        ["demo" as const, "other" as const, "held" as const].map(shopOf),
      );
      expect(new Set(others).size).toBe(1);
      expect(others).not.toContain(own);
    }
  });
});
