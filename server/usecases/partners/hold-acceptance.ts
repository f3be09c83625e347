import type { HoldReason } from "@/server/domain/accounts/hold-reasons";
import type { Change } from "@/server/domain/audit/changes";
import type { Ctx } from "../ctx";
import { changePartner, type SeenByStaff } from "./shared/change-partner";

export interface HoldAcceptanceInput extends SeenByStaff {
  readonly holdReason: HoldReason;
}

/**
 * Holds an account's acceptance of new payments and links (D-33, D-44), or gives the present hold another reason.
 * Throws not_found and changed_meanwhile.
 */
export const holdAcceptance = (ctx: Ctx, { holdReason, staffId, ...seen }: HoldAcceptanceInput): Promise<Change> =>
  changePartner(ctx, seen, {
    show: (row) => ({ acceptanceHeld: row.acceptanceHeld, holdReason: row.holdReason }),
    change: (row) => ({
      partner: { acceptanceHeld: true, holdReason, heldSince: row.heldSince ?? ctx.clock.now() },
    }),
    told: { ctx, action: "account.hold", staffId },
  });
