import { type KeyScope, movesMoney } from "@/server/domain/accounts/key-rights";
import { AppError } from "@/server/domain/errors";
import { type FieldProblem, problem } from "@/server/domain/field-words";
import { mayGrant } from "@/server/domain/keys/key-grants";
import type { PanelRole } from "@/server/domain/people/access";
import { needsConfirmation } from "@/server/domain/people/sign-in";
import type { Tx } from "@/server/store/db";
import { listMemberAddresses } from "@/server/store/people/team";
import type { PartnerId } from "@/server/store/tenant";
import type { Ctx } from "@/server/usecases/ctx";
import { requireMember } from "@/server/usecases/people/shared/member-locks";

/** The member who makes or changes a key. */
export interface KeyMaker {
  readonly userId: string;
  readonly email: string;
  readonly hasSecondFactor: boolean;
  /** When the member last showed the second factor in this session; null where never. */
  readonly factorConfirmedAt: Date | null;
}

/** The rights that a key shall have. */
interface GivenScopes {
  readonly scopes: readonly KeyScope[];
  /** The rights that the key had before a change; taking them away asks for no second factor. */
  readonly former?: readonly KeyScope[];
}

/**
 * Checks that a member may give a key these rights, and keeps the membership so until the transaction ends: a key can
 * do no more than its maker, and a key that may refund asks for the second factor (D-66). Throws access_denied,
 * validation_error, and reauthentication_required where the second factor was not shown recently.
 */
export async function requireMayGive(
  ctx: Ctx,
  tx: Tx,
  partnerId: PartnerId,
  { userId, hasSecondFactor, factorConfirmedAt }: KeyMaker,
  { scopes, former = [] }: GivenScopes,
): Promise<void> {
  const { role } = await requireMember(tx, { partnerId, userId }, "key.write");
  if (![...scopes, ...former].every((scope) => mayGrant(role as PanelRole, scope)))
    throw refuse("scopes", "key_scope_beyond");
  if (!movesMoney(scopes)) return;
  if (!hasSecondFactor) throw refuse("scopes", "key_factor_missing");
  if (factorConfirmedAt === null || needsConfirmation(factorConfirmedAt, ctx.realTime.now())) {
    throw new AppError("reauthentication_required", "The second factor is asked for", {
      problem: problem("second_factor_needed"),
    });
  }
}

/** Returns the addresses of the members who receive a key. Throws validation_error where one is not a member. */
export async function requireMembers(tx: Tx, partnerId: PartnerId, userIds: readonly string[]): Promise<string[]> {
  const emails = new Map((await listMemberAddresses(tx, partnerId)).map(({ id, email }) => [id, email]));
  return userIds.map((id) => {
    const email = emails.get(id);
    if (email === undefined) throw refuse("handedTo", "choice");
    return email;
  });
}

/** Checks that a key which ends does so later than now. Throws validation_error. */
export function requireLater(expiresAt: Date | null, now: Date): void {
  if (expiresAt !== null && expiresAt <= now) throw refuse("expiresAt", "key_expiry");
}

const refuse = (field: string, name: FieldProblem): AppError =>
  new AppError("validation_error", name, { faults: [{ path: [field], problem: problem(name) }] });
