import { Prisma } from "@/prisma/generated/client";
import {
  type CountedRefusals,
  cardRefusalReasons,
  getRefusalRule,
  type RefusalRuleName,
  refusalRuleNames,
} from "@/server/domain/card-testing/rules";
import { plusMs } from "@/server/domain/clock";
import type { Tx } from "../db";

/** Where a card of an attempt was submitted, and whether its refusal says something about the card. */
export interface RefusedAttempt {
  readonly partnerId: string;
  readonly linkId: string | null;
  readonly linkReference: bigint | null;
  readonly network: string | null;
  readonly bin6: string;
  readonly isCounted: boolean;
}

/** The conditions of the partial indexes, as literals: with parameters PostgreSQL could not use the indexes. */
const hasRefusal = Prisma.sql`a.status in ('rejected', 'declined', 'not_authenticated')`;
const isAnswered = Prisma.sql`a.status in ('captured', 'rejected', 'declined', 'not_authenticated')`;

/** A failed 3-D Secure has no reason of the bank, and counts. */
const isOfCard = Prisma.sql`
  ${hasRefusal} and (a.status = 'not_authenticated' or a.decline_reason = any(${[...cardRefusalReasons]}::text[]))`;

/** Reads the facts of an attempt whose end the same transaction has recorded. */
export async function getRefusedAttempt(tx: Pick<Tx, "$queryRaw">, attemptId: string): Promise<RefusedAttempt> {
  const [row] = await tx.$queryRaw<RefusedAttempt[]>`
    select a.partner_id as "partnerId", p.link_id as "linkId", l.partner_reference as "linkReference",
           a.buyer_network as network, a.card_bin as bin6, (${isOfCard}) as "isCounted"
      from attempt a join payment p on p.id = a.payment_id left join payment_link l on l.id = p.link_id
     where a.id = ${attemptId}`;
  return row as RefusedAttempt;
}

type Counter = (attempt: RefusedAttempt, since: Date) => Prisma.Sql;

const refusals = Prisma.sql`
  count(*) filter (where ${isOfCard})::int as refusals,
  count(distinct (a.card_bin, a.card_last4, a.buyer_network)) filter (where ${isOfCard})::int as cards`;

/** The captured payments of an account, by an index; there is no column of the account's captured attempts. */
const capturedSince = (partnerId: string, since: Date, more: Prisma.Sql): Prisma.Sql => Prisma.sql`
  (select count(*)::int from payment
    where partner_id = ${partnerId} and captured_at is not null and captured_at >= ${since} ${more}) as captured`;

/** How the cards of each scope are counted that were submitted since an instant. */
const counters: Readonly<Record<ReturnType<typeof getRefusalRule>["scope"], Counter>> = {
  link: ({ linkId }, since) => Prisma.sql`
    select ${refusals}, 0 as captured
      from payment p join attempt a on a.payment_id = p.id
     where p.link_id = ${linkId} and a.created_at >= ${since}`,
  bin: ({ partnerId, bin6 }, since) => Prisma.sql`
    select ${refusals}, ${capturedSince(partnerId, since, Prisma.sql`and card_bin = ${bin6}`)}
      from attempt a
     where a.partner_id = ${partnerId} and a.created_at >= ${since} and ${hasRefusal} and a.card_bin = ${bin6}`,
  network: ({ network }, since) => Prisma.sql`
    select ${refusals}, count(*) filter (where a.status = 'captured')::int as captured
      from attempt a where a.buyer_network = ${network} and a.created_at >= ${since} and ${isAnswered}`,
  merchant: ({ partnerId }, since) => Prisma.sql`
    select ${refusals}, ${capturedSince(partnerId, since, Prisma.empty)}
      from attempt a where a.partner_id = ${partnerId} and a.created_at >= ${since} and ${hasRefusal}`,
};

/** The counts of each rule until now, for the place of an attempt. */
export async function countRefusals(
  tx: Pick<Tx, "$queryRaw">,
  attempt: RefusedAttempt,
  now: Date,
): Promise<ReadonlyMap<RefusalRuleName, CountedRefusals>> {
  const branches = refusalRuleNames.map((name) => {
    const { scope, windowMs } = getRefusalRule(name);
    const counted = counters[scope](attempt, plusMs(now, -windowMs));
    return Prisma.sql`(select ${name} as name, counted.* from (${counted}) counted)`;
  });
  const rows = await tx.$queryRaw<({ name: RefusalRuleName } & CountedRefusals)[]>`
    ${Prisma.join(branches, " union all ")}`;
  return new Map(rows.map(({ name, ...counts }) => [name, counts]));
}
