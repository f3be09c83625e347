import { auditBooks } from "@/server/store/ledger/verify";
import type { Notes } from "../world/notes";
import { type Oracle, queryOracle } from "./oracle";

/** Holds at every instant: a payout is the sum of what it pays, and nothing is in two of them. */
export const payoutsAlways = queryOracle("payouts at every instant", {
  "a payout is not the sum of its settlements": `
    select p.id, p.amount, sum(s.amount) from payout p left join settlement s on s.payout_id = p.id
     where p.root_id = p.id and p.status <> 'withdrawn'
     group by p.id having coalesce(sum(s.amount), 0) <> p.amount`,
  "a payout pays nothing, or less": `select id, amount from payout where amount <= 0`,
  "two payouts of one chain pay at once": `
    select root_id, count(*) from payout where status in ('prepared', 'approved', 'sent', 'paid_out')
     group by root_id having count(*) > 1`,
  "a settlement was collected before its day": `
    select s.id, s.due_at, coalesce(p.created_at, c.created_at) as at
      from settlement s left join payout p on p.id = s.payout_id left join carry_over c on c.id = s.carry_over_id
     where coalesce(p.created_at, c.created_at) < s.due_at + interval '9 hours' - interval '2 s'`,
  "a payout was approved by one person": `
    select p.id from payout p left join staff_change c on c.id = p.change_id
     where p.approved_at is not null and (c.status is distinct from 'approved' or c.decided_by = c.proposed_by)`,
  "a payout is in the bank's hands without an approval": `
    select id, status from payout where sent_at is not null and approved_at is null`,
});

/** The books, computed again from everything, have no difference. */
export const ledgerRight: Oracle = {
  name: "ledger",
  async find({ world }) {
    const { differences, balances } = await auditBooks(world.control);
    const sums = new Map<string, bigint>();
    for (const { book, balanceKurus } of balances) sums.set(book, (sums.get(book) ?? 0n) + balanceKurus);
    return [
      ...differences.map(({ rule, examples }) => `Not so: ${rule}: ${examples.join(", ")}`),
      ...[...sums].filter(([, sum]) => sum !== 0n).map(([book, sum]) => `The accounts of ${book} sum to ${sum}`),
    ];
  },
};

interface PayoutRow {
  readonly id: string;
  readonly rootId: string;
  readonly status: string;
  readonly amount: string;
  /** The type of its event; null where none was written. */
  readonly event: string | null;
}

type Transfer = Notes["transfers"][number];

/**
 * What the operator's bank carried out is what the books say: each transfer once, with the payout's amount, the money
 * of a chain arrived once at most, and each end has its event.
 */
export const transfersAgree: Oracle = {
  name: "payouts = transfers",
  async find({ world }) {
    const { rows } = await world.control.query<PayoutRow>(
      `select p.id, p.root_id as "rootId", p.status::text as status, p.amount::text as amount, e.type as event
         from payout p left join outbox_event e on e.resource_id = p.id and e.resource_type = 'payout_item'
        order by p.id`,
    );
    const { transfers } = world.notes;
    const roots = new Map(rows.map(({ id, rootId }) => [id, rootId]));
    return [
      ...transfers
        .filter(({ payoutId }) => !roots.has(payoutId))
        .map(({ payoutId }) => `${payoutId} was transferred and is not in the books`),
      ...[...new Set(roots.values())]
        .map(
          (root) =>
            [root, transfers.filter(({ payoutId, arrives }) => arrives && roots.get(payoutId) === root)] as const,
        )
        .filter(([, arrived]) => arrived.length > 1)
        .map(([root, arrived]) => `The money of ${root} arrived ${arrived.length} times`),
      ...rows.flatMap((row) =>
        findFaults(
          row,
          transfers.filter(({ payoutId }) => payoutId === row.id),
        ),
      ),
    ];
  },
};

/** Finds what is wrong with a payout and what the bank carried out of it. */
function findFaults({ id, status, amount, event }: PayoutRow, transfers: readonly Transfer[]): string[] {
  const isArrived = transfers.some(({ arrives }) => arrives);
  const hasEnded = status === "paid_out" || status === "failed";
  const faults: string[] = [];
  if (transfers.length > 1) faults.push(`was transferred ${transfers.length} times`);
  if (transfers.some(({ amountKurus }) => amountKurus !== Number(amount)))
    faults.push("was transferred with another amount");
  if (hasEnded && isArrived !== (status === "paid_out")) faults.push(isArrived ? "has arrived" : "has not arrived");
  if (event !== (hasEnded ? `payout.${status}` : null)) faults.push(`has the event ${event ?? "none"}`);
  return faults.map((fault) => `${id} (${status}, ${amount} kuruş) ${fault}`);
}
