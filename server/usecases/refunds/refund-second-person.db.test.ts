import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { days, hours, plusMs, systemClock } from "@/server/domain/clock";
import { AppError } from "@/server/domain/errors";
import { asPartnerId } from "@/server/store/tenant";
import { createRefundJourney, longWaits, type RefundJourney } from "@/server/testing/journeys/refund";
import { writeMember } from "@/server/testing/world/panel";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { approveRefundAsOperator } from "./approve-refund-as-operator";
import { approveRefundRequest } from "./approve-refund-request";
import { getRefundLimit, listRefundRequests } from "./queries";
import { rejectRefundRequest } from "./reject-refund-request";
import { requestPanelRefund } from "./request-panel-refund";
import { setRefundLimit } from "./set-refund-limit";

// Payments of these tests have 40,000 kuruş; a refund above 10,000 kuruş needs a second person.
let world: TestWorld;
let journey: RefundJourney;
const partnerId = asPartnerId("prt_ours");
const asker = "usr_asker";
beforeAll(async () => {
  world = await openTestWorld(longWaits);
  journey = createRefundJourney(world);
  await writeMember(world.ctx, asker, "owner");
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.db.prisma.panelUser.deleteMany({ where: { id: { not: asker } } });
  await world.db.prisma.partner.update({ where: { id: partnerId }, data: { refundApprovalAbove: 10_000n } });
});

let members = 0;
/** Adds a member in finance who may decide, except for what the changes take away. */
async function member(changes: Parameters<typeof world.db.prisma.panelUser.update>[0]["data"] = {}): Promise<string> {
  members += 1;
  const { id } = await writeMember(world.ctx, `usr_member_${members}`, "finance");
  await world.db.prisma.panelUser.update({ where: { id }, data: changes });
  return id;
}

async function waiting(): Promise<string> {
  const made = await requestPanelRefund(world.ctx, {
    account: world.caller,
    userId: asker,
    key: randomUUID(),
    paymentCode: await journey.capture(),
    amountKurus: null,
    method: "auto",
    reason: null,
  });
  if (made.kind !== "waiting") throw new Error("The refund did not wait");
  return made.requestId;
}

const by = (userId: string, requestId: string) => ({ account: world.caller, userId, requestId });
const code = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => "done",
    (error: unknown) => (error instanceof AppError ? error.code : Promise.reject(error)),
  );
const ago = (ms: number): Date => plusMs(systemClock.now(), -ms);
/** Returns the reason that a member reads at the request. */
const readFault = async (userId: string, requestId: string) => {
  const list = { partnerId, userId, statuses: ["waiting" as const], cursor: null, countMax: 50 };
  return (await listRefundRequests(world.ctx, list)).items.find((item) => item.requestId === requestId)?.fault;
};

describe("a member who is no second person yet", () => {
  test.each([
    ["address_not_proved", { emailProvedAt: null }],
    ["no_second_factor", { totpSince: null }],
    ["member_too_new", { createdAt: ago(hours(24) - 60_000) }],
    ["invited_by_proposer", { invitedBy: asker, createdAt: ago(days(7) - 60_000) }],
  ])(
    "403 for the approval: %s; the request waits, the reason is shown, and rejecting works",
    async (fault, changes) => {
      const requestId = await waiting();
      const userId = await member(changes);
      expect(await readFault(userId, requestId)).toBe(fault);
      expect(await code(approveRefundRequest(world.ctx, by(userId, requestId)))).toBe("second_person_required");
      const row = await world.db.prisma.refundRequest.findUniqueOrThrow({ where: { id: requestId } });
      expect(row).toMatchObject({ status: "waiting", refundId: null, decidedBy: null });
      expect(await code(rejectRefundRequest(world.ctx, { ...by(userId, requestId), note: null }))).toBe("done");
    },
  );

  test.each([
    ["24 hours are over", { createdAt: ago(hours(24)) }],
    ["the invitation by the asker is 7 days old", { invitedBy: asker, createdAt: ago(days(7)) }],
    ["another user sent the invitation", { invitedBy: "usr_other", createdAt: ago(hours(25)) }],
  ])("approves once %s", async (_what, changes) => {
    const requestId = await waiting();
    const userId = await member(changes);
    expect(await readFault(userId, requestId)).toBeNull();
    expect(await code(approveRefundRequest(world.ctx, by(userId, requestId)))).toBe("done");
  });
});

describe("an account without two second persons", () => {
  const setLimit = (limitKurus: bigint | null) => setRefundLimit(world.ctx, { partnerId, limitKurus });
  const switchOff = () =>
    world.db.prisma.partner.update({ where: { id: partnerId }, data: { refundApprovalAbove: null } });

  test("validation_error when it switches approvals on, and may still make a limit stricter", async () => {
    await member({ totpSince: null });
    await setLimit(5_000n);
    await switchOff();
    await expect(setLimit(10_000n)).rejects.toMatchObject({ details: { problem: "limit_needs_deciders" } });
    const second = await member();
    await setLimit(10_000n);
    expect(await getRefundLimit(world.ctx, { partnerId, userId: asker })).toMatchObject({ otherDeciders: 1 });
    expect(await getRefundLimit(world.ctx, { partnerId, userId: second })).toMatchObject({ otherDeciders: 1 });
  });

  test("the operator of the host approves with a reason, once, and only until two members may", async () => {
    const [one, two] = [await waiting(), await waiting()];
    const approve = (requestId: string, reason = "Phoned the owner, call 4711") =>
      approveRefundAsOperator(world.ctx, { requestId, reason });
    expect(await code(approve(one, " "))).toBe("validation_error");
    expect(await code(approve("rfq_none"))).toBe("refund_not_found");
    const answers = await Promise.all([code(approve(one)), code(approve(one))]);
    expect(answers.sort()).toEqual(["done", "refund_request_decided"]);
    const row = await world.db.prisma.refundRequest.findUniqueOrThrow({ where: { id: one } });
    expect(row).toMatchObject({ status: "sent", decidedBy: "operator", decisionNote: "Phoned the owner, call 4711" });
    expect(await journey.listRefunds(row.paymentId)).toHaveLength(1);
    await member();
    expect(await code(approve(two))).toBe("second_person_required");
  });
});
