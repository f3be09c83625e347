import { Prisma } from "@/prisma/generated/client";
import { days, minutes, plusMs } from "@/server/domain/clock";
import { type ErasedName, toKeptMs } from "@/server/domain/retention/erased-data";
import type { Db } from "./db";

/** The data whose rows one statement erases or empties. People are erased one by one (`store/people/erased-people`). */
export type ErasableName = Exclude<ErasedName, "removed_members" | "removed_staff">;

interface Erasable {
  readonly table: string;
  /** The instant from which the age counts. An index, or a partial one with the condition, begins with it. */
  readonly at: string;
  readonly id: string;
  /** What a row that is not erased yet fulfils; null where every row does. */
  readonly condition: string | null;
  /** The assignments that empty the columns; null where the row is erased. */
  readonly emptied: string | null;
  /** Whether the application's role may lock the rows, so that two processes take different batches. */
  readonly isLocked: boolean;
}

const rows = (table: string, at: string): Erasable => {
  return { table, at, id: "id", condition: null, emptied: null, isLocked: true };
};

/** Selects alerts about a network. The subjects of the other scopes are identifiers of links and accounts. */
const isNetwork = `kind = 'card_testing' and closed_at is not null and subject !~ '^(prt|pl|erased)_'`;

/** Where the data is, and what erasing means (D-281). */
const erasables: Readonly<Record<ErasableName, Erasable>> = {
  payer_names: {
    ...rows("payment_link", "expires_at"),
    condition: "payer_name is not null",
    emptied: "payer_name = null",
  },
  buyer_addresses: {
    ...rows("attempt", "created_at"),
    condition: "buyer_ip <> ''",
    emptied: "buyer_ip = '', buyer_network = null",
  },
  buyer_networks_in_alerts: {
    ...rows("staff_alert", "closed_at"),
    condition: isNetwork,
    emptied: "subject = 'erased_' || id, detail = 'The network was erased after its retention.'",
  },
  api_requests: rows("api_request", "at"),
  bank_messages: rows("bank_message", "at"),
  csp_reports: rows("csp_report", "last_at"),
  sessions: rows("sign_in_session", "expires_at"),
  refused_sign_ins: rows("failed_sign_in", "last_at"),
  invitations: rows("invitation", "expires_at"),
  staff_invitations: rows("staff_invitation", "expires_at"),
  mailed_links: rows("mailed_link", "expires_at"),
  mails: { ...rows("mail_message", "created_at"), condition: "status <> 'pending'" },
  sandbox_mails: { ...rows("sandbox_mail", "at"), isLocked: false },
  passkey_challenges: { ...rows("passkey_challenge", "expires_at"), id: "challenge", isLocked: false },
};

const toWhere = ({ at, condition }: Erasable, until: Date) =>
  Prisma.sql`${Prisma.raw(at)} <= ${until}${condition === null ? Prisma.empty : Prisma.raw(` and ${condition}`)}`;

/** The number of rows that one statement erases. */
const erasedMax = 5_000;

/** Erases or empties a batch of what is due at an instant, the oldest first. Returns how many rows. */
export function eraseBatch(db: Db, name: ErasableName, now: Date): Promise<number> {
  const erasable = erasables[name];
  const { table, id, at, emptied, isLocked } = erasable;
  const target = emptied === null ? `delete from ${table}` : `update ${table} set ${emptied}`;
  return db.prisma.$executeRaw`
    ${Prisma.raw(target)} where ${Prisma.raw(id)} in (
      select ${Prisma.raw(id)} from ${Prisma.raw(table)} where ${toWhere(erasable, plusMs(now, -toKeptMs(name)))}
       order by ${Prisma.raw(at)} limit ${erasedMax} ${Prisma.raw(isLocked ? "for update skip locked" : "")})`;
}

/** What of some data is due. */
export interface DueRows {
  readonly count: number;
  /** The instant from which the age of the oldest due row counts; null where none is due. */
  readonly oldestAt: Date | null;
}

/** Counts what is due at an instant. */
export async function countErasable(db: Db, name: ErasableName, now: Date): Promise<DueRows> {
  const erasable = erasables[name];
  const [row] = await db.prisma.$queryRaw<DueRows[]>`
    select count(*)::int as count, min(${Prisma.raw(erasable.at)}) as "oldestAt"
      from ${Prisma.raw(erasable.table)} where ${toWhere(erasable, plusMs(now, -toKeptMs(name)))}`;
  return row ?? { count: 0, oldestAt: null };
}

/**
 * Selects the oldest row whose age has ended at an instant, with the instant at which it is due. Rows are due at the
 * end of their minute or day, so that a jump of the sandbox clock stops once for them and not at every row. Reads one
 * index.
 */
export const dueRow = (name: ErasableName, until: Date, step: "minute" | "day") => {
  const { table, at, id, condition } = erasables[name];
  const over = plusMs(until, -toKeptMs(name));
  const stepMs = step === "minute" ? minutes(1) : days(1);
  return Prisma.sql`(
    select ${Prisma.raw(id)} as id,
           date_trunc(${step}, ${Prisma.raw(at)}, 'UTC') + ${stepMs + toKeptMs(name)} * interval '1 millisecond' as due_at
      from ${Prisma.raw(table)}
     where ${Prisma.raw(at)} < ${plusMs(over, -(over.getTime() % stepMs))}
           ${condition === null ? Prisma.empty : Prisma.raw(`and ${condition}`)}
     order by ${Prisma.raw(at)} limit 1)`;
};
