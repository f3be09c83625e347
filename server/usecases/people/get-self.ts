import { AppError } from "@/server/domain/errors";
import { findPerson } from "@/server/store/people/people";
import { countRecoveryCodes } from "@/server/store/people/recovery-codes";
import type { Person } from "@/server/store/people/sign-in-sessions";
import type { Ctx } from "../ctx";

export interface Self {
  readonly email: string;
  readonly name: string;
  /** Null: the password alone is asked for. */
  readonly secondFactorSince: Date | null;
  readonly recoveryCodesLeft: number;
}

/** How somebody signs in. Throws unauthorized. */
export async function getSelf(ctx: Ctx, { person }: { readonly person: Person }): Promise<Self> {
  const user = await findPerson(ctx.db, person);
  if (!user) throw new AppError("unauthorized");
  const recoveryCodesLeft = user.totpSince ? await countRecoveryCodes(ctx.db, person) : 0;
  return { email: user.email, name: user.name, secondFactorSince: user.totpSince, recoveryCodesLeft };
}
