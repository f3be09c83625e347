import { AppError } from "@/server/domain/errors";
import { mayAsStaff, type StaffPermission, type StaffRole } from "@/server/domain/people/access";
import { normalEmail } from "@/server/domain/people/sign-in";
import type { Tx } from "@/server/store/db";
import { findPersonByEmail, type PersonRow } from "@/server/store/people/people";
import type { Ctx } from "../ctx";
import { takeSecondFactor } from "./second-factor";

export interface StaffProof {
  readonly email: string;
  /** What the person's authenticator app shows. */
  readonly code: string;
}

/**
 * Finds who of staff has an address, and whether they may do something. Throws not_found, and access_denied where their role
 * may not, or where they have no authenticator app.
 */
export async function getStaffFor(
  ctx: Ctx,
  permission: StaffPermission,
  { email }: StaffProof,
): Promise<PersonRow> {
  const user = await findPersonByEmail(ctx.db, "staff", normalEmail(email));
  if (!user) throw new AppError("not_found", `Nobody of staff has the address ${email}`);
  if (!mayAsStaff(user.role as StaffRole, permission)) {
    throw new AppError("access_denied", `${email} has a role that may not do this`);
  }
  if (!user.totpSince) throw new AppError("access_denied", `${email} has not set up an authenticator app`);
  return user;
}

/**
 * Takes the code of a person's authenticator app, once, in the transaction of what it lets happen (D-75). A recovery code is
 * none. Throws access_denied where the code is wrong, used, or the person was removed meanwhile.
 */
export async function proveStaff(
  ctx: Ctx,
  tx: Tx,
  user: PersonRow,
  { email, code }: StaffProof,
): Promise<void> {
  const person = { door: "staff", userId: user.id } as const;
  const { totpSecret } = user;
  if ((await takeSecondFactor(ctx, tx, person, { totpSecret, code })) === "app") return;
  throw new AppError("access_denied", `The code of ${email} is wrong, or was used before`);
}
