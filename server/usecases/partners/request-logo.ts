import { AppError } from "@/server/domain/errors";
import { newId } from "@/server/domain/ids";
import { inTx } from "@/server/store/db";
import { insertLogoRequest, withdrawWaitingLogo } from "@/server/store/partners/logo-requests";
import { lockPartnerWithProfile } from "@/server/store/partners/profiles";
import type { PartnerId } from "@/server/store/tenant";
import type { Ctx } from "../ctx";
import { readLogo } from "./shared/read-logo";

export interface RequestLogoInput {
  readonly partnerId: PartnerId;
  readonly file: Uint8Array;
  /** The e-mail address of the user who asks. */
  readonly requestedBy: string;
}

/**
 * Asks to show another logo to buyers, which staff decide on (D-275). It takes the place of a logo that waits. Throws
 * validation_error with the problem of the file.
 */
export async function requestLogo(
  ctx: Ctx,
  { partnerId, file, requestedBy }: RequestLogoInput,
): Promise<{ requestId: string }> {
  const picture = await readLogo(file);
  return inTx(ctx.db, async (tx) => {
    if (!(await lockPartnerWithProfile(tx, partnerId))) throw new AppError("not_found", `No account ${partnerId}`);
    const requestedAt = ctx.clock.now();
    await withdrawWaitingLogo(tx, partnerId, requestedAt);
    const requestId = newId(ctx.random, "logoRequest", requestedAt);
    await insertLogoRequest(tx, { id: requestId, partnerId, picture, requestedBy, requestedAt, state: "waiting" });
    return { requestId };
  });
}
