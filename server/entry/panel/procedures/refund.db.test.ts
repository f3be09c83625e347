import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createRefundJourney, longWaits, type RefundJourney } from "@/server/testing/journeys/refund";
import { createPanelContext, makeSecondPerson } from "@/server/testing/world/panel";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { createCallerFactory } from "../door";
import { panelRouter } from "../router";

let world: TestWorld;
let journey: RefundJourney;
beforeAll(async () => {
  world = await openTestWorld(longWaits);
  journey = createRefundJourney(world);
});
afterAll(() => world.close());

const colleague = async (role: "owner" | "finance") => {
  const door = await createPanelContext(world.ctx, role);
  await makeSecondPerson(world.ctx, door.session!.user.id);
  return { id: door.session!.user.id, refund: createCallerFactory(panelRouter)(door).refund };
};

/** Returns a user's actions as the audit log has them. */
const readDeeds = async (actorId: string) => {
  const rows = await world.db.prisma.auditEntry.findMany({ where: { actorId }, orderBy: { number: "asc" } });
  return rows.map(({ action, outcome, code, subject, detail }) => [action, outcome, code, subject, detail]);
};

test("a refund above the owner's limit is requested by one user, approved by another, and the audit log records all of it", async () => {
  const [owner, asker, second] = [await colleague("owner"), await colleague("finance"), await colleague("finance")];
  await owner.refund.setLimit({ limit: 10_000n });
  const paymentCode = await journey.capture();
  const started = await asker.refund.start({
    key: randomUUID(),
    paymentCode,
    amount: null,
    method: "auto",
    reason: "  ",
  });
  if (started.kind !== "waiting") throw new Error("The refund did not wait");
  const { requestId } = started;
  const request = await world.db.prisma.refundRequest.findUniqueOrThrow({ where: { id: requestId } });
  expect(request).toMatchObject({ requestedBy: asker.id, reason: null, amount: 40_000n });
  expect([await asker.refund.toDecide(), await second.refund.toDecide()]).toEqual([0, 1]);

  await expect(asker.refund.approve({ requestId })).rejects.toThrow("own_refund_request");
  await expect(asker.refund.reject({ requestId, note: "x" })).rejects.toThrow("own_refund_request");
  await expect(second.refund.withdraw({ requestId })).rejects.toThrow("access_denied");
  const { refundId } = await second.refund.approve({ requestId });
  expect(await journey.getRefundRow(refundId)).toMatchObject({ paymentId: paymentCode, amount: 40_000n });

  const detail = { limit: 10_000 };
  expect(await readDeeds(owner.id)).toEqual([
    ["refund.setLimit", "begun", null, "prt_ours", detail],
    ["refund.setLimit", "done", null, "prt_ours", detail],
  ]);
  const asked = { amount: null, method: "auto" };
  expect(await readDeeds(asker.id)).toEqual([
    ["refund.start", "begun", null, paymentCode, asked],
    ["refund.start", "done", null, paymentCode, { ...asked, requestId }],
    ["refund.approve", "begun", null, requestId, {}],
    ["refund.approve", "refused", "own_refund_request", requestId, {}],
    ["refund.reject", "begun", null, requestId, {}],
    ["refund.reject", "refused", "own_refund_request", requestId, {}],
  ]);
  expect(await readDeeds(second.id)).toEqual([
    ["refund.withdraw", "begun", null, requestId, {}],
    ["refund.withdraw", "refused", "access_denied", requestId, {}],
    ["refund.approve", "begun", null, requestId, {}],
    ["refund.approve", "done", null, requestId, { refundId, by: "void" }],
  ]);
});

test("limit returns how many other users could decide, without removed ones", async () => {
  const alone = createCallerFactory(panelRouter)(await createPanelContext(world.ctx, "owner", "prt_other"));
  const { holdsFrom } = await alone.refund.setLimit({ limit: null });
  const next = { limit: null, at: holdsFrom };
  expect(await alone.refund.limit()).toMatchObject({ limit: 1_000_000n, next, otherDeciders: 0, inApi: false });
  for (const role of ["finance", "support", "developer"] as const) {
    const { session } = await createPanelContext(world.ctx, role, "prt_other");
    await makeSecondPerson(world.ctx, session!.user.id);
  }
  expect(await alone.refund.limit()).toMatchObject({ otherDeciders: 1 });
  const removedAt = new Date();
  const where = { partnerId: "prt_other", role: "finance" };
  await world.db.prisma.panelUser.updateMany({ where, data: { removedAt } });
  expect(await alone.refund.limit()).toMatchObject({ otherDeciders: 0 });
  world.clock.set(holdsFrom);
  expect(await alone.refund.limit()).toMatchObject({ limit: null, next: null, otherDeciders: 0 });
});
