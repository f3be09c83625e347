import { generateSync } from "otplib";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hours, systemClock } from "@/server/domain/clock";
import { systemRandom } from "@/server/domain/random";
import { closeDb, createDb, type Db } from "@/server/store/db";
import { createVault } from "@/server/store/vault";
import { createTestDatabase, type TestDatabase } from "@/server/testing/world/database";
import { findTotpStep, isFactorNeeded, totpPurpose } from "@/server/usecases/people/shared/second-factor";
import { signingSecrets, webhookSecretPurpose } from "@/server/usecases/webhooks/shared/webhook-secret";
import { prepareSandbox } from "./prepare";

const key = { id: "k1", key: Buffer.alloc(32, 1) };
const otherKey = { id: "k2", key: Buffer.alloc(32, 2) };
const partnerId = "prt_demo";

let database: TestDatabase;
let db: Db;
let first: string;
beforeAll(async () => {
  database = await createTestDatabase();
  db = createDb({ databaseUrl: database.url });
  first = readSecret(await prepare());
});
afterAll(async () => {
  await closeDb(db);
  await database.drop();
});

const prepare = (encryptionKeys = [key]) =>
  prepareSandbox({
    databaseUrl: database.url,
    applicationDatabaseUrl: database.url,
    apiOrigin: "http://api.test",
    panelOrigin: "http://api.test",
    payOrigin: "http://pay.test",
    bankOrigin: "http://bank.test",
    sandboxKey: "sbx_test",
    encryptionKeys,
  });
const readSecret = (file: Awaited<ReturnType<typeof prepare>>) => file.partners.demo?.webhookSecret ?? "";
/** Puts the account into the given state of a secret rotation. */
const store = (data: { webhookSecret: Uint8Array<ArrayBuffer>; [column: string]: unknown }) =>
  db.prisma.partner.update({
    where: { id: partnerId },
    data: {
      webhookSecretNext: null,
      webhookSecretPrevious: null,
      webhookSecretPreviousUntil: null,
      ...data,
    },
  });
const sealed = (secret: string, keys = [key]) =>
  createVault(systemRandom, keys).seal(webhookSecretPurpose(partnerId), secret);
const row = () => db.prisma.partner.findUniqueOrThrow({ where: { id: partnerId } });
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const signing = async () =>
  signingSecrets({ vault: createVault(systemRandom, [key]), log: silent }, await row(), systemClock.now());

const rotated = `whsec_${Buffer.alloc(24, 5).toString("base64")}`;

describe("webhook secrets of a sandbox", () => {
  test("writes a secret that the Standard Webhooks library accepts, the same at every start and different for each account", async () => {
    const file = await prepare();
    expect(first).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
    expect(() => new Webhook(first)).not.toThrow();
    expect(readSecret(file)).toBe(first);
    expect(await signing()).toEqual([first]);
    const all = Object.values(file.partners).map(({ webhookSecret }) => webhookSecret);
    expect(new Set(all).size).toBe(all.length);
  });

  test("writes the secret in force after a rotation, and keeps the rest of the rotation", async () => {
    const webhookSecretPreviousUntil = new Date(systemClock.now().getTime() + hours(1));
    const webhookSecretPrevious = sealed(first);
    await store({ webhookSecret: sealed(rotated), webhookSecretPrevious, webhookSecretPreviousUntil });
    expect(readSecret(await prepare())).toBe(rotated);
    expect(await signing()).toEqual([rotated, first]);
  });

  test.each([["webhookSecret"], ["webhookSecretNext"]])(
    "stores the derived secret when %s cannot be decrypted, so that deliveries can be signed",
    async (column) => {
      await store({ webhookSecret: sealed(rotated), [column]: sealed(rotated, [otherKey]) });
      expect(readSecret(await prepare())).toBe(first);
      expect(await signing()).toEqual([first]);
    },
  );

  test("replaces a secret in the format of earlier versions, and keeps a prepared one", async () => {
    const earlier = `whsec_${Buffer.alloc(32, 9).toString("base64url")}`;
    await store({ webhookSecret: sealed(earlier), webhookSecretNext: sealed(rotated) });
    expect(readSecret(await prepare())).toBe(first);
    expect(await signing()).toEqual([first, rotated]);
  });

  test("decrypts a secret of the old key when a new key comes first", async () => {
    await store({ webhookSecret: sealed(rotated) });
    expect(readSecret(await prepare([otherKey, key]))).toBe(rotated);
  });
});

test("the published secret of a seeded person of staff makes codes that count, and its sign-in asks for none", async () => {
  const [first] = (await prepare()).staff;
  const user = await db.prisma.staffUser.findFirstOrThrow({ where: { email: "staff@vezne.test" } });
  const sealedSecret = createVault(systemRandom, [key]).open(totpPurpose(user.id), user.totpSecret ?? new Uint8Array());
  expect(sealedSecret).toBe(first?.totpSecret);
  const now = systemClock.now();
  const code = generateSync({ secret: first?.totpSecret ?? "", epoch: Math.floor(now.getTime() / 1000) });
  expect(findTotpStep(sealedSecret, code, now)).not.toBeNull();
  expect(isFactorNeeded(user)).toBe(false);
});

test("a sandbox of an older version gets the other people of staff, and its own person the app", async () => {
  const where = { email: "staff@vezne.test" };
  await db.prisma.staffUser.updateMany({ where, data: { emailProvedAt: null, totpSecret: null, totpSince: null } });
  await db.prisma.staffUser.deleteMany({ where: { NOT: where } });
  await prepare();
  expect(await db.prisma.staffUser.count()).toBe(5);
  expect(await db.prisma.staffUser.findFirst({ where })).toMatchObject({ emailProvedAt: expect.any(Date) });
});
