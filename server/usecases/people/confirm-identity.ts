import { AppError } from "@/server/domain/errors";
import { type FieldProblem, problem } from "@/server/domain/field-words";
import { inTx } from "@/server/store/db";
import { findPerson } from "@/server/store/people/people";
import { confirmSession, type Person } from "@/server/store/people/sign-in-sessions";
import type { Ctx } from "../ctx";
import { isPasswordCorrect } from "./shared/password";
import { consumeSecondFactor, isFactorNeeded } from "./shared/second-factor";

/**
 * Confirms a session, which permits sensitive actions for a while: the user has given the password again, and a code
 * where a second factor is active (S32). A code that is given without being needed is checked as well, because some
 * actions ask for the second factor itself (D-66). Throws validation_error, which says which of the two is wrong or
 * missing.
 */
export async function confirmIdentity(
  ctx: Ctx,
  { person, sessionId, password, code }: { person: Person; sessionId: string; password: string; code: string },
): Promise<void> {
  const user = await findPerson(ctx.db, person);
  if (!user || !(await isPasswordCorrect(user.passwordHash, password))) throw refused("password_wrong");
  const { totpSecret } = user;
  const isGiven = code.trim() !== "" && (user.totpSince !== null || user.passkeySince !== null);
  if (isFactorNeeded(user) && !isGiven) throw refused("second_factor_needed");
  await inTx(ctx.db, async (tx) => {
    if (isGiven && !(await consumeSecondFactor(ctx, tx, person, { totpSecret, code }))) {
      throw refused("second_factor_wrong");
    }
    await confirmSession(tx, sessionId, ctx.realTime.now(), isGiven);
  });
}

const refused = (name: FieldProblem): AppError => new AppError("validation_error", name, { problem: problem(name) });
