import { afterAll, beforeAll, expect, test } from "vitest";
import { noCredentials } from "@/server/domain/banks/credentials";
import { createPaymentJourney } from "@/server/testing/journeys/payment";
import { newApprover } from "@/server/testing/world/approvers";
import { approved, openTestWorld, type TestWorld, testTerminals } from "@/server/testing/world/world";
import { approveChange } from "../approvals/approve-change";
import { enterCredentials } from "./enter-credentials";
import { switchTerminal } from "./switch-terminal";

// What a change of a terminal does to a payment that runs (D-58, D-77).
let world: TestWorld;
let journey: ReturnType<typeof createPaymentJourney>;
let people: readonly [string, string];
beforeAll(async () => {
  world = await openTestWorld();
  journey = createPaymentJourney(world);
  people = [await newApprover(world), await newApprover(world)];
});
afterAll(() => world.close());

const terminalId = testTerminals.ours;
const statusOf = async (paymentCode: string) =>
  (await world.db.prisma.payment.findUniqueOrThrow({ where: { id: paymentCode } })).status;

/** Replaces the live connection by two people, as the back-office does. */
async function replaceCredentials(): Promise<void> {
  const { changeId } = await enterCredentials(world.ctx, {
    terminalId,
    agreement: {
      bank: "scripted",
      system: "test",
      endpoints: { gate: "", api: "" },
      credentials: { ...noCredentials, merchantId: "600218999", user: "u", password: "p", storeKey: "k" },
    },
    mayOverride: true,
    overrides: true,
    reason: "New agreement",
    staffId: people[0],
  });
  await approveChange(world.ctx, { changeId: changeId ?? "", staffId: people[1], note: null });
}

test("a payment in 3-D Secure is captured after its terminal was switched off; a later card is refused", async () => {
  const running = await journey.createAtBank();
  const waiting = await journey.create();
  await switchTerminal(world.ctx, { terminalId, isActive: false });
  await journey.returnFromBank(running.token);
  expect(await statusOf(running.paymentCode)).toBe("captured");
  await journey.start(waiting.paymentRef).catch(() => undefined);
  // The refused card is on record and never reached the bank (D-397).
  const refused = await world.db.prisma.attempt.findMany({ where: { paymentId: waiting.paymentCode } });
  expect(refused).toMatchObject([{ status: "rejected", handedOutAt: null, bankCode: null }]);
  expect(world.bank.calls.some((call) => "order" in call && call.order.orderId === refused[0]?.bankOrderId)).toBe(
    false,
  );
  await switchTerminal(world.ctx, { terminalId, isActive: true });
});

test("a capture whose answer is awaited while its credentials are replaced keeps its connection", async () => {
  const former = await world.db.prisma.bankConnection.findFirstOrThrow({ where: { terminalId, replacedAt: null } });
  world.bank.answer("capture", async () => {
    await replaceCredentials();
    return approved;
  });
  const { paymentCode, token } = await journey.createAtBank();
  await journey.returnFromBank(token);
  world.bank.answer("capture", approved);
  expect(await statusOf(paymentCode)).toBe("captured");
  expect(await world.db.prisma.attempt.findFirstOrThrow({ where: { paymentId: paymentCode } })).toMatchObject({
    connectionId: former.id,
  });
  const next = await journey.createAtBank();
  const attempt = await world.db.prisma.attempt.findFirstOrThrow({ where: { paymentId: next.paymentCode } });
  expect(attempt.connectionId).not.toBe(former.id);
});
