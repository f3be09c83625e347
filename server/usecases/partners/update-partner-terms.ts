import type { Change } from "@/server/domain/audit/changes";
import type { PartnerTerms } from "@/server/domain/partners/settings-inputs";
import type { PartnerWithProfile } from "@/server/store/partners/profiles";
import type { Ctx } from "../ctx";
import { changePartner, type SeenByStaff } from "./shared/change-partner";

/**
 * Changes what an account may do, apart from its amounts (§8.3, D-58), and returns what changed. Throws not_found and
 * changed_meanwhile.
 */
export const updatePartnerTerms = (
  ctx: Ctx,
  { terms, staffId, ...seen }: SeenByStaff & { readonly terms: PartnerTerms },
): Promise<Change> =>
  changePartner(ctx, seen, {
    show: toTerms,
    change: () => ({
      partner: {
        ...terms,
        allowedHosts: [...terms.allowedHosts],
        installmentCounts: [...new Set(terms.installmentCounts)].sort((a, b) => a - b),
      },
    }),
    told: { ctx, action: "account.setTerms", staffId },
  });

const toTerms = (row: PartnerWithProfile): PartnerTerms => ({
  paymentLinksEnabled: row.paymentLinksEnabled,
  allowedHosts: row.allowedHosts,
  cardAttemptLimit: row.cardAttemptLimit,
  installmentCounts: row.installmentCounts,
  surchargeWarning: row.surchargeWarning,
  paymentsPerKey: row.paymentsPerKey,
  linkWritesPerKey: row.linkWritesPerKey,
  linkReadsPerKey: row.linkReadsPerKey,
});
