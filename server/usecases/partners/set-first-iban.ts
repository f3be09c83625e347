import type { Change } from "@/server/domain/audit/changes";
import { AppError } from "@/server/domain/errors";
import type { Ctx } from "../ctx";
import { changePartner, type SeenByStaff } from "./shared/change-partner";
import { ibanColumns } from "./shared/iban";

/**
 * Sets the first IBAN of an account in a sandbox, where it counts at once (D-242). The IBAN is sealed; what changed has
 * only its masked form. Throws not_found, changed_meanwhile, and second_person_required in live mode and where the
 * account has an IBAN.
 */
export const setFirstIban = (
  ctx: Ctx,
  { iban, staffId, ...seen }: SeenByStaff & { readonly iban: string },
): Promise<Change> =>
  changePartner(ctx, seen, {
    show: (row) => ({ ibanMasked: row.profile?.ibanMasked ?? null }),
    change: (row) => {
      if (ctx.sandboxTime === null || row.profile?.iban) throw new AppError("second_person_required");
      return { profile: ibanColumns(ctx, row.id, iban) };
    },
    told: { ctx, action: "account.setIban", staffId },
  });
