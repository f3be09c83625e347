import { afterAll, beforeAll, expect, test } from "vitest";
import { days, minutes, plusMs } from "@/server/domain/clock";
import type { PaymentSort } from "@/server/domain/payments/payment-list";
import { listPaymentRows } from "@/server/store/payments/payment-list";
import type { PaymentSelection } from "@/server/store/payments/payment-selection";
import { asPartnerId } from "@/server/store/tenant";
import { writePaymentRows } from "@/server/testing/journeys/payment-rows";
import { explainLastQuery } from "@/server/testing/world/queries";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { listPayments } from "./queries";

const count = 40_000;
const partnerId = asPartnerId("prt_ours");

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld({ hasBrokenBooks: true });
  await writePaymentRows(world, count, plusMs(world.clock.now(), -minutes(10) - count * 1_000));
  await world.db.prisma.payment.updateMany({
    where: { status: "initiated" },
    data: { expiresAt: plusMs(world.clock.now(), days(1)) },
  });
  await world.db.pool.query("vacuum analyze payment");
}, 60_000);
afterAll(() => world.close());

const nothing = {
  status: null,
  refunded: null,
  source: null,
  terminalId: null,
  linkId: null,
  amount: null,
  created: null,
};

const noMeaning = { paymentCode: null, linkId: null, cardLast4: null, amountKurus: null, bankReference: null };

/** Returns the plan of a page and the number of pages of 8 kB that it reads. */
async function explain(changes: Partial<PaymentSelection>) {
  const selection = { partnerId, filters: nothing, search: null, sort: "-amount", after: null, countMax: 51 } as const;
  const plan = await explainLastQuery(world.db, () => listPaymentRows(world.db, { ...selection, ...changes }));
  const [, hit = 0, read = 0] = /Buffers: shared hit=(\d+)(?: read=(\d+))?/.exec(plan) ?? [];
  return { plan, pages: Number(hit) + Number(read) };
}

test.each(["-amount", "amount", "created", "-created"] as const)(
  "a page in the order %s is read from an index, and the rows before it are not",
  async (sort: PaymentSort) => {
    const first = await explain({ sort });
    expect(first.plan).toContain(sort.endsWith("amount") ? "payments_of_amount" : "payment_partner_id_created_at_idx");
    expect(first.plan).not.toContain("Seq Scan on payment");
    // For each of 51 payments: its row, its place in an index, its last attempt.
    expect(first.pages).toBeLessThan(900);
    const after = await world.db.prisma.payment.findFirstOrThrow({
      where: { partnerId },
      orderBy: sort.endsWith("amount") ? [{ amount: "asc" }, { id: "asc" }] : { id: "asc" },
      skip: count / 2,
    });
    const later = await explain({ sort, after });
    expect(later.plan).not.toContain("Seq Scan on payment");
    expect(later.pages).toBeLessThan(900);
  },
);

test("a filter that matches few payments, none of them near the beginning, does not read the index of amounts", async () => {
  const cheap = { fromKurus: null, toKurus: 1_099n };
  for (const filters of [
    { ...nothing, status: ["initiated"] as const },
    { ...nothing, created: { from: null, to: plusMs(world.clock.now(), -minutes(10) - (count - 100) * 1_000) } },
    { ...nothing, status: ["initiated"] as const, amount: cheap },
  ]) {
    const { plan, pages } = await explain({ filters });
    expect(plan).not.toContain("Seq Scan on payment");
    // All payments are on more than 1,000 pages, and their index of amounts on several hundred.
    expect(pages, plan).toBeLessThan(1_000);
  }
});

test.each(["-amount", "created"] as const)(
  "the payments of a link in the order %s are read from the index of links",
  async (sort) => {
    const { linkId } = await world.db.prisma.payment.findFirstOrThrow({ where: { linkId: { not: null } } });
    const { plan, pages } = await explain({ sort, filters: { ...nothing, linkId } });
    expect(plan).toMatch(/payments?_of_link/);
    expect(pages, plan).toBeLessThan(50);
  },
);

test("the bank's references find an account's payment, also of a refused card, and read only their indices", async () => {
  const attempt = { partnerId, payment: { status: "failed" as const } };
  const { id, paymentId } = await world.db.prisma.attempt.findFirstOrThrow({ where: attempt });
  const references = { authCode: "P12345", rrn: "632014112233" };
  const bankOrderId = "9F4K2M7Q8R3T5V6W1X2Y";
  await world.db.pool.query(
    `begin; set local session_replication_role = replica;
     update attempt set auth_code = 'P12345', rrn = '632014112233', bank_order_id = '${bankOrderId}' where id = '${id}';
     commit`,
  );
  await world.db.pool.query("vacuum analyze attempt");
  for (const sort of ["-created", "-amount"] as const) {
    for (const bankReference of [references.authCode, references.rrn, bankOrderId]) {
      const search = { ...noMeaning, bankReference, partnerTxCodeStart: bankReference };
      const page = { filters: nothing, search, sort, cursor: null, countMax: 10 } as const;
      const found = await listPayments(world.ctx, { partnerId, ...page });
      expect(found.items.map(({ paymentCode }) => paymentCode)).toEqual([paymentId]);
      const others = await listPayments(world.ctx, { partnerId: asPartnerId("prt_other"), ...page });
      expect(others.items, "of another account").toEqual([]);
      const { plan, pages } = await explain({ sort, search });
      expect(plan).not.toMatch(/Seq Scan on (payment|attempt)/);
      for (const index of ["attempt_of_auth_code", "attempt_of_rrn"]) expect(plan).toContain(index);
      expect(pages, plan).toBeLessThan(100);
    }
  }
});

test("shows what is left after commission and refunds, and why a payment failed", async () => {
  const code = (n: number): string => `pay_${String(n).padStart(26, "0")}`;
  const find = async (n: number) => {
    const meanings = { ...noMeaning, paymentCode: code(n) };
    const search = { ...meanings, partnerTxCodeStart: code(n) };
    const page = { sort: "-created", cursor: null, countMax: 1 } as const;
    return (await listPayments(world.ctx, { partnerId, filters: nothing, search, ...page })).items[0];
  };
  // 1,12 TL less 2 % commission; 1,40 TL, of which all went back; half of 1,44 TL went back.
  expect(await find(12)).toMatchObject({ netAmount: 110n, refundedAmount: 0n, failureCode: null, installment: 1 });
  expect(await find(40)).toMatchObject({ netAmount: -2n, refundedAmount: 140n });
  expect(await find(44)).toMatchObject({ netAmount: 70n, refundedAmount: 72n });
  await world.db.prisma.attempt.updateMany({
    where: { paymentId: code(7) },
    data: { declineReason: "insufficient_funds" },
  });
  expect(await find(7)).toMatchObject({
    status: "failed",
    netAmount: null,
    failureCode: "three_ds_failed",
    declineReason: "insufficient_funds",
  });
});
