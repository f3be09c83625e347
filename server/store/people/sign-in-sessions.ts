import type { PanelRole, StaffRole } from "@/server/domain/people/access";
import type { SessionTimes, SignInDoor } from "@/server/domain/people/sign-in";
import { type Account, type AccountColumns, accountColumns, type RaisedBudgets, toAccount } from "../accounts/callers";
import type { Db, Tx } from "../db";

/** A user and the door at which the user signs in: the panel or the back-office. */
export interface Person {
  readonly door: SignInDoor;
  readonly userId: string;
}

/** The fields of the signed-in user that a page may know. */
export interface SignedInUser {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly hasSecondFactor: boolean;
  readonly mustChangePassword: boolean;
  readonly hasPasskey: boolean;
  /** The user's first sign-in under the rule of factors; null before it. */
  readonly factorRuleSince: Date | null;
}

interface AnySession extends SessionTimes {
  readonly sessionId: string;
  readonly confirmedAt: Date;
  /** When the second factor was last shown in this session; null where never. */
  readonly factorConfirmedAt: Date | null;
  readonly user: SignedInUser;
  readonly isRemoved: boolean;
}

export interface PanelSessionRow extends AnySession {
  readonly role: PanelRole;
  readonly account: Account & RaisedBudgets;
}

export interface StaffSessionRow extends AnySession {
  readonly role: StaffRole;
}

/** A member of staff who views the panel of a merchant, read-only (D-261). */
export interface Viewing {
  readonly viewingId: string;
  readonly startedAt: Date;
  readonly expiresAt: Date;
}

/** The session of a member of staff together with the account that it views. */
export interface ViewingSessionRow extends StaffSessionRow {
  readonly viewing: Viewing;
  readonly account: Account & RaisedBudgets;
}

interface SessionColumns {
  readonly session_id: string;
  readonly last_seen_at: Date;
  readonly expires_at: Date;
  readonly ended_at: Date | null;
  readonly confirmed_at: Date;
  readonly factor_confirmed_at: Date | null;
  readonly user_id: string;
  readonly email: string;
  readonly user_name: string;
  readonly role: string;
  readonly is_removed: boolean;
  readonly has_second_factor: boolean;
  readonly must_change_password: boolean;
  readonly has_passkey: boolean;
  readonly factor_rule_since: Date | null;
}

interface ViewingColumns {
  readonly viewing_id: string;
  readonly viewing_started_at: Date;
  readonly viewing_expires_at: Date;
}

const sessionColumns = `s.id as session_id, s.last_seen_at, s.expires_at, s.ended_at, s.confirmed_at,
       s.factor_confirmed_at, u.id as user_id, u.email, u.name as user_name, u.role,
       u.removed_at is not null as is_removed,
       (u.totp_since is not null or u.passkey_since is not null) as has_second_factor,
       u.passkey_since is not null as has_passkey, u.factor_rule_since,
       u.must_change_password`;

const findPanelSessionSql = `
select ${sessionColumns}, ${accountColumns}
  from sign_in_session s join panel_user u on u.id = s.panel_user_id join partner p on p.id = u.partner_id
 where s.id = $1`;

const findStaffSessionSql = `
select ${sessionColumns} from sign_in_session s join staff_user u on u.id = s.staff_user_id where s.id = $1`;

const findViewingSessionSql = `
select ${sessionColumns}, v.id as viewing_id, v.started_at as viewing_started_at, v.expires_at as viewing_expires_at,
       ${accountColumns}
  from partner_viewing v join sign_in_session s on s.id = v.session_id join staff_user u on u.id = s.staff_user_id
  join partner p on p.id = v.partner_id
 where v.session_id = $1 and v.ended_at is null`;

/**
 * Finds a panel session with its user and account, in one prepared statement, because every procedure of the panel
 * needs it.
 */
export async function findPanelSession(db: Db, sessionId: string): Promise<PanelSessionRow | null> {
  const query = { name: "find-panel-session", text: findPanelSessionSql, values: [sessionId] };
  const { rows } = await db.pool.query<SessionColumns & AccountColumns>(query);
  const row = rows[0];
  return row ? { ...toSession(row), role: row.role as PanelRole, account: toAccount(row) } : null;
}

export async function findStaffSession(db: Db, sessionId: string): Promise<StaffSessionRow | null> {
  const query = { name: "find-staff-session", text: findStaffSessionSql, values: [sessionId] };
  const { rows } = await db.pool.query<SessionColumns>(query);
  const row = rows[0];
  return row ? { ...toSession(row), role: row.role as StaffRole } : null;
}

/** Finds the account that a session of staff views, if it views one. Its time may have run out. */
export async function findViewingSession(db: Db, staffSessionId: string): Promise<ViewingSessionRow | null> {
  const query = { name: "find-viewing-session", text: findViewingSessionSql, values: [staffSessionId] };
  const { rows } = await db.pool.query<SessionColumns & AccountColumns & ViewingColumns>(query);
  const row = rows[0];
  if (!row) return null;
  const { viewing_id, viewing_started_at, viewing_expires_at } = row;
  const viewing = { viewingId: viewing_id, startedAt: viewing_started_at, expiresAt: viewing_expires_at };
  return { ...toSession(row), role: row.role as StaffRole, account: toAccount(row), viewing };
}

const toSession = (row: SessionColumns): AnySession => ({
  sessionId: row.session_id,
  lastSeenAt: row.last_seen_at,
  expiresAt: row.expires_at,
  endedAt: row.ended_at,
  confirmedAt: row.confirmed_at,
  factorConfirmedAt: row.factor_confirmed_at,
  isRemoved: row.is_removed,
  user: {
    id: row.user_id,
    email: row.email,
    name: row.user_name,
    hasSecondFactor: row.has_second_factor,
    mustChangePassword: row.must_change_password,
    hasPasskey: row.has_passkey,
    factorRuleSince: row.factor_rule_since,
  },
});

/** Returns the column that refers to the person. */
export const toPersonColumns = ({ door, userId }: Person) =>
  door === "panel" ? { panelUserId: userId } : { staffUserId: userId };

export interface NewSession {
  readonly id: string;
  readonly person: Person;
  readonly now: Date;
  readonly expiresAt: Date;
  readonly sourceIp: string;
  readonly userAgent: string;
  /** Whether the second factor was shown at the sign-in. */
  readonly withSecondFactor: boolean;
}

export const insertSession = (tx: Tx, { person, now, withSecondFactor, ...session }: NewSession) =>
  tx.signInSession.create({
    data: {
      ...session,
      ...toPersonColumns(person),
      createdAt: now,
      lastSeenAt: now,
      confirmedAt: now,
      factorConfirmedAt: withSecondFactor ? now : null,
    },
  });

/** Records that a session was used. It does not change an ended session. */
export const touchSession = (db: Db, sessionId: string, now: Date) =>
  db.prisma.signInSession.updateMany({
    where: { id: sessionId, endedAt: null, lastSeenAt: { lt: now } },
    data: { lastSeenAt: now },
  });

/** Records that the person has just confirmed their identity again, with the second factor where it was shown. */
export const confirmSession = (tx: Tx, sessionId: string, now: Date, withSecondFactor: boolean) =>
  tx.signInSession.updateMany({
    where: { id: sessionId, endedAt: null },
    data: { confirmedAt: now, ...(withSecondFactor && { factorConfirmedAt: now }) },
  });

/** Ends sessions of a person: one, or all but one. Returns how many were still open. */
export async function endSessions(
  tx: Tx,
  person: Person,
  which: { readonly only: string } | { readonly allBut: string | null },
  now: Date,
): Promise<number> {
  const id = "only" in which ? which.only : which.allBut === null ? undefined : { not: which.allBut };
  const { count } = await tx.signInSession.updateMany({
    where: { ...toPersonColumns(person), ...(id === undefined ? {} : { id }), endedAt: null },
    data: { endedAt: now },
  });
  return count;
}

/** Lists a person's sessions that were not ended, by last use. Some of them may have exceeded their idle time. */
export const listOpenSessions = (db: Db, person: Person, now: Date) =>
  db.prisma.signInSession.findMany({
    where: { ...toPersonColumns(person), endedAt: null, expiresAt: { gt: now } },
    orderBy: { lastSeenAt: "desc" },
    take: 100,
  });

/**
 * Ends a session of any user of a door and returns its user; null where the session had ended before or does not exist.
 */
export async function endSessionById(tx: Tx, door: SignInDoor, sessionId: string, now: Date) {
  const isOfDoor = door === "panel" ? { panelUserId: { not: null } } : { staffUserId: { not: null } };
  const { count } = await tx.signInSession.updateMany({
    where: { id: sessionId, endedAt: null, ...isOfDoor },
    data: { endedAt: now },
  });
  if (count === 0) return null;
  const { panelUser, staffUser } = await tx.signInSession.findUniqueOrThrow({
    where: { id: sessionId },
    include: { panelUser: true, staffUser: true },
  });
  return panelUser ?? staffUser;
}
