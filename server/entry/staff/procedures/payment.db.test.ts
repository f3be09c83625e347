import { afterAll, beforeAll, expect, test } from "vitest";
import { createRefundJourney, longWaits, type RefundJourney } from "@/server/testing/journeys/refund";
import { createStaffContext } from "@/server/testing/world/panel";
import { createContradiction } from "@/server/testing/world/staff";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { createCallerFactory } from "../door";
import { staffRouter } from "../router";

let world: TestWorld;
let journey: RefundJourney;
beforeAll(async () => {
  world = await openTestWorld(longWaits);
  journey = createRefundJourney(world);
});
afterAll(() => world.close());

const asSupport = async () => createCallerFactory(staffRouter)(await createStaffContext(world.ctx, "support"));

test("a payment of any account is one page with its cards, money, records and messages, and without secrets", async () => {
  const paymentCode = await journey.capture();
  world.clock.advanceMs(1_000);
  await journey.refund(paymentCode);
  await createContradiction(world, paymentCode);
  const caller = await asSupport();
  const found = await caller.payment.get({ paymentCode });
  expect(found).toMatchObject({
    payment: { paymentCode, status: "captured", refund: { status: "full" } },
    partner: { partnerId: "prt_ours", name: "Shop prt_ours" },
    terminal: { id: "trm_ours" },
    heldSince: world.clock.now(),
    cards: { used: 0, allowed: 5, refusedBefore: 0 },
    attempts: [{ status: "captured", callbacks: [{ verdict: "authenticated" }] }],
    settlements: [{ kind: "capture" }, { kind: "void" }],
    alerts: [{ kind: "refund_without_record", subject: paymentCode, paymentCode, state: "open" }],
  });
  expect(found.deliveries).toEqual([]);
  expect(JSON.stringify(found, (_, value) => (typeof value === "bigint" ? String(value) : value))).not.toMatch(
    /cipher|proofs|nonce|token|buyerIp/i,
  );
  const kinds = (await caller.payment.timeline({ paymentCode })).map(({ kind }) => kind);
  expect(kinds).toEqual(expect.arrayContaining(["created", "capture_sent", "refund_ended"]));
  expect(await caller.payment.messages({ paymentCode })).toEqual([]);
});

test("cards that our own rules refused before the bank are counted", async () => {
  const { paymentCode } = await journey.createAtBank();
  await world.db.prisma.payment.update({ where: { id: paymentCode }, data: { attemptsUsed: 2 } });
  const { cards } = await (await asSupport()).payment.get({ paymentCode });
  expect(cards).toEqual({ used: 2, allowed: 5, refusedBefore: 2 });
});

test("404 for an unknown payment, and 400 for a list with a card number or an invalid filter", async () => {
  const caller = await asSupport();
  const missing = { code: "NOT_FOUND" };
  await expect(caller.payment.get({ paymentCode: "pay_none" })).rejects.toMatchObject(missing);
  await expect(caller.payment.timeline({ paymentCode: "pay_none" })).rejects.toMatchObject(missing);
  await expect(caller.payment.messages({ paymentCode: "pay_none" })).rejects.toMatchObject(missing);
  const refused = { code: "BAD_REQUEST" };
  await expect(caller.payment.list({ search: "4546711234567894" })).rejects.toMatchObject(refused);
  await expect(caller.payment.list({ status: ["paid" as "captured"] })).rejects.toMatchObject(refused);
  expect((await caller.payment.list({ search: "no such order" })).items).toEqual([]);
});
