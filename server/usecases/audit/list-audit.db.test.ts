import { afterAll, beforeAll, expect, test } from "vitest";
import { minutes } from "@/server/domain/clock";
import { asPartnerId } from "@/server/store/tenant";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { listAudit } from "./queries";
import { type NewAuditEntry, writeAudit } from "./write-audit";

let world: TestWorld;
const partnerId = asPartnerId("prt_ours");
const open = { partnerId, actorId: null, area: null, from: null, until: null, before: null, countMax: 50 };

const write = (actionId: string, changes: Partial<NewAuditEntry> = {}) =>
  writeAudit(world.ctx, {
    scope: partnerId,
    actor: { kind: "user", id: "usr_1", name: "a@shop.test" },
    action: "key.revoke",
    actionId,
    subject: null,
    outcome: "begun",
    code: null,
    detail: {},
    sourceIp: "127.0.0.1",
    ...changes,
  });

const second = { kind: "user", id: "usr_2", name: "b@shop.test" } as const;
let noon: Date;

// Five actions with interleaved entries, and one action of another account.
beforeAll(async () => {
  world = await openTestWorld();
  await write("act_1");
  await write("act_2", { action: "refund.start", actor: second });
  await write("act_2", { action: "refund.start", actor: second, outcome: "done", subject: "pay_1" });
  await write("act_1", { outcome: "done", detail: { name: "Shop" } });
  await write("act_3", { outcome: "refused", code: "access_denied" });
  world.clock.advanceMs(minutes(60));
  noon = world.clock.now();
  await write("act_4");
  await write("act_5", { action: "refund.start" });
  await write("act_5", { action: "refund.start", outcome: "refused", code: "refund_in_progress" });
  await write("act_foreign", { scope: "prt_other" });
});
afterAll(() => world.close());

const ids = async (changes: Partial<Parameters<typeof listAudit>[1]> = {}) =>
  (await listAudit(world.ctx, { ...open, ...changes })).items.map(({ actionId }) => actionId);

test("lists each action once, the newest first, with its outcome", async () => {
  const { items, nextCursor } = await listAudit(world.ctx, open);
  expect(items.map(({ actionId, outcome, code }) => [actionId, outcome, code])).toEqual([
    ["act_5", "refused", "refund_in_progress"],
    ["act_4", "unfinished", null],
    ["act_3", "refused", "access_denied"],
    ["act_2", "done", null],
    ["act_1", "done", null],
  ]);
  expect(items.at(-1)).toMatchObject({ number: 1n, endNumber: 4n, detail: { name: "Shop" } });
  expect(items.at(-2)).toMatchObject({ subject: "pay_1", actorName: "b@shop.test" });
  expect(nextCursor).toBeNull();
});

test("pages contain each action exactly once", async () => {
  const first = await listAudit(world.ctx, { ...open, countMax: 2 });
  const rest = await listAudit(world.ctx, { ...open, before: BigInt(first.nextCursor ?? 0) });
  const all = [...first.items, ...rest.items].map(({ actionId }) => actionId);
  expect(all).toEqual(["act_5", "act_4", "act_3", "act_2", "act_1"]);
});

test("filters by person, area and time", async () => {
  expect(await ids({ actorId: "usr_2" })).toEqual(["act_2"]);
  expect(await ids({ area: "refund" })).toEqual(["act_5", "act_2"]);
  expect(await ids({ area: "ref" })).toEqual([]);
  expect(await ids({ from: noon })).toEqual(["act_5", "act_4"]);
  expect(await ids({ until: noon })).toEqual(["act_3", "act_2", "act_1"]);
  expect(await ids({ from: noon, area: "refund", actorId: "usr_1" })).toEqual(["act_5"]);
});

test("lists no action of another account", async () => {
  expect(await ids({ partnerId: asPartnerId("prt_other") })).toEqual(["act_foreign"]);
});

test("does not mix actions with the same id in two logs", async () => {
  const [early, late] = [asPartnerId("prt_early"), asPartnerId("prt_late")];
  await write("act_same", { scope: early });
  await write("act_before", { scope: late });
  await write("act_same", { scope: late, outcome: "done" });
  const listed = async (partnerId: typeof early) =>
    (await listAudit(world.ctx, { ...open, partnerId })).items.map(({ actionId, outcome }) => [actionId, outcome]);
  expect(await listed(early)).toEqual([["act_same", "unfinished"]]);
  expect(await listed(late)).toEqual([
    ["act_same", "done"],
    ["act_before", "unfinished"],
  ]);
});
