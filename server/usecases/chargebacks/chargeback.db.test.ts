import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { days } from "@/server/domain/clock";
import { auditLedger } from "@/server/store/ledger/verify";
import { asPartnerId } from "@/server/store/tenant";
import { createBankDayJourney, type FileLine } from "@/server/testing/journeys/bank-day";
import { createPayoutJourney, type PayoutJourney } from "@/server/testing/journeys/payout";
import { longWaits } from "@/server/testing/journeys/refund";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { listMovements } from "../payments/movement-queries";
import { answerChargeback } from "./answer-chargeback";
import { getChargeback, listChargebacks } from "./queries";
import { writeChargebackStatement } from "./write-chargeback-statement";

let world: TestWorld;
let journey: ReturnType<typeof createBankDayJourney>;
let payouts: PayoutJourney;
let paymentCode: string;
let sale: FileLine;
let cases = 0;
const partnerId = asPartnerId("prt_ours");

beforeAll(async () => {
  world = await openTestWorld(longWaits);
  journey = createBankDayJourney(world);
  payouts = await createPayoutJourney(world);
});
afterAll(() => world.close());
beforeEach(async () => {
  paymentCode = await journey.capture({ amountKurus: 50_000n });
  const [line] = await journey.linesOf(paymentCode);
  if (!line) throw new Error("The payment has no line");
  sale = line;
  await journey.importAndList(journey.endDay(), [line]);
});
afterEach(async () => {
  expect((await auditLedger(world.db)).differences).toEqual([]);
});

const caseLine = (changes: Partial<FileLine & Record<"caseNumber" | "reasonCode" | "respondBy", string>> = {}) => {
  cases += changes.caseNumber === undefined ? 1 : 0;
  const time = world.clock.now().toISOString();
  return { ...sale, kind: "chargeback", rrn: "", commission: "", time, caseNumber: `CB-${cases}`, ...changes };
};
/** Ends the day and imports its file with a chargeback; returns the newest chargeback of the payment. */
async function chargeBack(line = caseLine()) {
  expect(await journey.importAndList(journey.endDay(), [line])).toEqual([]);
  return newest();
}
async function newest() {
  const filters = { state: null, paymentCode };
  const { items } = await listChargebacks(world.ctx, { partnerId, filters, cursor: null, countMax: 10 });
  if (!items[0]) throw new Error("The payment has no chargeback");
  return items[0];
}
const read = (chargebackId: string) => getChargeback(world.ctx, { chargebackId, partnerId });
const answer = (chargebackId: string, outcome: "contested" | "accepted" | "lost") =>
  answerChargeback(world.ctx, { chargebackId, outcome, by: "ops@vezne.test" });
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    ({ code }: { code: string }) => code,
  );
const payment = () => world.db.prisma.payment.findUniqueOrThrow({ where: { id: paymentCode } });

test("the file that brings a chargeback books it: the merchant owes it, staff and the merchant hear of it", async () => {
  const line = caseLine({ reasonCode: "10.4", respondBy: "2026-12-24", amount: "200.00" });
  const found = await chargeBack(line);
  expect(found).toMatchObject({
    paymentCode,
    caseNumber: line.caseNumber,
    reasonCode: "10.4",
    status: "open",
    amountKurus: 20_000n,
    respondBy: "2026-12-24",
    settlements: [{ amountKurus: -20_000n, payoutId: null }],
  });
  expect(await payment()).toMatchObject({ chargedBackAmount: 20_000n, refundedAmount: 0n });
  const subject = found.chargebackId;
  const alert = await world.db.prisma.staffAlert.findFirstOrThrow({ where: { kind: "chargeback_open", subject } });
  expect(alert).toMatchObject({ closedAt: null, detail: expect.stringContaining("200.00 TRY") });
  await answer(subject, "contested");
  const closed = await world.db.prisma.staffAlert.findFirstOrThrow({ where: { kind: "chargeback_open", subject } });
  expect(closed.closedAt).not.toBeNull();
});

test("owners and finance get a mail with the last day for an answer", async () => {
  const hash = { passwordHash: "", createdAt: world.clock.now(), language: "tr" };
  await world.db.prisma.panelUser.createMany({
    data: (["owner", "finance", "support"] as const).map((role) => ({
      id: `usr_cb_${role}`,
      email: `${role}@shop.test`,
      partnerId,
      role,
      ...hash,
    })),
  });
  await chargeBack();
  const mails = await world.db.prisma.mailMessage.findMany({ where: { kind: "chargeback" } });
  expect(mails.map(({ recipient }) => recipient).sort()).toEqual(["finance@shop.test", "owner@shop.test"]);
});

test("a file without the last day for an answer gives seven days, and the urgency grows with them", async () => {
  const { chargebackId, urgency } = await chargeBack();
  expect(urgency).toBe("later");
  const seen: unknown[] = [];
  for (let day = 0; day < 4; day += 1) {
    world.clock.advanceMs(days(day === 0 ? 4 : 1));
    seen.push((await read(chargebackId)).urgency);
  }
  expect(seen).toEqual(["soon", "soon", "today", "late"]);
  await answer(chargebackId, "lost");
  expect((await read(chargebackId)).urgency).toBeNull();
});

test("what was charged back cannot be refunded, and a payout carries it once; a won case comes back in another payout", async () => {
  const { chargebackId, caseNumber } = await chargeBack(caseLine({ amount: "200.00" }));
  expect(await journey.tryRefund(paymentCode, { amountKurus: 30_001n })).toBe("refund_amount_exceeds_remaining");
  expect(await journey.tryRefund(paymentCode, { amountKurus: 10_000n })).toBe("credit approved");
  world.clock.advanceMs(days(4));
  await payouts.collect();
  expect((await read(chargebackId)).settlements[0]?.payoutId).not.toBeNull();
  await answer(chargebackId, "contested");
  const back = caseLine({ kind: "chargeback_reversal", amount: "200.00", caseNumber });
  expect(await journey.importAndList(journey.endDay(), [back])).toEqual([]);
  const won = await read(chargebackId);
  expect(won).toMatchObject({ status: "won", settlements: [{ amountKurus: -20_000n }, { amountKurus: 20_000n }] });
  expect(await payment()).toMatchObject({ chargedBackAmount: 0n });
  expect(await journey.tryRefund(paymentCode, { amountKurus: 40_001n })).toBe("refund_amount_exceeds_remaining");
  world.clock.advanceMs(days(4));
  await payouts.collect();
  const [first, second] = (await read(chargebackId)).settlements.map(({ payoutId }) => payoutId);
  const movements = await listMovements(world.ctx, { partnerId, paymentCode });
  const ofCase = movements.filter(({ kind }) => kind.startsWith("chargeback"));
  expect(ofCase.map(({ kind, netKurus, payoutId, rrn }) => [kind, netKurus, payoutId, rrn])).toEqual([
    ["chargeback", -20_000n, first, null],
    ["chargeback_reversal", 20_000n, second, null],
  ]);
  expect(movements.map(({ kind }) => kind)).toEqual(["capture", "chargeback", "credit", "chargeback_reversal"]);
  expect(second).not.toBeNull();
  expect(second).not.toBe(first);
});

test("six imports of its file at once, a corrected file, and a crash before the import book it once", async () => {
  const line = caseLine({ amount: "100.00" });
  const day = journey.endDay();
  await Promise.all(Array.from({ length: 6 }, () => journey.importFile(day, [line])));
  await journey.importFile(day, [line, { ...caseLine({ amount: "1.00" }), time: line.time }]);
  const all = await world.db.prisma.chargeback.findMany({
    where: { paymentId: paymentCode },
    include: { settlements: true },
  });
  expect(all.map(({ settlements }) => settlements.length)).toEqual([1, 1]);
  const [one] = await world.db.prisma.bankDay.findMany({ where: { day: new Date(day) } });
  expect(one).toMatchObject({ lineCount: 2, matchedCount: 2 });
  expect(one?.closedAt).not.toBeNull();
});

test("a chargeback of an unknown order, of more than is left, and a return of no known case stay differences", async () => {
  const unknown = caseLine({ orderId: "STRANGER000000000001" });
  const back = caseLine({ kind: "chargeback_reversal" });
  expect(await journey.importAndList(journey.endDay(), [unknown, back])).toEqual([
    `missing_here chargeback ${unknown.orderId}`,
    `missing_here chargeback_reversal ${sale.orderId}`,
  ]);
  const more = caseLine({ amount: "500.01" });
  expect(await journey.importAndList(journey.endDay(), [more])).toEqual([`missing_here chargeback ${sale.orderId}`]);
  expect(await payment()).toMatchObject({ chargedBackAmount: 0n });
});

test("a case that needs what another one gives back is booked with it: on one day, or when its day is compared again", async () => {
  const { caseNumber } = await chargeBack();
  const back = caseLine({ kind: "chargeback_reversal", caseNumber });
  const second = caseLine();
  expect(await journey.importAndList(journey.endDay(), [back, second])).toEqual([]);
  const third = caseLine();
  const early = journey.endDay();
  expect(await journey.importAndList(early, [third])).toEqual([`missing_here chargeback ${sale.orderId}`]);
  const [day] = await world.db.prisma.bankDay.findMany({ where: { day: new Date(early) } });
  const secondBack = { ...caseLine({ kind: "chargeback_reversal", caseNumber: second.caseNumber }), time: third.time };
  await journey.importAndList(journey.endDay(), [secondBack]);
  expect(await journey.compareAgain(day?.id ?? "")).toEqual({ openCount: 0, matchedCount: 1 });
  expect((await newest()).caseNumber).toBe(third.caseNumber);
  expect(await payment()).toMatchObject({ chargedBackAmount: 50_000n });
});

test("what was refunded and then charged back leaves nothing to refund", async () => {
  expect(await journey.tryRefund(paymentCode, { amountKurus: 30_000n })).toBe("credit approved");
  const lines = [...(await journey.linesOf(paymentCode)).slice(1), caseLine()];
  expect(await journey.importAndList(journey.endDay(), lines)).toEqual([]);
  expect(await journey.tryRefund(paymentCode)).toBe("payment_not_refundable");
});

test("a file that is refused, because another one covers its terminals, or for a faulty line, books nothing", async () => {
  const day = journey.endDay();
  await journey.importFile(day, [sale]);
  const line = caseLine();
  const scope = { of: "protocol", name: "nestpay" } as const;
  expect(await codeOf(journey.importFile(day, [line], { scope }))).toBe("validation_error");
  const faulty = { ...sale, amount: "1,00" };
  expect(await journey.importFile(day, [line, faulty])).toMatchObject({ kind: "faulty" });
  expect(await world.db.prisma.chargeback.count({ where: { paymentId: paymentCode } })).toBe(0);
  expect(await payment()).toMatchObject({ chargedBackAmount: 0n });
});

test("a refund and a chargeback at once leave books that add up, whichever is first", async () => {
  for (let n = 0; n < 5; n += 1) {
    const day = journey.endDay();
    const line = caseLine({ amount: "10.00" });
    await Promise.all([journey.importFile(day, [line]), journey.tryRefund(paymentCode, { amountKurus: 1_000n })]);
  }
  const { refundedAmount, chargedBackAmount } = await payment();
  expect([refundedAmount, chargedBackAmount]).toEqual([5_000n, 5_000n]);
});

describe("an answer", () => {
  test("is given once; the bank's decision is final until it gives the money back", async () => {
    const { chargebackId } = await chargeBack();
    const both = await Promise.all([
      codeOf(answer(chargebackId, "contested")),
      codeOf(answer(chargebackId, "accepted")),
    ]);
    expect(both.sort()).toEqual(["chargeback_moved", "done"]);
    await world.db.prisma.chargeback.findUniqueOrThrow({ where: { id: chargebackId } });
    expect(await codeOf(answer("cbk_unknown", "lost"))).toBe("not_found");
    const other = answerChargeback(world.ctx, { chargebackId, outcome: "lost", by: "x", partnerId: "prt_other" });
    expect(await codeOf(other)).toBe("not_found");
  });

  test("names people of the account to the account, and staff to staff only", async () => {
    const own = { email: "own@shop.test", passwordHash: "", createdAt: world.clock.now(), language: "tr" };
    await world.db.prisma.panelUser.create({ data: { id: "usr_cb_own", partnerId, role: "owner", ...own } });
    const first = await chargeBack(caseLine({ amount: "10.00" }));
    await answer(first.chargebackId, "contested");
    const second = await chargeBack(caseLine({ amount: "20.00" }));
    const byOwner = { outcome: "accepted", by: own.email, partnerId } as const;
    await answerChargeback(world.ctx, { chargebackId: second.chargebackId, ...byOwner });
    const readAs = async (reader: string | null) =>
      Promise.all(
        [first, second].map(async ({ chargebackId }) => {
          return (await getChargeback(world.ctx, { chargebackId, partnerId: reader })).answeredBy;
        }),
      );
    expect(await readAs(partnerId)).toEqual([null, own.email]);
    expect(await readAs(null)).toEqual(["ops@vezne.test", own.email]);
  });

  test("has the merchant's statement, as long as it was not given", async () => {
    const { chargebackId } = await chargeBack();
    const write = (statement: string, account = partnerId) =>
      codeOf(writeChargebackStatement(world.ctx, { partnerId: account, chargebackId, statement }));
    expect(await write("Kargo teslim edildi.")).toBe("done");
    expect(await write("Kargo 3 Aralık'ta teslim edildi.")).toBe("done");
    expect(await write("x", asPartnerId("prt_other"))).toBe("not_found");
    await answer(chargebackId, "contested");
    expect(await write("Geç kaldı.")).toBe("chargeback_moved");
    expect((await read(chargebackId)).statement).toBe("Kargo 3 Aralık'ta teslim edildi.");
  });
});

describe("the database refuses", () => {
  const sql = (text: string, ...values: unknown[]) => world.db.pool.query(text, values);

  test("a chargeback without its settlement, a foreign one, and one of no captured payment", async () => {
    const insert = (changes: string) =>
      sql(
        `insert into chargeback (id, partner_id, payment_id, terminal_id, case_number, status, amount, bank_at, respond_by,
                                 created_at, updated_at)
         select (jsonb_populate_record(null::chargeback, jsonb_build_object(
           'id', 'cbk_sql', 'partner_id', partner_id, 'payment_id', id, 'terminal_id', terminal_id, 'case_number', 'SQL',
           'status', 'open', 'amount', 100, 'bank_at', captured_at, 'respond_by', '2026-12-31', 'created_at', captured_at,
           'updated_at', captured_at) || $2::jsonb)).id, partner_id, id, terminal_id, 'SQL',
           coalesce($2::jsonb ->> 'status', 'open')::"ChargebackStatus", coalesce(($2::jsonb ->> 'amount')::bigint, 100),
           captured_at, '2026-12-31', captured_at, captured_at from payment where id = $1`,
        paymentCode,
        changes,
      );
    await expect(insert("{}")).rejects.toThrow("is not booked as the capture");
    await expect(insert('{"status": "lost"}')).rejects.toThrow();
    await expect(insert('{"amount": 0}')).rejects.toThrow();
    await expect(insert('{"amount": 50001}')).rejects.toThrow("payment_charged_back");
  });

  test("a change of what the bank said, a move back, and sums that no chargeback explains", async () => {
    const { chargebackId } = await chargeBack();
    await expect(sql("update chargeback set amount = 1 where id = $1", chargebackId)).rejects.toThrow(
      "stays as the bank said",
    );
    await answer(chargebackId, "contested");
    await expect(sql("update chargeback set status = 'open' where id = $1", chargebackId)).rejects.toThrow(
      "does not move",
    );
    await expect(sql("update payment set charged_back_amount = 0 where id = $1", paymentCode)).rejects.toThrow();
    await expect(sql("delete from chargeback where id = $1", chargebackId)).rejects.toThrow();
    const won = sql("update chargeback set status = 'won', ended_at = now() where id = $1", chargebackId);
    await expect(won).rejects.toThrow("is not booked as the capture");
  });
});
