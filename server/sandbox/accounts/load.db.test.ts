import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { systemClock } from "@/server/domain/clock";
import { systemRandom } from "@/server/domain/random";
import { closeDb, createDb, type Db } from "@/server/store/db";
import { createVault } from "@/server/store/vault";
import { createTestDatabase, type TestDatabase } from "@/server/testing/world/database";
import { accountPurpose, openAccount, sealAccount } from "@/server/usecases/banks/shared/bank-connection";
import { importBins } from "@/server/usecases/pricing/import-bins";
import { foreignBins } from "../bank/cards";
import { loadBins } from "./load-bins";
import { loadTerminals, terminalId, terminalKeys } from "./load-terminals";
import { partnerId, partnerKeys } from "./partners";

const vault = createVault(systemRandom, [{ id: "k1", key: Buffer.alloc(32, 1) }]);
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

// The tests write all terminals with all their prices, and the whole BIN table.
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

  test("imports the table and adds the foreign prefixes at the first start, and changes nothing at the next", async () => {
    await loadBins(db);
    expect(await origins()).toEqual({ imported: 4183, sandbox: foreignBins.length });
    const before = await version();
    await loadBins(db);
    expect(await version()).toBe(before);
  });

  test("keeps a table that was imported later, and restores a foreign prefix that was deleted", async () => {
    const row = { bank: "Banka", brand: null, family: "credit", scheme: "visa", commercial: false } as const;
    const [taken, gone] = foreignBins.map(({ bin }) => bin);
    const rows = ["400001", taken!].map((bin) => ({ ...row, bin, confidence: "high" as const }));
    const source = { fileName: "bins.csv", digest: "d1", conflicts: 0, staffId: null };
    await importBins({ clock: systemClock, db, log: silent }, { rows, source, removeMany: true });
    await db.prisma.binRange.delete({ where: { bin: gone! } });
    await loadBins(db);
    expect(await origins()).toEqual({ imported: 2, sandbox: foreignBins.length - 1 });
    expect(await db.prisma.binRange.findUnique({ where: { bin: taken! } })).toMatchObject({ bank: "Banka" });
  });
});

test("leaves neither terminals nor prices when a start dies between them, and adds both at the next start", async () => {
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

test("points the terminals of an earlier start at the new address of the simulated banks", async () => {
  await load("http://bank.test:9999");
  const id = "trm_demo_default";
  const { account } = await connectionRow(id);
  expect(vault.open(accountPurpose(id), account)).toContain("http://bank.test:9999/nestpay");
});

test("changes no terminal at the same address, and encrypts all of them again when the old key is missing", async () => {
  const accounts = async () =>
    (await db.prisma.bankConnection.findMany({ orderBy: { terminalId: "asc" } })).map(({ account }) => account);
  const versions = () => db.prisma.partner.findMany({ orderBy: { id: "asc" }, select: { termsVersion: true } });
  const before = [await accounts(), await versions()];
  await load("http://bank.test:9999");
  expect([await accounts(), await versions()]).toEqual(before);
  const other = createVault(systemRandom, [{ id: "k2", key: Buffer.alloc(32, 2) }]);
  await loadTerminals(db, other, "http://bank.test:9999");
  const [first = new Uint8Array()] = await accounts();
  const { id } = await db.prisma.terminal.findFirstOrThrow({ orderBy: { id: "asc" } });
  expect(other.open(accountPurpose(id), first)).toContain("http://bank.test:9999/nestpay");
});

describe("a sandbox that is older than the simulation of the other banks", () => {
  const banks = {
    garanti: "/garanti/VPServlet",
    posnet: "/posnet/PosnetWebService/XML",
    payfor: "/payfor/Gateway",
  };
  const keys = Object.keys(banks) as (keyof typeof banks)[];
  const vault2 = createVault(systemRandom, [{ id: "k2", key: Buffer.alloc(32, 2) }]);
  const start = () => loadTerminals(db, vault2, "http://bank.test");
  const findTerminal = (id: string) => db.prisma.terminal.findUniqueOrThrow({ where: { id } });
  const openStoredAccount = async (id: string) => openAccount(vault2, id, (await connectionRow(id)).account);

  beforeAll(start);

  test("switches their connections on once, with the account of each bank", async () => {
    const ids = partnerKeys.flatMap((partner) => keys.map((key) => terminalId(partner, key)));
    for (const id of ids) {
      // In that version all of them had the account of the only simulated bank.
      const before = await openStoredAccount(id.replace(/_[a-z]+$/i, "_default"));
      const account = sealAccount(vault2, id, before);
      await storeAccount(id, account);
      await db.prisma.terminal.update({ where: { id }, data: { virtualPosActive: false } });
    }
    await start();
    for (const id of ids) {
      const { virtualPosActive, bank } = await findTerminal(id);
      expect([virtualPosActive, bank], id).toEqual([true, expect.stringMatching(/^(garanti|yapikredi|qnb)$/)]);
      const key = id.split("_").at(-1) as keyof typeof banks;
      expect((await openStoredAccount(id)).endpoints.api).toContain(`http://bank.test${banks[key]}`);
    }
  });

  test("leaves a connection off that was switched off later, at the same and at another address", async () => {
    const id = terminalId("demo", "posnet");
    await db.prisma.terminal.update({ where: { id }, data: { virtualPosActive: false } });
    await start();
    expect(await findTerminal(id)).toMatchObject({ virtualPosActive: false });
    await loadTerminals(db, vault2, "http://bank.test:7777");
    expect(await findTerminal(id)).toMatchObject({ virtualPosActive: false });
    expect((await openStoredAccount(id)).endpoints.api).toContain("http://bank.test:7777/posnet/");
  });

  test("stores an account again when any of its values has changed, also at the same address", async () => {
    await start();
    const id = terminalId("demo", "garanti");
    const { refundUser, ...before } = await openStoredAccount(id);
    await storeAccount(id, sealAccount(vault2, id, before));
    await start();
    expect(await openStoredAccount(id)).toEqual({ ...before, refundUser });
    expect(refundUser).toBeDefined();
  });

  test("keeps the inactive demo terminals inactive, and gives Garanti's terminal its refund user", async () => {
    await start();
    expect(await findTerminal(terminalId("demo", "virtualPosInactive"))).toMatchObject({
      virtualPosActive: false,
    });
    expect(await findTerminal(terminalId("demo", "inactive"))).toMatchObject({ active: false });
    expect(await openStoredAccount(terminalId("demo", "garanti"))).toMatchObject({
      isTest: true,
      refundUser: { name: expect.stringMatching(/^PROV/), password: expect.any(String) },
    });
  });

  test("gives the demo account its own shop at every bank; the other accounts share one", async () => {
    for (const key of keys) {
      const describeShop = async (partner: (typeof partnerKeys)[number]) => {
        const { merchantId, storeKey } = await openStoredAccount(terminalId(partner, key));
        return `${merchantId} ${storeKey}`;
      };
      const [own, ...others] = await Promise.all(
        ["demo" as const, "other" as const, "held" as const].map(describeShop),
      );
      expect(new Set(others).size).toBe(1);
      expect(others).not.toContain(own);
    }
  });
});
