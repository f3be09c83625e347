import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { days, minutes, plusMs } from "@/server/domain/clock";
import { inTx } from "@/server/store/db";
import { listDue } from "@/server/store/operations/due";
import { asPartnerId } from "@/server/store/tenant";
import { createPanelContext, writeMember } from "@/server/testing/world/panel";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { doDueWork } from "../operations/do-due-work";
import { changeApiKey } from "./change-api-key";
import { revokeApiKey } from "./revoke-api-key";
import { insertNewKey } from "./shared/new-key";
import { warnOfKeyEnd } from "./warn-of-key-end";

let world: TestWorld;
let maker: Parameters<typeof changeApiKey>[1]["maker"];
const partnerId = asPartnerId("prt_ours");
beforeAll(async () => {
  world = await openTestWorld();
  const { session } = await createPanelContext(world.ctx, "owner");
  const { id: userId, email } = session!.user;
  maker = { userId, email, hasSecondFactor: true, factorConfirmedAt: new Date() };
  for (const role of ["developer", "finance", "support"] as const) await writeMember(world.ctx, `usr_${role}`, role);
  await writeMember(world.ctx, "usr_of_other", "owner", "prt_other");
  await world.db.prisma.panelUser.update({ where: { id: userId }, data: { language: "en" } });
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.db.prisma.mailMessage.deleteMany();
  await world.db.prisma.apiKey.updateMany({ data: { revokedAt: world.clock.now() } });
});

const makeKey = (expiresAt: Date | null) =>
  inTx(world.ctx.db, (tx) =>
    insertNewKey(world.ctx, tx, { partnerId, name: "Kasa", createdBy: maker.email, rights: { expiresAt } }),
  );
const inDays = (count: number): Date => plusMs(world.clock.now(), days(count));
const sweep = () => doDueWork(world.ctx, { until: world.clock.now() });

const rights = { name: "Kasa", scopes: ["payments:read"], allowedIps: [], refundLimitKurus: null } as const;

/** Lists to whom a mail about a key has been written, with the language, and forgets it. */
async function takeMails(): Promise<string[]> {
  const mails = await world.db.prisma.mailMessage.findMany({ where: { kind: "key_ends" } });
  await world.db.prisma.mailMessage.deleteMany();
  return mails.map(({ recipient, language }) => `${recipient} ${language}`).sort();
}
const all = async (): Promise<string[]> => {
  const roles = { role: { in: ["owner", "developer"] }, removedAt: null, partnerId };
  const users = await world.db.prisma.panelUser.findMany({ where: roles });
  return users.map(({ email, language }) => `${email} ${language}`).sort();
};

test("owners and developers are warned seven days before the end of a key and a day before it, each time once", async () => {
  await makeKey(inDays(30));
  world.clock.advanceMs(days(23) - minutes(1));
  await sweep();
  expect(await takeMails()).toEqual([]);
  world.clock.advanceMs(minutes(1));
  await sweep();
  const warned = await takeMails();
  expect(warned).toEqual(await all());
  expect(warned).toContain(`${maker.email} en`);
  expect(warned).toHaveLength(2);
  world.clock.advanceMs(days(5));
  await sweep();
  expect(await takeMails()).toEqual([]);
  world.clock.advanceMs(days(1));
  await sweep();
  expect(await takeMails()).toEqual(warned);
  world.clock.advanceMs(days(2));
  await sweep();
  expect(await takeMails()).toEqual([]);
  expect(await listDue(world.db, inDays(1_000), 10, ["key_end"])).toEqual([]);
});

test("the warning follows an end that is moved, and none comes for a key whose end is taken away or that is revoked", async () => {
  const { id: keyId } = await makeKey(inDays(8));
  const change = (expiresAt: Date | null) => changeApiKey(world.ctx, { partnerId, maker, keyId, expiresAt, ...rights });
  await change(inDays(20));
  world.clock.advanceMs(days(12));
  await sweep();
  expect(await takeMails()).toEqual([]);
  world.clock.advanceMs(days(1));
  await sweep();
  expect(await takeMails()).toHaveLength(2);
  await change(inDays(2));
  await change(null);
  world.clock.advanceMs(days(3));
  await sweep();
  expect(await takeMails()).toEqual([]);

  await change(inDays(3));
  await revokeApiKey(world.ctx, { partnerId, keyId });
  world.clock.advanceMs(days(2));
  expect(await listDue(world.db, world.clock.now(), 10, ["key_end"])).toEqual([]);
  expect(await warnOfKeyEnd(world.ctx, { keyId })).toBe(false);
});

test("several processes warn once, and nobody is warned after the end", async () => {
  const { id: keyId } = await makeKey(inDays(8));
  world.clock.advanceMs(days(1));
  const done = await Promise.all([1, 2, 3, 4].map(() => warnOfKeyEnd(world.ctx, { keyId })));
  expect(done.filter(Boolean)).toHaveLength(1);
  expect(await takeMails()).toHaveLength(2);

  const late = await makeKey(inDays(8));
  world.clock.advanceMs(days(9));
  expect(await warnOfKeyEnd(world.ctx, { keyId: late.id })).toBe(true);
  expect(await takeMails()).toEqual([]);
});
