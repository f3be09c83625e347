import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { plusMs } from "@/server/domain/clock";
import { loosenedAfterMs } from "@/server/domain/refunds/refund-approval";
import { createRefundJourney, longWaits, type RefundJourney } from "@/server/testing/journeys/refund";
import { createPanelContext, makeSecondPerson } from "@/server/testing/world/panel";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { changeRole } from "../people/change-role";
import { removeMember } from "../people/remove-member";
import { approveRefundRequest } from "./approve-refund-request";
import { requestPanelRefund } from "./request-panel-refund";
import { setRefundLimit } from "./set-refund-limit";

// Payments of these tests have 40,000 kuruş.
let world: TestWorld;
let journey: RefundJourney;
beforeAll(async () => {
  world = await openTestWorld(longWaits);
  journey = createRefundJourney(world);
  await colleague();
  await colleague();
});
afterAll(() => world.close());

const setLimit = (limitKurus: bigint | null) =>
  setRefundLimit(world.ctx, { partnerId: world.caller.partnerId, limitKurus });
beforeEach(() => setLimit(10_000n));

/** Creates a user who may start refunds and returns the id. */
const colleague = async () => {
  const { id } = (await createPanelContext(world.ctx, "finance")).session!.user;
  await makeSecondPerson(world.ctx, id);
  return id;
};

const ask = async (userId: string) =>
  requestPanelRefund(world.ctx, {
    account: world.caller,
    userId,
    paymentCode: await journey.capture(),
    key: randomUUID(),
    amountKurus: null,
    method: "auto",
    reason: null,
  });

describe("the limit", () => {
  test("lifted: refunds above it still wait for a day, and start immediately afterwards", async () => {
    const { holdsFrom } = await setLimit(null);
    expect(holdsFrom).toEqual(plusMs(world.clock.now(), loosenedAfterMs));
    const asker = await colleague();
    expect((await ask(asker)).kind).toBe("waiting");
    world.clock.set(holdsFrom);
    expect((await ask(asker)).kind).toBe("started");
  });

  test("changed in parallel: no change is lost, and a looser limit never applies immediately", async () => {
    await Promise.all([setLimit(20_000n), setLimit(null), setLimit(15_000n)]);
    expect((await ask(await colleague())).kind).toBe("waiting");
  });
});

describe("waiting requests of a user", () => {
  const waiting = async (userId: string) => {
    const made = await ask(userId);
    if (made.kind !== "waiting") throw new Error("The refund did not wait");
    return made.requestId;
  };
  const readStatus = async (id: string) =>
    (await world.db.prisma.refundRequest.findUniqueOrThrow({ where: { id } })).status;

  test("who is removed are withdrawn and cannot be approved", async () => {
    const [asker, second] = [await colleague(), await colleague()];
    const requestId = await waiting(asker);
    const others = await waiting(second);
    await removeMember(world.ctx, { partnerId: world.caller.partnerId, userId: asker });
    expect([await readStatus(requestId), await readStatus(others)]).toEqual(["withdrawn", "waiting"]);
    const approval = approveRefundRequest(world.ctx, { account: world.caller, userId: second, requestId });
    await expect(approval).rejects.toMatchObject({ code: "refund_request_decided" });
  });

  test.each([
    ["support", "withdrawn"],
    ["owner", "waiting"],
  ] as const)("who becomes %s are then %s", async (role, status) => {
    const asker = await colleague();
    const requestId = await waiting(asker);
    await changeRole(world.ctx, { partnerId: world.caller.partnerId, userId: asker, role });
    expect(await readStatus(requestId)).toBe(status);
  });
});
