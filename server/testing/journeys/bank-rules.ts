import { expect } from "vitest";
import { settleRefund } from "@/server/usecases/refunds/settle-refund";
import type { BankWorld } from "./bank-world";

/** What must hold of refunds at every moment, and what the bank's ledger says of them. Amounts in kuruş. */
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

/** One row per payment: its own sums, those of its refunds and settlements, and what the bank has of its orders. */
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
 * The books are sound and the bank has done what they say, at any moment: what is pending may be done there or not, and
 * nothing else is open. All payments when none is named.
 */
export async function expectRefundsSound(
  world: BankWorld,
  paymentCodes: readonly string[] | null = null,
): Promise<void> {
  for (const line of await readLines(world, paymentCodes)) {
    const at = `payment ${line.id}`;
    const given = line.voided + line.credited;
    expect(line.approved + line.pending, `${at}: refunds beyond the capture`).toBeLessThanOrEqual(
      line.amount,
    );
    expect(line.pendings, `${at}: pending at once`).toBeLessThanOrEqual(1n);
    expect([line.refunded, line.pendingSum], `${at}: sums`).toEqual([line.approved, line.pending]);
    expect(given, `${at}: approved, and not done at the bank`).toBeGreaterThanOrEqual(line.approved);
    expect(given, `${at}: done at the bank beyond the books`).toBeLessThanOrEqual(
      line.approved + line.pending,
    );
    expect(line.done, `${at}: done at the bank more often`).toBeLessThanOrEqual(
      line.approveds + line.pendings,
    );
    if (line.status === "captured") expect(line.captured, `${at}: captured`).toBe(line.amount);
    expect([line.settlements, line.settled], `${at}: settlements`).toEqual(settlementsOf(line));
  }
  await expectEventsOnce(world);
  await expectSentOnce(world);
}

/** One booking for the capture and one for each approved refund; a void gives back the commission, a credit does not. */
function settlementsOf({ mode, status, amount, commission, approved, approveds, voids }: Line): bigint[] {
  if (mode !== "standard" || status !== "captured") return [0n, 0n];
  return [1n + approveds, voids > 0n ? 0n : amount - commission - approved];
}

/** Each resolved refund has been told once, in the word of its state; a pending one not at all. */
async function expectEventsOnce({ db }: BankWorld): Promise<void> {
  const { rows } = await db.pool.query(
    `select r.id, r.status::text, array_agg(e.type::text) filter (where e.id is not null) as told
       from refund r left join outbox_event e on e.resource_id = r.id group by r.id, r.status
     having array_remove(array_agg(e.type::text), null)
         is distinct from case when r.status = 'pending' then '{}'::text[] else array['refund.' || r.status] end`,
  );
  expect(rows, "events of refunds").toEqual([]);
}

/**
 * No refund left for the bank twice by one method, each was on record as pending when it left, and the bank has seen no other.
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
 * Nothing is open any more, and the bank's ledger equals the books to the kuruş, payment by payment and refund by refund.
 * Alerts that somebody's money went astray are none.
 */
export async function expectBankEqualsBooks(
  world: BankWorld,
  paymentCodes: readonly string[] | null = null,
): Promise<void> {
  await expectRefundsSound(world, paymentCodes);
  for (const line of await readLines(world, paymentCodes)) {
    const at = `payment ${line.id}`;
    expect(line.pendings, `${at}: still pending`).toBe(0n);
    expect(["captured", "failed", "expired"], `${at}: still open`).toContain(line.status);
    const books = line.status === "captured" ? [line.amount, line.approved, line.approveds] : [0n, 0n, 0n];
    expect([line.captured, line.voided + line.credited, line.done], at).toEqual(books);
    expect(line.voided, `${at}: voided`).toBe(line.voids > 0n ? line.amount : 0n);
  }
  await expectEachAsTheBankDid(world);
  const kinds = ["refund_mismatch", "refund_without_record", "late_approval"] as const;
  expect(await world.db.prisma.staffAlert.findMany({ where: { kind: { in: [...kinds] } } })).toEqual([]);
}

/** The nth that left for an order is the nth that the bank has written down of it: approved there, approved here. */
async function expectEachAsTheBankDid({ sent, db }: BankWorld): Promise<void> {
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
  expect(wrong, "refunds that are not what the bank did").toEqual([]);
}

/**
 * A person ends the refunds that the bank's history cannot tell, because it could not be read before they were sent: as the
 * bank's ledger has them.
 */
export async function settleByHand({ ctx, db }: BankWorld): Promise<void> {
  const { rows } = await db.pool.query<{ id: string; isDone: boolean }>(
    `select r.id, p.refunded_amount < (
              select o.voided + o.credited from attempt a join simulator.bank_order o on o.order_id = a.bank_order_id
               where a.id = r.attempt_id) as "isDone"
       from refund r join payment p on p.id = r.payment_id
      where r.status = 'pending' and r.baseline = '"unreadable"'`,
  );
  for (const { id: refundId, isDone } of rows)
    await settleRefund(ctx, { refundId, outcome: isDone ? "approved" : "declined" });
}

/** How many voids have gone on as credits: refunds of which both were sent. */
export function countGoneOn({ sent }: BankWorld): number {
  const voids = new Set(sent.filter(({ kind }) => kind === "void").map(({ refundId }) => refundId));
  return sent.filter(({ kind, refundId }) => kind === "credit" && voids.has(refundId)).length;
}
