import { AppError } from "@/server/domain/errors";
import { inTx } from "@/server/store/db";
import { lockSecondFactor } from "@/server/store/people/people";
import type { Person } from "@/server/store/people/sign-in-sessions";
import type { Ctx } from "../ctx";
import { makeRecoveryCodes } from "./shared/second-factor";

/**
 * Creates ten new recovery codes and invalidates the old ones. Throws validation_error where no second factor is
 * active.
 */
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
