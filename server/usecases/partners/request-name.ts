import { AppError } from "@/server/domain/errors";
import { newId } from "@/server/domain/ids";
import { inTx } from "@/server/store/db";
import { insertNameRequest, withdrawWaitingName } from "@/server/store/partners/name-requests";
import { lockPartnerWithProfile } from "@/server/store/partners/profiles";
import type { PartnerId } from "@/server/store/tenant";
import type { Ctx } from "../ctx";

export interface RequestNameInput {
  readonly partnerId: PartnerId;
  readonly name: string;
  /** The e-mail address of the user who asks. */
  readonly requestedBy: string;
}

/**
 * Asks for another trading name, which staff decide on (D-244). It takes the place of a request that waits. Throws
 * validation_error for the name that the account has.
 */
export const requestName = (
  ctx: Ctx,
  { partnerId, name, requestedBy }: RequestNameInput,
): Promise<{ requestId: string }> =>
  inTx(ctx.db, async (tx) => {
    const partner = await lockPartnerWithProfile(tx, partnerId);
    if (!partner || partner.name === name) throw new AppError("validation_error", "This is the present name");
    const requestedAt = ctx.clock.now();
    await withdrawWaitingName(tx, partnerId, requestedAt);
    const requestId = newId(ctx.random, "nameRequest", requestedAt);
    await insertNameRequest(tx, { id: requestId, partnerId, name, requestedBy, requestedAt, state: "waiting" });
    return { requestId };
  });
