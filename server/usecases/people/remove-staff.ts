import { AppError } from "@/server/domain/errors";
import { inTx } from "@/server/store/db";
import { markStaffRemoved } from "@/server/store/people/people";
import { endSessions } from "@/server/store/people/sign-in-sessions";
import type { Ctx } from "../ctx";

/** Removes a staff user and ends the user's sessions. Throws not_found. */
export const removeStaff = (ctx: Ctx, { userId }: { readonly userId: string }): Promise<void> =>
  inTx(ctx.db, async (tx) => {
    if (!(await markStaffRemoved(tx, userId, ctx.clock.now()))) throw new AppError("not_found");
    await endSessions(tx, { door: "staff", userId }, { allBut: null }, ctx.realTime.now());
  });
