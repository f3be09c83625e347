import type { Cooling, CoolingScope, RefusalRuleName } from "@/server/domain/card-testing/rules";
import type { Tx } from "../db";

/** What a cooling is about, and why it begins. */
export interface CoolingCause {
  readonly subject: string;
  readonly scope: CoolingScope;
  /** Null for a network, which is counted over all accounts. */
  readonly partnerId: string | null;
  readonly linkId: string | null;
  readonly rule: RefusalRuleName;
  readonly refusals: number;
}

/**
 * Finds the end of the longest cooling among some subjects; null where none of them is cooling. Reads the primary key.
 */
export async function findCoolingEnd(
  tx: Pick<Tx, "$queryRaw">,
  subjects: readonly string[],
  now: Date,
): Promise<Date | null> {
  const [row] = await tx.$queryRaw<{ until: Date | null }[]>`
    select max(until) as until from card_cooling where subject = any(${[...subjects]}::text[]) and until > ${now}`;
  return row?.until ?? null;
}

/**
 * Begins a cooling, unless `next` finds that the previous one still lasts. The row's lock lets one of several
 * simultaneous refusals begin it. Returns null where none began.
 * @param next decides by the previous cooling, which is null where none is remembered
 */
export async function beginCooling(
  tx: Pick<Tx, "$queryRaw" | "$executeRaw">,
  cause: CoolingCause,
  next: (previous: Cooling | null) => Cooling | null,
  now: Date,
): Promise<Cooling | null> {
  const { subject, scope, partnerId, linkId, rule, refusals } = cause;
  const first = next(null);
  if (!first) return null;
  const inserted = await tx.$executeRaw`
    insert into card_cooling (subject, scope, partner_id, link_id, rule, refusals, offences, started_at, until, calm_at)
    values (${subject}, ${scope}, ${partnerId}, ${linkId}, ${rule}, ${refusals}, ${first.offences}, ${now},
            ${first.until}, ${first.calmAt})
    on conflict (subject) do nothing`;
  if (inserted === 1) return first;
  const [previous] = await tx.$queryRaw<Cooling[]>`
    select offences, until, calm_at as "calmAt" from card_cooling where subject = ${subject} for update`;
  const again = previous ? next(previous) : null;
  if (!again) return null;
  await tx.$executeRaw`
    update card_cooling
       set rule = ${rule}, refusals = ${refusals}, offences = ${again.offences}, started_at = ${now},
           until = ${again.until}, calm_at = ${again.calmAt}
     where subject = ${subject}`;
  return again;
}

/** Returns whether another cooling of the account is remembered than that of a subject. */
export const hasOtherCooling = async (
  tx: Pick<Tx, "cardCooling">,
  partnerId: string,
  subject: string,
): Promise<boolean> => (await tx.cardCooling.count({ where: { partnerId, subject: { not: subject } } })) > 0;

/** Erases a cooling that has been over for long (compare-and-set). Returns false where it was repeated meanwhile. */
export async function eraseCooling(tx: Pick<Tx, "cardCooling">, subject: string, now: Date): Promise<boolean> {
  const { count } = await tx.cardCooling.deleteMany({ where: { subject, calmAt: { lte: now } } });
  return count === 1;
}
