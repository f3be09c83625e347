import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { plusMs } from "@/server/domain/clock";
import { loosenedAfterMs } from "@/server/domain/refunds/refund-approval";
import { patient, type RefundJourney, refundJourneyIn } from "@/server/testing/journeys/refund";
import { panelDoor } from "@/server/testing/world/panel";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { changeRole } from "../people/change-role";
import { removeMember } from "../people/remove-member";
import { approveRefund } from "./decide-on-refund";
import { setRefundLimit } from "./refund-limit";
import { requestRefund } from "./request-refund";

// Payments of these tests are of 40,000 kuruş.
let world: TestWorld;
let journey: RefundJourney;
beforeAll(async () => {
  world = await openTestWorld(patient);
  journey = refundJourneyIn(world);
});
afterAll(() => world.close());

const setLimit = (limitKurus: bigint | null) =>
  setRefundLimit(world.ctx, { partnerId: world.caller.partnerId, limitKurus });
beforeEach(() => setLimit(10_000n));

/** A colleague who may refund. */
const colleague = async () => (await panelDoor(world.ctx, "finance")).session!.user.id;

const ask = async (userId: string) =>
  requestRefund(world.ctx, {
    account: world.caller,
    userId,
    paymentCode: await journey.captured(),
    key: randomUUID(),
    amountKurus: null,
    method: "auto",
    reason: null,
  });

describe("the limit", () => {
  test("lifted: refunds go on waiting for a day, and for nobody from then on", async () => {
    const { holdsFrom } = await setLimit(null);
    expect(holdsFrom).toEqual(plusMs(world.clock.now(), loosenedAfterMs));
    const asker = await colleague();
    expect((await ask(asker)).kind).toBe("waiting");
    world.clock.set(holdsFrom);
    expect((await ask(asker)).kind).toBe("started");
  });

  test("of two changes at once none is lost between reading and writing: a looser one never holds at once", async () => {
    await Promise.all([setLimit(20_000n), setLimit(null), setLimit(15_000n)]);
    expect((await ask(await colleague())).kind).toBe("waiting");
  });
});

describe("what waits of somebody", () => {
  const waiting = async (userId: string) => {
    const made = await ask(userId);
    if (made.kind !== "waiting") throw new Error("The refund did not wait");
    return made.requestId;
  };
  const statusOf = async (id: string) =>
    (await world.db.prisma.refundRequest.findUniqueOrThrow({ where: { id } })).status;

  test("who is removed is taken back, and nobody approves it any more", async () => {
    const [asker, second] = [await colleague(), await colleague()];
    const requestId = await waiting(asker);
    const others = await waiting(second);
    await removeMember(world.ctx, { partnerId: world.caller.partnerId, userId: asker });
    expect([await statusOf(requestId), await statusOf(others)]).toEqual(["withdrawn", "waiting"]);
    const approval = approveRefund(world.ctx, { account: world.caller, userId: second, requestId });
    await expect(approval).rejects.toMatchObject({ code: "refund_request_decided" });
  });

  test.each([
    ["support", "withdrawn"],
    ["owner", "waiting"],
  ] as const)("who becomes %s is then %s", async (role, status) => {
    const asker = await colleague();
    const requestId = await waiting(asker);
    await changeRole(world.ctx, { partnerId: world.caller.partnerId, userId: asker, role });
    expect(await statusOf(requestId)).toBe(status);
  });
});
