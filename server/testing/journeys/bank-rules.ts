import { expect } from "vitest";
import { settleRefundManually } from "@/server/usecases/refunds/settle-refund-manually";
import type { BankWorld } from "./bank-world";

/** The sums of a payment, its refunds, its settlements and the bank's ledger. Amounts are in kuruş. */
interface Line {
  readonly id: string;
  readonly mode: string;
  readonly status: string;
  readonly amount: bigint;
  readonly commission: bigint;
  readonly refunded: bigint;
  readonly pendingSum: bigint;
  readonly approved: bigint;
  readonly pending: bigint;
  readonly refunds: bigint;
  readonly pendings: bigint;
  readonly approveds: bigint;
  readonly voids: bigint;
  readonly settled: bigint;
  readonly settlements: bigint;
  readonly captured: bigint;
  readonly voided: bigint;
  readonly credited: bigint;
  readonly done: bigint;
}

/**
 * Selects one row per payment with its own sums, those of its refunds and settlements, and those of the bank's orders.
 */
const linesSql = `
select p.id, t.mode::text, p.status::text, p.amount, coalesce(p.commission_amount, 0) as commission,
       p.refunded_amount as refunded, p.refund_pending_amount as "pendingSum", r.*, s.*, b.*
  from payment p join terminal t on t.id = p.terminal_id
 cross join lateral (
   select coalesce(sum(amount) filter (where status = 'approved'), 0) as approved,
          coalesce(sum(amount) filter (where status = 'pending'), 0) as pending,
          count(*) as refunds,
          count(*) filter (where status = 'pending') as pendings,
          count(*) filter (where status = 'approved') as approveds,
          count(*) filter (where status = 'approved' and method = 'void') as voids
     from refund where payment_id = p.id) r
 cross join lateral (
   select coalesce(sum(amount), 0) as settled, count(*) as settlements from settlement where payment_id = p.id) s
 cross join lateral (
   select coalesce(sum(o.captured), 0) as captured, coalesce(sum(o.voided), 0) as voided,
          coalesce(sum(o.credited), 0) as credited,
          coalesce(sum((select count(*) from simulator.bank_transaction d
                         where d.order_id = o.order_id and d.kind <> 'sale' and d.refusal is null)), 0) as done
     from attempt a join simulator.bank_order o on o.order_id = a.bank_order_id where a.payment_id = p.id) b
 where $1::text[] is null or p.id = any($1)`;

async function readLines({ db }: BankWorld, paymentCodes: readonly string[] | null): Promise<Line[]> {
  const { rows } = await db.pool.query(linesSql, [paymentCodes]);
  const texts = new Set(["id", "mode", "status"]);
  return rows.map(
    (row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => [name, texts.has(name) ? value : BigInt(value as string)]),
      ) as unknown as Line,
  );
}

/**
 * Expects that the books are consistent and that the bank has done what they say; only a pending refund may be done at
 * the bank or not. This must hold at every moment.
 * @param paymentCodes the payments to check; null means all
 */
export async function expectConsistentRefunds(
  world: BankWorld,
  paymentCodes: readonly string[] | null = null,
): Promise<void> {
  for (const line of await readLines(world, paymentCodes)) {
    const at = `payment ${line.id}`;
    const given = line.voided + line.credited;
    expect(line.approved + line.pending, `${at}: refunds beyond the capture`).toBeLessThanOrEqual(line.amount);
    expect(line.pendings, `${at}: pending at once`).toBeLessThanOrEqual(1n);
    expect([line.refunded, line.pendingSum], `${at}: sums`).toEqual([line.approved, line.pending]);
    expect(given, `${at}: approved, but not done at the bank`).toBeGreaterThanOrEqual(line.approved);
    expect(given, `${at}: done at the bank beyond the books`).toBeLessThanOrEqual(line.approved + line.pending);
    expect(line.done, `${at}: done at the bank more often`).toBeLessThanOrEqual(line.approveds + line.pendings);
    if (line.status === "captured") expect(line.captured, `${at}: captured`).toBe(line.amount);
    expect([line.settlements, line.settled], `${at}: settlements`).toEqual(expectedSettlements(line));
  }
  await expectEventsOnce(world);
  await expectSentOnce(world);
}

/**
 * Returns the expected count and sum of settlements: one for the capture and one for each approved refund. A void gives
 * the commission back, a credit does not.
 */
function expectedSettlements({ mode, status, amount, commission, approved, approveds, voids }: Line): bigint[] {
  if (mode !== "standard" || status !== "captured") return [0n, 0n];
  return [1n + approveds, voids > 0n ? 0n : amount - commission - approved];
}

/** Expects one event of its status for each resolved refund, and none for a pending one. */
async function expectEventsOnce({ db }: BankWorld): Promise<void> {
  const { rows } = await db.pool.query(
    `select r.id, r.status::text, array_agg(e.type::text) filter (where e.id is not null) as types
       from refund r left join outbox_event e on e.resource_id = r.id group by r.id, r.status
     having array_remove(array_agg(e.type::text), null)
         is distinct from case when r.status = 'pending' then '{}'::text[] else array['refund.' || r.status] end`,
  );
  expect(rows, "events of refunds").toEqual([]);
}

/**
 * Expects that no refund was sent to the bank twice by one method, that each was stored as pending when it was sent,
 * and that the bank has got no other.
 */
async function expectSentOnce({ sent, db }: BankWorld): Promise<void> {
  const ids = sent.map(({ refundId, orderId, kind }) =>
    refundId === null ? `unrecorded ${kind} of ${orderId}` : `${kind} ${refundId}`,
  );
  expect(ids.filter((id, i) => id.startsWith("unrecorded") || ids.indexOf(id) !== i)).toEqual([]);
  const { rows } = await db.pool.query(
    "select order_id, operation from simulator.journal where operation in ('void', 'credit') order by id",
  );
  expect(sorted(rows.map((row) => `${row.operation} ${row.order_id}`))).toEqual(
    sorted(sent.map(({ kind, orderId }) => `${kind} ${orderId}`)),
  );
}

const sorted = (words: readonly string[]): string[] => [...words].sort();

/**
 * Expects that nothing is open, that the bank's ledger equals the books to the kuruş for each payment and each refund,
 * and that there is no alert about a difference.
 */
export async function expectBankEqualsBooks(
  world: BankWorld,
  paymentCodes: readonly string[] | null = null,
): Promise<void> {
  await expectConsistentRefunds(world, paymentCodes);
  for (const line of await readLines(world, paymentCodes)) {
    const at = `payment ${line.id}`;
    expect(line.pendings, `${at}: still pending`).toBe(0n);
    expect(["captured", "failed", "expired"], `${at}: still open`).toContain(line.status);
    const books = line.status === "captured" ? [line.amount, line.approved, line.approveds] : [0n, 0n, 0n];
    expect([line.captured, line.voided + line.credited, line.done], at).toEqual(books);
    expect(line.voided, `${at}: voided`).toBe(line.voids > 0n ? line.amount : 0n);
  }
  await expectOutcomesOfBank(world);
  const kinds = ["refund_mismatch", "refund_without_record", "late_approval"] as const;
  expect(await world.db.prisma.staffAlert.findMany({ where: { kind: { in: [...kinds] } } })).toEqual([]);
}

/**
 * Expects that each refund has the outcome that the bank's journal has for it: the nth refund sent for an order belongs
 * to the nth line of the order.
 */
async function expectOutcomesOfBank({ sent, db }: BankWorld): Promise<void> {
  const { rows } = await db.pool.query(
    "select order_id, outcome from simulator.journal where operation in ('void', 'credit') order by id",
  );
  const refunds = await db.prisma.refund.findMany({ select: { id: true, status: true } });
  const done = new Set(
    sent.flatMap((one, i) => {
      const before = sent.slice(0, i).filter(({ orderId }) => orderId === one.orderId).length;
      const line = rows.filter((row) => row.order_id === one.orderId)[before];
      return line?.outcome === "approved" ? [one.refundId] : [];
    }),
  );
  const wrong = refunds.filter(({ id, status }) => (status === "approved") !== done.has(id));
  expect(wrong, "refunds that differ from the bank's journal").toEqual([]);
}

/**
 * Ends, as a person would, the refunds that the bank's history cannot show because it could not be read before they
 * were sent. The outcome is that of the bank's ledger.
 */
export async function settleManually({ ctx, db }: BankWorld): Promise<void> {
  const { rows } = await db.pool.query<{ id: string; isDone: boolean }>(
    `select r.id, p.refunded_amount < (
              select o.voided + o.credited from attempt a join simulator.bank_order o on o.order_id = a.bank_order_id
               where a.id = r.attempt_id) as "isDone"
       from refund r join payment p on p.id = r.payment_id
      where r.status = 'pending' and r.baseline = '"unreadable"'`,
  );
  for (const { id: refundId, isDone } of rows)
    await settleRefundManually(ctx, { refundId, outcome: isDone ? "approved" : "declined" });
}

/** Counts the refunds that were sent as a void first and as a credit later. */
export function countCreditedVoids({ sent }: BankWorld): number {
  const voids = new Set(sent.filter(({ kind }) => kind === "void").map(({ refundId }) => refundId));
  return sent.filter(({ kind, refundId }) => kind === "credit" && voids.has(refundId)).length;
}
