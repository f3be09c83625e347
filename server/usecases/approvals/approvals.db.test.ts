import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { days, plusMs, systemClock } from "@/server/domain/clock";
import { newApprover, newPartner } from "@/server/testing/world/approvers";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { approveChange } from "./approve-change";
import { proposeChange } from "./propose-change";
import { countWaiting, getChangeDetail, listChanges } from "./queries";
import { rejectChange } from "./reject-change";
import { withdrawChange } from "./withdraw-change";

let world: TestWorld;
let partnerId: string;
let ada: string;
let bora: string;

beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(() => world.close());

beforeEach(async () => {
  await world.db.prisma.staffUser.updateMany({ data: { removedAt: systemClock.now() } });
  partnerId = await newPartner(world);
  [ada, bora] = [await newApprover(world), await newApprover(world)];
});

const propose = (given: Partial<Parameters<typeof proposeChange>[1]> = {}) =>
  proposeChange(world.ctx, {
    kind: "partner_closing",
    partnerId,
    subject: partnerId,
    payload: {},
    reason: "The merchant asked for it in writing",
    staffId: ada,
    ...given,
  });

const approve = (changeId: string, staffId: string | null = bora, note: string | null = null) =>
  approveChange(world.ctx, { changeId, staffId, note });

const statusOfPartner = async () =>
  (await world.db.prisma.partner.findUniqueOrThrow({ where: { id: partnerId } })).status;

describe("a change of two people", () => {
  test("waits, shows before and after, and takes effect with the approval", async () => {
    const { changeId } = await propose({ secret: "a secret" });
    expect(await statusOfPartner()).toBe("active");
    const shown = await getChangeDetail(world.ctx, { changeId, staffId: bora });
    expect(shown).toMatchObject({
      status: "waiting",
      isMine: false,
      fault: null,
      fields: [{ field: "status", before: "active", after: "closed" }],
    });
    await approve(changeId);
    expect(await statusOfPartner()).toBe("closed");
    const row = await world.db.prisma.staffChange.findUniqueOrThrow({ where: { id: changeId } });
    expect(row).toMatchObject({ status: "approved", decidedBy: bora, sealed: null });
    const later = await getChangeDetail(world.ctx, { changeId, staffId: bora });
    expect(later.fields).toEqual([{ field: "status", before: "active", after: "closed" }]);
  });

  test("takes effect once when two people approve it at once", async () => {
    const cem = await newApprover(world);
    const { changeId } = await propose();
    const outcomes = await Promise.allSettled([approve(changeId, bora), approve(changeId, cem)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(outcomes.find(({ status }) => status === "rejected")).toMatchObject({ reason: { code: "change_decided" } });
  });

  test("ends either approved or rejected when both are pressed at once", async () => {
    const cem = await newApprover(world);
    const { changeId } = await propose();
    const outcomes = await Promise.allSettled([
      approve(changeId, bora),
      rejectChange(world.ctx, { changeId, staffId: cem, note: "Not now" }),
    ]);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const { status } = await world.db.prisma.staffChange.findUniqueOrThrow({ where: { id: changeId } });
    expect(await statusOfPartner()).toBe(status === "approved" ? "closed" : "active");
  });

  test("409 when another change of the kind waits for the same subject, also when both come at once", async () => {
    const outcomes = await Promise.allSettled([propose(), propose()]);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await expect(propose()).rejects.toMatchObject({ code: "change_waiting" });
    expect(await countWaiting(world.ctx, { partnerId })).toBe(1);
  });

  test("changes nothing when it is rejected or withdrawn, and can be proposed again", async () => {
    const first = await propose();
    await rejectChange(world.ctx, { changeId: first.changeId, staffId: bora, note: "No letter was attached" });
    const second = await propose();
    await expect(withdrawChange(world.ctx, { changeId: second.changeId, staffId: bora })).rejects.toMatchObject({
      code: "access_denied",
    });
    await withdrawChange(world.ctx, { changeId: second.changeId, staffId: ada });
    expect(await statusOfPartner()).toBe("active");
    await expect(approve(second.changeId)).rejects.toMatchObject({ code: "change_decided" });
    await propose();
  });

  test("is listed newest first, page by page", async () => {
    const { changeId } = await propose();
    const filters = { status: ["waiting"], kind: "partner_closing" } as const;
    const first = await listChanges(world.ctx, { filters, cursor: null, countMax: 1 });
    const second = await listChanges(world.ctx, { filters, cursor: first.nextCursor, countMax: 100 });
    const ids = [...first.items, ...second.items].map((item) => item.changeId);
    expect(ids).toContain(changeId);
    expect(ids).toEqual([...new Set(ids)].sort().reverse());
    expect(JSON.stringify([first, second])).not.toContain("payload");
  });
});

describe("the second person", () => {
  test("403 for the proposer, in the use-case and in the database", async () => {
    const { changeId } = await propose();
    await expect(approve(changeId, ada)).rejects.toMatchObject({ code: "second_person_required" });
    await expect(
      world.db.prisma.staffChange.update({
        where: { id: changeId },
        data: { status: "approved", decidedBy: ada, decidedAt: systemClock.now() },
      }),
    ).rejects.toThrow(/staff_change_by_two_people/);
  });

  test.each([
    ["without a proved address", { emailProvedAt: null }],
    ["without an authenticator app", { totpSince: null }],
    ["who came today", { createdAt: systemClock.now() }],
    ["whose role may not close accounts", { role: "support" }],
  ])("403 for a person %s", async (_, data) => {
    const { changeId } = await propose();
    await world.db.prisma.staffUser.update({ where: { id: bora }, data });
    expect(await getChangeDetail(world.ctx, { changeId, staffId: bora })).not.toMatchObject({ fault: null });
    await expect(approve(changeId)).rejects.toMatchObject({ code: "second_person_required" });
    expect(await statusOfPartner()).toBe("active");
  });

  test("403 for somebody whom the proposer invited less than seven days ago", async () => {
    const { changeId } = await propose();
    const data = { invitedBy: ada, createdAt: plusMs(systemClock.now(), -days(3)) };
    await world.db.prisma.staffUser.update({ where: { id: bora }, data });
    await expect(approve(changeId)).rejects.toMatchObject({ code: "second_person_required" });
  });

  test("403 for a person who was removed meanwhile", async () => {
    const { changeId } = await propose();
    await world.db.prisma.staffUser.update({ where: { id: bora }, data: { removedAt: systemClock.now() } });
    await expect(approve(changeId)).rejects.toMatchObject({ code: "access_denied" });
  });

  test("is the operator of the host while fewer than two people may decide, and not afterwards", async () => {
    const { changeId } = await propose();
    await expect(approve(changeId, null, "I am the second founder")).rejects.toMatchObject({
      code: "second_person_required",
    });
    await world.db.prisma.staffUser.update({ where: { id: bora }, data: { emailProvedAt: null } });
    await expect(approve(changeId, null, " ")).rejects.toMatchObject({ code: "validation_error" });
    await approve(changeId, null, "I am the second founder");
    expect(await statusOfPartner()).toBe("closed");
    expect(await getChangeDetail(world.ctx, { changeId, staffId: ada })).toMatchObject({
      decidedBy: null,
      decisionNote: "I am the second founder",
    });
  });
});

test("a proposal and a decision never change, and no row is deleted", async () => {
  const { changeId } = await propose();
  const { staffChange } = world.db.prisma;
  await expect(staffChange.update({ where: { id: changeId }, data: { payload: { a: 1 } } })).rejects.toThrow();
  await approve(changeId);
  const where = { id: changeId };
  await expect(staffChange.update({ where, data: { decidedAt: systemClock.now() } })).rejects.toThrow();
  await expect(staffChange.delete({ where })).rejects.toThrow();
});

test("400 for a reason that is a card number, and for what cannot be changed", async () => {
  await expect(propose({ reason: "5528 7900 0000 0008" })).rejects.toMatchObject({
    code: "sensitive_data_not_allowed",
  });
  await world.db.prisma.partner.update({ where: { id: partnerId }, data: { status: "closed" } });
  await expect(propose()).rejects.toMatchObject({ code: "validation_error" });
});
