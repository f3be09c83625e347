import type { Change } from "@/server/domain/audit/changes";
import { AppError } from "@/server/domain/errors";
import { inTx } from "@/server/store/db";
import { endNameRequest, findNameRequest } from "@/server/store/partners/name-requests";
import type { Ctx } from "../ctx";
import { changePartnerIn } from "./shared/change-partner";

export interface DecideNameRequestInput {
  readonly requestId: string;
  readonly isApproved: boolean;
  /** Why it is refused, which the merchant reads; null where it is approved. */
  readonly note: string | null;
  readonly staffId: string;
  /** The e-mail address of the member of staff. */
  readonly by: string;
}

/**
 * Decides on a merchant's wish for another trading name (D-244). An approved one is the account's name at once; returns
 * the account and what changed. Throws not_found, and change_decided where it does not wait any more.
 */
export async function decideNameRequest(
  ctx: Ctx,
  { requestId, isApproved, note, staffId, by }: DecideNameRequestInput,
): Promise<Change & { readonly partnerId: string }> {
  const request = await findNameRequest(ctx.db, requestId);
  if (!request) throw new AppError("not_found", `No request ${requestId}`);
  const { partnerId, name } = request;
  const state = isApproved ? "approved" : "refused";
  const change = await inTx(ctx.db, (tx) =>
    changePartnerIn(
      tx,
      { partnerId, revision: null },
      {
        show: (row) => ({ name: row.name }),
        change: async () => {
          const end = { state, decidedBy: by, decidedAt: ctx.clock.now(), decisionNote: note } as const;
          if (!(await endNameRequest(tx, requestId, end))) throw new AppError("change_decided");
          return isApproved ? { partner: { name } } : {};
        },
        told: { ctx, action: "account.decideName", staffId },
      },
    ),
  );
  return { partnerId, ...change };
}
