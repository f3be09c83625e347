import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Protocol } from "@/server/banks/bank";
import { nextDayEnd } from "@/server/domain/business-day";
import { days, hours, minutes, plusMs, seconds } from "@/server/domain/clock";
import { type Buyer, createBuyer, type Purchase } from "@/server/testing/journeys/bank-buyer";
import { type BankWorld, directTerminal, openBankWorld } from "@/server/testing/journeys/bank-world";
import { endInquiries } from "@/server/testing/journeys/given-up";
import { countCases } from "@/server/testing/run/cases";
import { testTerminals } from "@/server/testing/world/world";
import type { Ctx } from "../ctx";
import { advanceClock } from "../operations/advance-clock";

// Runs random captures around day-ends over the wire of the simulated bank: answers are lost or late, inquiries find
// the money only later, and processes die. Each capture must end captured, or without money at the bank, or with an
// alert.
let world: BankWorld;
let buyer: Buyer;

/** The random events of one capture. */
const captures = fc.record({
  /** The time from the buyer's return to the day-end, ms. */
  beforeDayEnd: fc.constantFrom(hours(10), hours(2), minutes(30), minutes(6), minutes(2), seconds(3)),
  /** How far the clock advances during the bank's work, before and after it takes the money, ms. */
  until: fc.constantFrom(0, seconds(1), seconds(5)),
  answer: fc.constantFrom(0, seconds(5), seconds(50)),
  card: fc.constantFrom<NonNullable<Purchase["card"]>>(
    "approved",
    "capture_lost_taken",
    "capture_lost_taken",
    "capture_lost_nothing",
    "void_declined",
    "credit_declined",
    "declined_do_not_honour",
  ),
  /** Whether the answer of the capture is lost on our side. */
  isLost: fc.boolean(),
  /** How long the bank's inquiry does not find the order, ms. */
  lag: fc.constantFrom(0, 0, minutes(3), minutes(20), hours(3), hours(20)),
  refusesSameDayCredit: fc.boolean(),
  isLink: fc.boolean(),
  terminalId: fc.constantFrom(testTerminals.ours, testTerminals.ours, directTerminal),
});
type Capture = typeof captures extends fc.Arbitrary<infer T> ? T : never;

/** Returns a process whose bank is slow, loses answers, and finds orders late. */
function processFor({ until, answer, isLost, lag }: Capture): Ctx {
  const ctx = world.open();
  const sentAt = new Map<string, Date>();
  const { call } = ctx.banks;
  const banks: Ctx["banks"] = {
    ...ctx.banks,
    async call(protocol, operation, account, options) {
      if (operation.kind === "capture") {
        world.clock.advanceMs(until);
        sentAt.set(operation.order.orderId, world.clock.now());
        const outcome = await call(protocol, operation, account, options);
        world.clock.advanceMs(answer);
        return isLost ? { kind: "unknown", cause: "timeout" } : outcome;
      }
      const since = "orderId" in operation ? sentAt.get(operation.orderId) : undefined;
      const isHidden = since !== undefined && world.clock.now() < plusMs(since, lag);
      if (operation.kind === "inquire" && isHidden) return { kind: "not_found" };
      return call(protocol, operation, account, options);
    },
  };
  return { ...ctx, banks };
}

async function take(capture: Capture): Promise<string> {
  const { card, isLink, terminalId, beforeDayEnd, refusesSameDayCredit } = capture;
  const ctx = processFor(capture);
  await world.bankControls.set({ refuseSameDayCredit: refusesSameDayCredit });
  const dayEnd = nextDayEnd(plusMs(nextDayEnd(world.clock.now(), "00:00"), hours(1)), "00:00");
  await advanceClock(ctx, { set: plusMs(dayEnd, -beforeDayEnd - minutes(5)) });
  const { paymentCode, returnFromBank } = await buyer.authenticateAtBank({
    card,
    isLink,
    terminalId,
    ctx,
  });
  world.clock.set(plusMs(dayEnd, -beforeDayEnd));
  await returnFromBank();
  await world.settled();
  for (const ms of [minutes(3), minutes(20), days(1), days(2)]) await advanceClock(ctx, { advanceSeconds: ms / 1000 });
  await world.settled();
  return paymentCode;
}

interface End {
  readonly status: string;
  readonly amount: bigint;
  readonly returned: bigint;
  readonly settlements: bigint;
  readonly taken: bigint;
  readonly back: bigint;
  readonly moves: bigint;
  readonly alerts: readonly string[];
  readonly capturedAt: Date | null;
  readonly takenAt: Date | null;
}

/** The state of a payment in our books and in the bank's ledger. */
async function readEnd(paymentCode: string): Promise<End> {
  const { rows } = await world.db.pool.query(
    `select p.status::text as status, p.amount, p.returned_amount as returned, p.captured_at as "capturedAt",
            (select count(*) from settlement where payment_id = p.id) as settlements,
            coalesce(o.captured, 0) as taken, coalesce(o.voided + o.credited, 0) as back, o.captured_at as "takenAt",
            (select count(*) from simulator.bank_transaction b
              where b.order_id = a.bank_order_id and b.kind in ('void', 'credit') and b.refusal is null) as moves,
            coalesce((select array_agg(kind) from staff_alert where subject = p.id), '{}') as alerts
       from payment p
       join attempt a on a.payment_id = p.id
       left join simulator.bank_order o on o.order_id = a.bank_order_id
      where p.id = $1`,
    [paymentCode],
  );
  const [row] = rows;
  const amounts = ["amount", "returned", "settlements", "taken", "back", "moves"] as const;
  return { ...row, ...Object.fromEntries(amounts.map((name) => [name, BigInt(row[name])])) };
}

/** The alerts that leave the money to a person. */
const open = ["money_not_returned", "approval_contradicted", "capture_unknown", "last_look_unclear"];

function expectSound(end: End, capture: Capture): void {
  const at = JSON.stringify({ capture, ...end }, (_key, value) => (typeof value === "bigint" ? `${value}` : value));
  expect(Number(end.moves), `given back more than once: ${at}`).toBeLessThanOrEqual(1);
  expect(end.back, `returned here and there: ${at}`).toBe(end.returned);
  if (end.status === "captured") {
    expect(end.taken - end.back, `captured, and not at the bank: ${at}`).toBe(end.amount);
    expect(Number(end.settlements), at).toBe(capture.terminalId === directTerminal ? 0 : 1);
    const [ours, theirs] = [end.capturedAt, end.takenAt].map((instant) => nextDayEnd(instant ?? new Date(0), "00:00"));
    expect(ours, `of another day than the bank's: ${at}`).toEqual(theirs);
    return;
  }
  expect(end.settlements, at).toBe(0n);
  const isSeen = end.alerts.some((kind) => open.includes(kind));
  if (end.status === "initiated") expect(isSeen, `open, and nobody knows: ${at}`).toBe(true);
  else if (!isSeen) expect(end.taken - end.back, `charged, and nobody knows: ${at}`).toBe(0n);
}

/** Examples that always run: the known failures of the past, and each way back of the money. */
const known = (changes: Partial<Capture>): Capture => ({
  beforeDayEnd: hours(10),
  until: 0,
  answer: 0,
  card: "approved",
  isLost: true,
  lag: minutes(20),
  refusesSameDayCredit: false,
  isLink: false,
  terminalId: testTerminals.ours,
  ...changes,
});
const story: Capture[] = [
  known({ isLost: false, lag: 0, beforeDayEnd: seconds(3), answer: seconds(5) }),
  known({}),
  known({ beforeDayEnd: minutes(6) }),
  known({ beforeDayEnd: seconds(3) }),
  known({ lag: hours(20) }),
  known({ card: "void_declined", refusesSameDayCredit: true }),
  known({ beforeDayEnd: seconds(3), card: "credit_declined" }),
];

/** How many walks are taken at each bank. The first one is the story. */
const walks: Readonly<Record<Protocol, number>> = {
  nestpay: countCases(1, 60),
  garanti: countCases(1, 30),
  posnet: countCases(1, 30),
  payfor: countCases(1, 30),
};

describe.each(Object.entries(walks) as [Protocol, number][])("%s", (protocol, numRuns) => {
  const ends: End[] = [];
  beforeAll(async () => {
    world = await openBankWorld({ protocol, captureWaitMs: 0 });
    buyer = createBuyer(world);
    ends.length = 0;
  });
  afterAll(() => world.close());

  test("ends each capture captured on the bank's day, or without money at the bank, or with an alert to a person", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(captures, { minLength: 3, maxLength: 6 }), async (taken) => {
        for (const capture of taken) {
          const end = await readEnd(await take(capture));
          ends.push(end);
          expectSound(end, capture);
          await endInquiries(world);
        }
      }),
      { numRuns, examples: [[story]], endOnFailure: true },
    );
    // The walks must have reached each of these ends, or they would prove nothing.
    expect(ends.filter(({ status }) => status === "captured").length).toBeGreaterThan(0);
    expect(ends.filter(({ returned }) => returned > 0n).length).toBeGreaterThan(2);
  });
});
