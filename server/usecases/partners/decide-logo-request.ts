import type { Change } from "@/server/domain/audit/changes";
import { AppError } from "@/server/domain/errors";
import { endLogoRequest, findLogoRequest } from "@/server/store/partners/logo-requests";
import type { Ctx } from "../ctx";
import type { DecideNameRequestInput } from "./decide-name-request";
import { changePartner } from "./shared/change-partner";

/**
 * Decides on a merchant's wish for another logo (D-275). Buyers see an approved one at once. Returns the account and
 * what changed. Throws not_found, and change_decided where it does not wait any more.
 */
export async function decideLogoRequest(
  ctx: Ctx,
  { requestId, isApproved, note, staffId, by }: DecideNameRequestInput,
): Promise<Change & { readonly partnerId: string }> {
  const request = await findLogoRequest(ctx.db, requestId);
  if (!request) throw new AppError("not_found", `No request ${requestId}`);
  const { partnerId } = request;
  const state = isApproved ? "approved" : "refused";
  const change = await changePartner(
    ctx,
    { partnerId, revision: null },
    {
      show: ({ logoId }) => ({ logo: logoId }),
      change: async (_row, tx) => {
        const end = { state, decidedBy: by, decidedAt: ctx.clock.now(), decisionNote: note } as const;
        if (!(await endLogoRequest(tx, requestId, end))) throw new AppError("change_decided");
        return isApproved ? { partner: { logo: { connect: { id: requestId } } } } : {};
      },
      told: { ctx, action: "account.decideLogo", staffId },
    },
  );
  return { partnerId, ...change };
}
