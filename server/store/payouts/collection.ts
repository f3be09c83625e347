import { newId } from "@/server/domain/ids";
import { randomOf, type Tx } from "../db";

/** The result of a collection (D-392). */
export type Collected =
  | { readonly kind: "payout"; readonly payoutId: string; readonly amountKurus: bigint; readonly lineCount: number }
  | { readonly kind: "carry_over"; readonly amountKurus: bigint; readonly lineCount: number };

/**
 * The settlements that one payout collects. More go into another payout of the day: the statement has to end long
 * before the deadline of a web process, and takes about 60 ms for a thousand.
 */
const linesMax = 20_000;

export interface Collection {
  readonly partnerId: string;
  /** The day on which the account gets the money, `YYYY-MM-DD`. */
  readonly valueDay: string;
  /** When the sandbox pays the payout by itself (UTC); null where staff approve it. */
  readonly autoAt: Date | null;
}

/**
 * Collects the settlements of an account whose time has come, in one statement: into a payout, or into a carry-over
 * where their sum is less than the minimum. Those of held payments wait. What was carried over before joins the payout;
 * without anything new, nothing is collected. The caller has locked the account's terms. Returns null where nothing was
 * collected.
 */
export async function collectSettlements(
  tx: Tx,
  { partnerId, valueDay, autoAt }: Collection,
  minimumKurus: bigint,
  now: Date,
): Promise<Collected | null> {
  const random = randomOf(tx);
  const [payoutId, carryOverId] = [newId(random, "payoutBatch", now), newId(random, "carryOver", now)];
  const [found] = await tx.$queryRaw<{ kind: Collected["kind"]; amount: bigint; lineCount: number }[]>`
    with line as materialized (
      select s.id, s.amount, s.carry_over_id from settlement s
       where s.partner_id = ${partnerId} and s.payout_id is null and s.collect_at <= ${now}
         and s.payment_id <> all (array(select id from payment where held_since is not null))
       order by s.collect_at, s.id limit ${linesMax} for update of s),
    sums as materialized (
      select coalesce(sum(amount), 0)::bigint as total, count(*) filter (where carry_over_id is null) as fresh from line),
    paid as (
      update settlement s set payout_id = ${payoutId}, updated_at = ${now} from line, sums
       where s.id = line.id and sums.fresh > 0 and sums.total >= ${minimumKurus}
      returning s.amount, s.carry_over_id),
    carried as (
      update settlement s set carry_over_id = ${carryOverId}, updated_at = ${now} from line, sums
       where s.id = line.id and sums.fresh > 0 and sums.total < ${minimumKurus} and line.carry_over_id is null
      returning s.amount),
    payout as (
      insert into payout (id, partner_id, status, amount, carried_amount, line_count, value_date, root_id, created_at,
                          updated_at, auto_at)
      select ${payoutId}, ${partnerId}, 'prepared', sum(amount),
             coalesce(sum(amount) filter (where carry_over_id is not null), 0),
             count(*) filter (where carry_over_id is null), ${valueDay}::date, ${payoutId}, ${now}, ${now}, ${autoAt}
        from paid having count(*) > 0
      returning 'payout' as kind, amount, line_count),
    carry_over as (
      insert into carry_over (id, partner_id, day, amount, count, created_at)
      select ${carryOverId}, ${partnerId}, ${valueDay}::date, sum(amount), count(*), ${now}
        from carried having count(*) > 0
      returning 'carry_over' as kind, amount, count)
    select kind, amount, line_count as "lineCount" from payout
     union all
    select kind, amount, count from carry_over`;
  if (!found) return null;
  const { kind, amount: amountKurus, lineCount } = found;
  return kind === "payout" ? { kind, payoutId, amountKurus, lineCount } : { kind, amountKurus, lineCount };
}

/**
 * Returns a payment of a payout's settlements about which bank and books contradict each other (D-75); null for none.
 */
export async function getHeldLine(tx: Tx, rootId: string): Promise<string | null> {
  const held = await tx.settlement.findFirst({
    where: { payoutId: rootId, payment: { heldSince: { not: null } } },
    select: { paymentId: true },
  });
  return held?.paymentId ?? null;
}

/** Gives the settlements of a prepared payout back, so that they are collected again. */
export const releaseSettlements = (tx: Tx, payoutId: string, now: Date) =>
  tx.settlement.updateMany({ where: { payoutId }, data: { payoutId: null, updatedAt: now } });
