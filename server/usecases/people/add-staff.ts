import { AppError } from "@/server/domain/errors";
import { newId } from "@/server/domain/ids";
import type { StaffRole } from "@/server/domain/people/access";
import { normalizeEmail } from "@/server/domain/people/sign-in";
import { insertStaff } from "@/server/store/people/people";
import type { Ctx } from "../ctx";
import { hashPassword, newPassword } from "./shared/password";

export interface AddStaffInput {
  readonly email: string;
  readonly role: StaffRole;
}

/**
 * Adds a staff user with a generated password, which is shown only once and which the user has to replace before
 * anything else. In live mode the user then has to set up a second factor. Throws email_taken.
 */
export async function addStaff(
  ctx: Ctx,
  { email, role }: AddStaffInput,
): Promise<{ readonly userId: string; readonly password: string }> {
  const password = newPassword(ctx.random);
  const now = ctx.realTime.now();
  const user = { id: newId(ctx.random, "user", now), email: normalizeEmail(email), role };
  const isNew = await insertStaff(ctx.db, {
    ...user,
    passwordHash: await hashPassword(password),
    mustChangePassword: true,
    createdAt: now,
  });
  if (!isNew) throw new AppError("email_taken");
  return { userId: user.id, password };
}
