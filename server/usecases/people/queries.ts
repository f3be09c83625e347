import { AppError } from "@/server/domain/errors";
import { isSecretToken, tokenHash } from "@/server/domain/ids";
import type { PanelRole } from "@/server/domain/people/access";
import { isSessionEnded, normalizeEmail, type SignInDoor } from "@/server/domain/people/sign-in";
import { type BrowserName, detectBrowser } from "@/server/domain/web/user-agent";
import { findOpenInvitation, listOpenInvitations } from "@/server/store/people/invitations";
import { findPerson, findPersonByEmail, toAuditScope } from "@/server/store/people/people";
import { countRecoveryCodes } from "@/server/store/people/recovery-codes";
import { listOpenSessions, type Person } from "@/server/store/people/sign-in-sessions";
import { listMembers, listUsersById, type Member } from "@/server/store/people/team";
import { asPartnerId, type PartnerId } from "@/server/store/tenant";
import type { Ctx } from "../ctx";
import { getMailedLink } from "./shared/mailed-links";
import { sessionName } from "./shared/session-name";
import { staffName } from "./shared/staff-actor";
import { listStaff } from "./staff-queries";

export interface Self {
  readonly email: string;
  readonly name: string;
  /** Since when an authenticator app is on; null without one. */
  readonly secondFactorSince: Date | null;
  readonly hasPasskey: boolean;
  readonly recoveryCodesLeft: number;
  /** When the person last proved to read the address; null where it was never proved. */
  readonly emailProvedAt: Date | null;
}

/** Returns how the person signs in. Throws unauthorized where the person was removed. */
export async function getSelf(ctx: Ctx, { person }: { readonly person: Person }): Promise<Self> {
  const user = await findPerson(ctx.db, person);
  if (!user) throw new AppError("unauthorized");
  const hasPasskey = user.passkeySince !== null;
  const recoveryCodesLeft = user.totpSince || hasPasskey ? await countRecoveryCodes(ctx.db, person) : 0;
  const { email, name, totpSince: secondFactorSince, emailProvedAt } = user;
  return { email, name, secondFactorSince, hasPasskey, recoveryCodesLeft, emailProvedAt };
}

export interface KnownPerson extends Person {
  /** The audit log that records the user's actions: the account's id, or `staff`. */
  readonly auditScope: string;
}

/** Returns the user who signs in to a door with an address. Throws not_found. */
export async function getPersonByEmail(
  ctx: Ctx,
  { door, email }: { readonly door: SignInDoor; readonly email: string },
): Promise<KnownPerson> {
  const user = await findPersonByEmail(ctx.db, door, normalizeEmail(email));
  if (!user) throw new AppError("not_found", `No user signs in to the ${door} with this address`);
  return { door, userId: user.id, auditScope: toAuditScope(user) };
}

/** A browser in which a person is signed in. */
export interface OpenSession extends BrowserName {
  /** A public name derived from the session id. The id itself is a secret and never leaves the server. */
  readonly name: string;
  readonly isThis: boolean;
  readonly sourceIp: string;
  readonly createdAt: Date;
  /** Exact to the minute. */
  readonly lastSeenAt: Date;
}

/** Lists where a person is signed in: the present browser first, then the others by last use. */
export async function listSessions(
  ctx: Ctx,
  { person, sessionId }: { readonly person: Person; readonly sessionId: string },
): Promise<OpenSession[]> {
  const now = ctx.realTime.now();
  const rows = await listOpenSessions(ctx.db, person, now);
  return rows
    .filter((row) => !isSessionEnded(row, person.door, now))
    .map(({ id, userAgent, sourceIp, createdAt, lastSeenAt }) => ({
      name: sessionName(id),
      isThis: id === sessionId,
      ...detectBrowser(userAgent),
      sourceIp,
      createdAt,
      lastSeenAt,
    }))
    .sort((a, b) => Number(b.isThis) - Number(a.isThis));
}

/** Lists an account's team in the order of joining. */
export const listTeam = (ctx: Ctx, { partnerId }: { readonly partnerId: PartnerId }): Promise<Member[]> =>
  listMembers(ctx.db, partnerId);

/**
 * Lists the invitations that can still be accepted, the newest first. Staff who invited are named to staff only; the
 * merchant reads "Vezne".
 */
export async function listInvitations(
  ctx: Ctx,
  { partnerId, isForStaff = false }: { readonly partnerId: PartnerId; readonly isForStaff?: boolean },
) {
  const rows = await listOpenInvitations(ctx.db, partnerId, ctx.realTime.now());
  const people = await listUsersById(
    ctx.db,
    partnerId,
    rows.map(({ invitedBy }) => invitedBy),
  );
  const names = new Map(people.map(({ id, name, email }) => [id, name || email]));
  const staff = new Map(isForStaff ? (await listStaff(ctx)).map(({ userId, email }) => [userId, email]) : []);
  return rows.map(({ id, email, role, invitedBy, createdAt, expiresAt }) => ({
    invitationId: id,
    email,
    role: role as PanelRole,
    createdAt,
    expiresAt,
    invitedBy: names.get(invitedBy) ?? (isForStaff ? (staff.get(invitedBy) ?? invitedBy) : staffName),
  }));
}

/** The facts of an invitation that its holder may see. */
export interface OpenInvitation {
  readonly invitationId: string;
  readonly partnerId: PartnerId;
  readonly accountName: string;
  readonly email: string;
  readonly role: PanelRole;
  /** The id of the user who invited, of a member of staff, or the name of the operator. */
  readonly invitedBy: string;
  readonly expiresAt: Date;
}

/**
 * Returns the invitation of a token. Throws invitation_invalid, equally for an unknown, used, revoked or expired one.
 */
export async function getInvitation(ctx: Ctx, { token }: { readonly token: string }): Promise<OpenInvitation> {
  const found = isSecretToken(token) ? await findOpenInvitation(ctx.db, tokenHash(token), ctx.realTime.now()) : null;
  if (!found) throw new AppError("invitation_invalid");
  const { id, partnerId, partner, email, role, invitedBy, expiresAt } = found;
  return {
    invitationId: id,
    partnerId: asPartnerId(partnerId),
    accountName: partner.name,
    email,
    role: role as PanelRole,
    invitedBy,
    expiresAt,
  };
}

/** Returns the address of the person to whom a link for a new password was mailed. Throws mailed_link_invalid. */
export async function getPasswordLink(
  ctx: Ctx,
  { door, token }: { readonly door: SignInDoor; readonly token: string },
): Promise<{ readonly email: string }> {
  const { person } = await getMailedLink(ctx, { door, purpose: "password", token });
  const user = await findPerson(ctx.db, person);
  if (!user) throw new AppError("mailed_link_invalid");
  return { email: user.email };
}
