import { AppError } from "@/server/domain/errors";
import { mayAsStaff, type StaffPermission, type StaffRole } from "@/server/domain/people/access";
import { normalizeEmail } from "@/server/domain/people/sign-in";
import type { Tx } from "@/server/store/db";
import { findPerson, findPersonByEmail, isStillStaff, type PersonRow } from "@/server/store/people/people";
import type { Ctx } from "@/server/usecases/ctx";
import { consumeSecondFactor } from "./second-factor";

/** A person at the command line, who has no session and proves who they are by a code. */
interface StaffByCode {
  readonly email: string;
  /** The present code of the person's authenticator app. */
  readonly code: string;
}

/**
 * A person who is signed in to the back-office and has just confirmed who they are: the door checked both before the
 * action began (S11, S32).
 */
interface StaffOnScreen {
  readonly staffId: string;
}

/** How a member of staff proves who they are for an action about money (D-75). */
export type StaffProof = StaffByCode | StaffOnScreen;

/**
 * Returns the staff user of a proof who has a permission. Throws not_found, and access_denied where the user's role
 * does not have it, or where the user has no authenticator app.
 */
export async function getPermittedStaff(ctx: Ctx, permission: StaffPermission, by: StaffProof): Promise<PersonRow> {
  const user =
    "staffId" in by
      ? await findPerson(ctx.db, { door: "staff", userId: by.staffId })
      : await findPersonByEmail(ctx.db, "staff", normalizeEmail(by.email));
  if (!user) {
    const why = "staffId" in by ? `There is no staff user ${by.staffId}` : `No staff user has the address ${by.email}`;
    throw new AppError("not_found", why);
  }
  if (!mayAsStaff(user.role as StaffRole, permission)) {
    throw new AppError("access_denied", `${user.email} has a role that may not do this`);
  }
  const hasFactor = user.totpSince !== null || ("staffId" in by && user.passkeySince !== null);
  if (!hasFactor) throw new AppError("access_denied", `${user.email} has not set up an authenticator app`);
  return user;
}

/**
 * Proves a person in the transaction of the action that the proof permits (D-75): the code of the authenticator app is
 * consumed, and a recovery code is not accepted; a person on screen must still have the role and the app that the proof
 * was checked with. Throws access_denied where the code is wrong or used, or where the person was removed or changed
 * meanwhile.
 */
export async function proveStaff(ctx: Ctx, tx: Tx, user: PersonRow, by: StaffProof): Promise<void> {
  if ("staffId" in by) {
    if (await isStillStaff(tx, user)) return;
    throw new AppError("access_denied", `${user.email} was changed in the meantime`);
  }
  const person = { door: "staff", userId: user.id } as const;
  const { totpSecret } = user;
  if ((await consumeSecondFactor(ctx, tx, person, { totpSecret, code: by.code })) === "app") return;
  throw new AppError("access_denied", `The code of ${by.email} is wrong, or was used before`);
}
