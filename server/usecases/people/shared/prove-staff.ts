import { AppError } from "@/server/domain/errors";
import { mayAsStaff, type StaffPermission, type StaffRole } from "@/server/domain/people/access";
import { normalizeEmail } from "@/server/domain/people/sign-in";
import type { Tx } from "@/server/store/db";
import { findPersonByEmail, type PersonRow } from "@/server/store/people/people";
import type { Ctx } from "@/server/usecases/ctx";
import { consumeSecondFactor } from "./second-factor";

export interface StaffProof {
  readonly email: string;
  /** The present code of the person's authenticator app. */
  readonly code: string;
}

/**
 * Returns the staff user of an address who has a permission. Throws not_found, and access_denied where the user's role
 * does not have it, or where the user has no authenticator app.
 */
export async function getPermittedStaff(
  ctx: Ctx,
  permission: StaffPermission,
  { email }: StaffProof,
): Promise<PersonRow> {
  const user = await findPersonByEmail(ctx.db, "staff", normalizeEmail(email));
  if (!user) throw new AppError("not_found", `No staff user has the address ${email}`);
  if (!mayAsStaff(user.role as StaffRole, permission)) {
    throw new AppError("access_denied", `${email} has a role that may not do this`);
  }
  if (!user.totpSince) throw new AppError("access_denied", `${email} has not set up an authenticator app`);
  return user;
}

/**
 * Consumes the code of a person's authenticator app in the transaction of the action that it permits (D-75). A recovery
 * code is not accepted. Throws access_denied where the code is wrong or used, or where the person was removed
 * meanwhile.
 */
export async function proveStaff(ctx: Ctx, tx: Tx, user: PersonRow, { email, code }: StaffProof): Promise<void> {
  const person = { door: "staff", userId: user.id } as const;
  const { totpSecret } = user;
  if ((await consumeSecondFactor(ctx, tx, person, { totpSecret, code })) === "app") return;
  throw new AppError("access_denied", `The code of ${email} is wrong, or was used before`);
}
