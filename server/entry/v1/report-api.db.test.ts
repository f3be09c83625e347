import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { istanbulDayStart } from "@/server/domain/business-day";
import { days, hours, minutes, plusMs } from "@/server/domain/clock";
import { buildRequest, expectError, traceId } from "@/server/testing/doors/requests";
import { createPayoutJourney, type PayoutJourney } from "@/server/testing/journeys/payout";
import { longWaits } from "@/server/testing/journeys/refund";
import { openTestWorld, type TestWorld, testTerminals } from "@/server/testing/world/world";
import { authenticateKey } from "@/server/usecases/accounts/authenticate-key";
import { recordPayoutOutcome } from "@/server/usecases/payouts/record-payout-outcome";
import { reissuePayout } from "@/server/usecases/payouts/reissue-payout";
import { createRouteTable } from "../http/routes";
import { createRateLimits } from "../limits/rate-limiter";
import { operations } from "./operation-list";
import { paymentSchema } from "./payment-schema";
import { answerAsResponse } from "./pipeline";
import { refundSchema } from "./refund-schema";
import { payoutSchema, transactionSchema } from "./report-schema";

// Reports on a real database: what a merchant's accountant reads is what the books and the payouts say (D-64).
let world: TestWorld;
let journey: PayoutJourney;
let get: (path: string) => Promise<Response>;
let from: Date;

beforeAll(async () => {
  world = await openTestWorld({ ...longWaits, hasBrokenBooks: true });
  journey = await createPayoutJourney(world);
  const limits = createRateLimits({ multiplier: 1_000_000 });
  const routes = createRouteTable(operations);
  const door = { ctx: world.ctx, limits, routes, authenticate: authenticateKey, strict: true };
  get = (path) =>
    answerAsResponse(
      buildRequest({ method: "GET", path: `/v1/${path}`, key: world.apiKey }),
      { sourceIp: "192.0.2.1", traceId },
      door,
    );
  from = istanbulDayStart(world.clock.now());
});
afterAll(() => world.close());

const span = (more: Record<string, string> = {}, to = plusMs(world.clock.now(), 1)) =>
  new URLSearchParams({ from: from.toISOString(), to: to.toISOString(), ...more }).toString();
const transactions = async (more: Record<string, string> = {}) => (await get(`transactions?${span(more)}`)).json();
const json = async (path: string) => (await get(path)).json();

test("a movement has the facts of its payment, of the bank and of its payout, in the declared form", async () => {
  const paymentCode = await journey.capture({ amountKurus: 40_000n });
  const refund = await journey.refund(paymentCode);
  const { items, nextCursor } = await transactions();
  expect(nextCursor).toBeNull();
  for (const item of items) expect(transactionSchema.parse(item)).toEqual(item);
  const payment = await json(`payments/${paymentCode}`);
  expect(paymentSchema.parse(payment)).toEqual(payment);
  const { amount: commission } = payment.commission;
  const shared = {
    paymentCode,
    partnerTxCode: payment.partnerTxCode,
    card: payment.card,
    terminalId: testTerminals.ours,
  };
  const byType = Object.fromEntries(items.map((item: { type: string }) => [item.type, item]));
  expect(byType.capture).toMatchObject({
    ...shared,
    amount: 40_000,
    commissionAmount: -commission,
    netAmount: 40_000 - commission,
    refundId: null,
    bank: payment.bank,
    payout: payment.payout,
  });
  expect(byType.void).toMatchObject({
    ...shared,
    amount: -40_000,
    commissionAmount: commission,
    netAmount: commission - 40_000,
    refundId: refund.refundId,
    payout: { payoutBatchId: null, status: "pending" },
  });
  expect(payment.bank).toMatchObject({ orderId: expect.any(String), authCode: expect.any(String) });
  const shown = await json(`refunds/${refund.refundId}`);
  expect(refundSchema.parse(shown)).toEqual(shown);
  expect(shown.bank).toMatchObject({ orderId: payment.bank.orderId });
});

describe("a payout", () => {
  test("is listed, shown with its lines, and leads from each payment; a re-issue pays the same ones", async () => {
    const code = await journey.captureUntilDue(50_000n);
    const failed = await journey.send();
    await recordPayoutOutcome(world.ctx, { payoutId: failed.id, outcome: { failure: "iban_invalid" } });
    expect((await json(`payments/${code}`)).payout).toMatchObject({ payoutBatchId: failed.id, status: "failed" });
    const { payoutId } = await reissuePayout(world.ctx, { payoutId: failed.id });
    const { items } = await json(`payouts?${span()}`);
    expect(items.map((item: { payoutBatchId: string }) => item.payoutBatchId).sort()).toEqual(
      [failed.id, payoutId].sort(),
    );
    for (const item of items) {
      expect(payoutSchema.parse(item)).toEqual(item);
      expect(await json(`payouts/${item.payoutBatchId}`)).toEqual(item);
      const lines = (await json(`payouts/${item.payoutBatchId}/transactions`)).items;
      expect(lines).toHaveLength(item.transactionCount);
      const net = lines.reduce((sum: number, { netAmount }: { netAmount: number }) => sum + netAmount, 0);
      expect(net + item.carriedOver).toBe(item.amount);
      expect(lines.at(-1).payout).toMatchObject({ payoutBatchId: payoutId, status: "pending" });
    }
    expect((await json(`payouts?${span({ status: "failed" })}`)).items).toHaveLength(1);
    expect(items.find((item: { status: string }) => item.status === "failed")).toMatchObject({
      failureReason: "iban_invalid",
      iban: "TR33 **** **** **** **** **13 26",
      paidOutAt: null,
    });
  });

  test("of another account, or none, is not found", async () => {
    await world.db.pool.query(
      `set session_replication_role = replica;
       insert into payout (id, partner_id, status, amount, carried_amount, line_count, value_date, root_id, created_at, updated_at)
       values ('pob_theirs', 'prt_other', 'prepared', 1, 0, 1, '2026-11-30', 'pob_theirs', '2026-11-30T06:00:00Z', '2026-11-30T06:00:00Z');
       set session_replication_role = origin`,
    );
    for (const id of ["pob_theirs", "pob_00000000000000000000000000"]) {
      await expectError(await get(`payouts/${id}`), "payout_not_found");
      await expectError(await get(`payouts/${id}/transactions`), "payout_not_found");
    }
  });
});

describe("a list of movements", () => {
  test("adds up to the settlements of the span, in pages of any size, each movement once", async () => {
    const whole = await transactions({ limit: "200" });
    const ids: string[] = [];
    let cursor: string | null = null;
    do {
      const page: { items: { transactionId: string }[]; nextCursor: string | null } = await transactions({
        limit: "1",
        ...(cursor !== null && { cursor }),
      });
      ids.push(...page.items.map(({ transactionId }) => transactionId));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(ids).toEqual(whole.items.map(({ transactionId }: { transactionId: string }) => transactionId));
    const net = whole.items.reduce((sum: number, { netAmount }: { netAmount: number }) => sum + netAmount, 0);
    const settlements = await journey.listAllSettlements();
    expect(BigInt(net)).toBe(settlements.reduce((sum, { amount }) => sum + amount, 0n));
  });

  test("leaves out what is committed after its first page, which the next reading has", async () => {
    const to = plusMs(world.clock.now(), days(1));
    const read = (more: Record<string, string>) => json(`transactions?${span(more, to)}`);
    const first = await read({ limit: "1" });
    const late = await journey.capture({ amountKurus: 10_000n });
    const rest = await read({ limit: "200", cursor: first.nextCursor });
    const codes = (page: typeof rest) => page.items.map(({ paymentCode }: { paymentCode: string }) => paymentCode);
    expect(codes(rest)).not.toContain(late);
    expect(codes(await read({ limit: "200" }))).toContain(late);
  });

  test("narrows to a type, a terminal and an order; an order needs no span", async () => {
    const [{ partnerTxCode, paymentCode }] = (await transactions({ type: "void" })).items;
    expect((await json(`transactions?${new URLSearchParams({ partnerTxCode })}`)).items).toHaveLength(2);
    expect((await transactions({ partnerTxCode, type: "capture" })).items).toMatchObject([
      { paymentCode, type: "capture" },
    ]);
    expect((await transactions({ terminalId: testTerminals.limited })).items).toEqual([]);
    expect((await transactions({ terminalId: testTerminals.ours })).items.length).toBeGreaterThan(2);
  });

  test("says that its span is open until the span has passed and every outcome is known", async () => {
    const to = world.clock.now();
    const notice = async () => (await get(`transactions?${span({}, to)}`)).headers.get("Vezne-Notice");
    expect(await notice()).toBe("span_open");
    world.clock.set(plusMs(to, minutes(16)));
    expect(await notice()).toBeNull();
    const code = await journey.capture({ amountKurus: 10_000n });
    const set = (values: string) => world.db.pool.query(`set session_replication_role = replica; ${values}`);
    await set(
      `update attempt set status = 'unknown', capture_sent_at = '${plusMs(to, -hours(1)).toISOString()}' where payment_id = '${code}'`,
    );
    expect(await notice()).toBe("span_open");
    await set(
      `update attempt set status = 'captured' where payment_id = '${code}'; set session_replication_role = origin`,
    );
  });

  test.each([
    ["no span", ""],
    ["no end", "from=2026-11-01T00:00:00Z"],
    ["an end before the start", "from=2026-11-02T00:00:00Z&to=2026-11-01T00:00:00Z"],
    ["an empty span", "from=2026-11-02T00:00:00Z&to=2026-11-02T00:00:00Z"],
    ["more than 92 days", "from=2026-01-01T00:00:00Z&to=2026-04-03T00:00:00.001Z"],
    ["an unknown type", "from=2026-11-01T00:00:00Z&to=2026-11-02T00:00:00Z&type=payout"],
    ["a limit that is no integer", "from=2026-11-01T00:00:00Z&to=2026-11-02T00:00:00Z&limit=1.5"],
    ["an unknown cursor", "from=2026-11-01T00:00:00Z&to=2026-11-02T00:00:00Z&cursor=abc"],
    ["an instant without a zone", "from=2026-11-01T00:00:00&to=2026-11-02T00:00:00Z"],
  ])("is refused with %s", async (_, query) => {
    await expectError(await get(`transactions?${query}`), "validation_error");
    if (!query.includes("type=")) await expectError(await get(`payouts?${query}`), "validation_error");
  });

  test("is refused with the cursor of another query", async () => {
    const { nextCursor } = await transactions({ limit: "1" });
    await expectError(await get(`transactions?${span({ cursor: nextCursor, type: "capture" })}`), "validation_error");
  });

  test("brings a limit into its bounds, and takes 92 days", async () => {
    const quarter = `from=2026-01-01T00:00:00Z&to=2026-04-03T00:00:00Z`;
    for (const limit of ["0", "-5", "201", "99999999"]) {
      expect((await get(`transactions?${quarter}&limit=${limit}`)).status).toBe(200);
    }
  });

  test("shows nothing of another account", async () => {
    const { items } = await transactions({ limit: "200" });
    const ours = await world.db.prisma.ledgerEntry.count({
      where: { partnerId: world.caller.partnerId, paymentId: { not: null } },
    });
    expect(items.length).toBe(ours);
  });
});
