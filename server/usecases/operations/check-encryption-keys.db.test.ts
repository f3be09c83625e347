import { afterAll, beforeAll, expect, test } from "vitest";
import { systemRandom } from "@/server/domain/random";
import { listKeyChecks } from "@/server/store/key-checks";
import { createVault } from "@/server/store/vault";
import { createPaymentJourney } from "@/server/testing/journeys/payment";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { checkEncryptionKeys } from "./check-encryption-keys";
import { rotateEncryptionKeys } from "./rotate-encryption-keys";

/** The key of the world, the same name with other bytes, and a second key. */
const first = { id: "test", key: Buffer.alloc(32, 7) };
const disguised = { id: "test", key: Buffer.alloc(32, 6) };
const second = { id: "k2", key: Buffer.alloc(32, 8) };
const sound = { missing: [], wrong: [] };

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld();
  await createPaymentJourney(world).create();
});
afterAll(() => world.close());

const withKeys = (...keys: (typeof first)[]) => ({ ...world.ctx, vault: createVault(systemRandom, keys) });
const check = (...keys: (typeof first)[]) => checkEncryptionKeys(withKeys(...keys));
const listed = async () => (await listKeyChecks(world.db)).map(({ keyId }) => keyId);

test("finds a missing and a wrong key by the stored values, before a known value exists", async () => {
  expect(await check(second)).toEqual({ missing: ["test"], wrong: [] });
  expect(await check(disguised)).toEqual({ missing: [], wrong: ["test"] });
  expect(await listed()).toEqual([]);
});

test("stores a known value of the first key once, also from several processes, and opens it from then on", async () => {
  expect(await Promise.all([check(first), check(first), check(first)])).toEqual([sound, sound, sound]);
  expect(await check(first)).toEqual(sound);
  expect(await listed()).toEqual(["test"]);
});

test("finds the same name with other bytes, also behind a sound first key", async () => {
  expect(await check(disguised)).toEqual({ missing: [], wrong: ["test"] });
  expect(await check(second, disguised)).toEqual({ missing: [], wrong: ["test"] });
  expect(await listed()).toEqual(["test"]);
});

test("an old key is missing until every value is sealed again, and may be dropped then", async () => {
  expect(await check(second, first)).toEqual(sound);
  expect(await check(second)).toEqual({ missing: ["test"], wrong: [] });
  await rotateEncryptionKeys(withKeys(second, first));
  expect(await check(second)).toEqual(sound);
  expect(await listed()).toEqual(["k2"]);
});
