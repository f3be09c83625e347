import type { Change } from "@/server/domain/audit/changes";
import { AppError } from "@/server/domain/errors";
import type { Ctx } from "../ctx";
import { changePartner, type SeenByStaff } from "./shared/change-partner";

export interface SetPartnerStatusInput extends SeenByStaff {
  readonly status: "active" | "suspended";
}

/**
 * Suspends an account, or makes a suspended one active again (§5, D-42, D-44). Payments in 3-D Secure go on. Throws
 * not_found, changed_meanwhile, and partner_not_active for a closed account, which stays closed (D-243).
 */
export const setPartnerStatus = (ctx: Ctx, { status, staffId, ...seen }: SetPartnerStatusInput): Promise<Change> =>
  changePartner(ctx, seen, {
    show: (row) => ({ status: row.status }),
    change: (row) => {
      if (row.status === "closed") throw new AppError("partner_not_active", "A closed account stays closed");
      return { partner: { status } };
    },
    told: { ctx, action: "account.setStatus", staffId },
  });
