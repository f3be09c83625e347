import type { Change } from "@/server/domain/audit/changes";
import { AppError } from "@/server/domain/errors";
import { needsSecondPerson, type PartnerLimits } from "@/server/domain/partners/limits";
import type { Ctx } from "../ctx";
import { changePartner, type SeenByStaff } from "./shared/change-partner";

/**
 * Changes an account's limits of one payment in kuruş (D-57, D-58) and returns what changed. Throws not_found,
 * changed_meanwhile, and second_person_required for a change that one person may not make (D-242).
 */
export const updatePartnerLimits = (
  ctx: Ctx,
  { minAmount, maxAmount, staffId, ...seen }: SeenByStaff & PartnerLimits,
): Promise<Change> =>
  changePartner(ctx, seen, {
    show: (row) => ({ minAmount: row.minAmount, maxAmount: row.maxAmount }),
    change: (row) => {
      if (needsSecondPerson(row, { minAmount, maxAmount })) throw new AppError("second_person_required");
      return { partner: { minAmount, maxAmount } };
    },
    told: { ctx, action: "account.setLimits", staffId },
  });
