import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { systemClock } from "@/server/domain/clock";
import { soloLimitKurus } from "@/server/domain/partners/limits";
import { createPaymentJourney, readResult } from "@/server/testing/journeys/payment";
import { newApprover, newPartner } from "@/server/testing/world/approvers";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import type { Ctx } from "../ctx";
import { getPartner, getPartnerProfile } from "../partners/queries";
import { ibanPurpose } from "../partners/shared/iban";
import { approveChange } from "./approve-change";
import { changePartnerIban } from "./change-partner-iban";
import { changePartnerLimits } from "./change-partner-limits";
import { proposeChange } from "./propose-change";
import { getChangeDetail } from "./queries";

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

const [first, second] = ["TR330006100519786457841326", "TR320010009999901234567890"];
const reason = "A letter of the bank is in the archive";
const revisionOf = async (ctx: Ctx) => (await getPartner(ctx, { partnerId })).revision;
const setIban = async (iban: string, ctx = world.ctx) =>
  changePartnerIban(ctx, { partnerId, revision: await revisionOf(ctx), iban, reason, staffId: ada });
const openIban = async () => {
  const { iban } = await world.db.prisma.partnerProfile.findUniqueOrThrow({ where: { id: partnerId } });
  return iban && world.ctx.vault.open(ibanPurpose(partnerId), iban);
};
const approve = (changeId: string | null) =>
  approveChange(world.ctx, { changeId: changeId ?? "", staffId: bora, note: null });

describe("an IBAN", () => {
  test("is sealed; the first one counts at once in a sandbox, every other one once it is approved", async () => {
    const made = await setIban(first);
    expect(made).toMatchObject({
      changeId: null,
      change: { after: { ibanMasked: "TR33 **** **** **** **** **13 26" } },
    });
    expect(await openIban()).toBe(first);
    const { changeId } = await setIban(second);
    expect(await openIban()).toBe(first);
    const shown = await getChangeDetail(world.ctx, { changeId: changeId ?? "", staffId: bora });
    expect(shown.fields).toEqual([
      { field: "iban", before: "TR33 **** **** **** **** **13 26", after: "TR32 **** **** **** **** **78 90" },
    ]);
    const row = await world.db.prisma.staffChange.findUniqueOrThrow({ where: { id: changeId ?? "" } });
    expect(JSON.stringify(row.payload) + JSON.stringify(row.fields)).not.toContain("1234567890");
    await approve(changeId);
    expect(await openIban()).toBe(second);
    expect((await getPartnerProfile(world.ctx, { partnerId })).ibanMasked).toBe("TR32 **** **** **** **** **78 90");
  });

  test("needs a second person also for the first time in live mode", async () => {
    const { changeId } = await setIban(first, { ...world.ctx, sandboxTime: null });
    expect(changeId).not.toBeNull();
    expect((await getPartner(world.ctx, { partnerId })).hasIban).toBe(false);
    await approve(changeId);
    expect(await openIban()).toBe(first);
  });

  test("is set once by two people who set the first one at once", async () => {
    const outcomes = await Promise.allSettled([setIban(first), setIban(second)]);
    const direct = outcomes.filter((one) => one.status === "fulfilled" && one.value.changeId === null);
    expect(direct).toHaveLength(1);
  });
});

describe("limits", () => {
  const setLimits = async (maxAmount: bigint | null) =>
    changePartnerLimits(world.ctx, {
      partnerId,
      revision: await revisionOf(world.ctx),
      minAmount: null,
      maxAmount,
      reason,
      staffId: ada,
    });
  const maxAmount = async () =>
    (await world.db.prisma.partner.findUniqueOrThrow({ where: { id: partnerId } })).maxAmount;

  test("count at once up to the bound, and above it once they are approved", async () => {
    expect((await setLimits(soloLimitKurus)).changeId).toBeNull();
    const { changeId } = await setLimits(2n * soloLimitKurus);
    expect(await maxAmount()).toBe(soloLimitKurus);
    await approve(changeId);
    expect(await maxAmount()).toBe(2n * soloLimitKurus);
    await approve((await setLimits(null)).changeId);
    expect(await maxAmount()).toBeNull();
  });
});

test("a payment in 3-D Secure completes although its account is closed meanwhile, and others are refused (D-44)", async () => {
  const journey = createPaymentJourney(world);
  const { token } = await journey.createAtBank();
  const subject = "prt_ours";
  const closing = { kind: "partner_closing", partnerId: subject, subject, payload: {}, reason, staffId: ada } as const;
  await approve((await proposeChange(world.ctx, closing)).changeId);
  expect(readResult(await journey.returnFromBank(token))).toBe("success");
  await expect(journey.create()).rejects.toMatchObject({ code: "partner_not_active" });
  await world.db.prisma.partner.update({ where: { id: subject }, data: { status: "active" } });
});
