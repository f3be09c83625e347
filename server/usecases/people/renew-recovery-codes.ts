import { AppError } from "@/server/domain/errors";
import { inTx } from "@/server/store/db";
import { lockSecondFactor } from "@/server/store/people/people";
import type { Person } from "@/server/store/people/sign-in-sessions";
import type { Ctx } from "../ctx";
import { makeRecoveryCodes } from "./second-factor";

/** Ten new recovery codes; the old ones are worth nothing from now on. Throws validation_error with no second factor. */
export const renewRecoveryCodes = (
  ctx: Ctx,
  { person }: { readonly person: Person },
): Promise<{ recoveryCodes: readonly string[] }> =>
  inTx(ctx.db, async (tx) => {
    if (!(await lockSecondFactor(tx, person))) {
      throw new AppError("validation_error", "The second factor is not on");
    }
    return { recoveryCodes: await makeRecoveryCodes(tx, person) };
  });
