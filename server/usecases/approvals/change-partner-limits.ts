import { needsSecondPerson } from "@/server/domain/partners/limits";
import type { Ctx } from "../ctx";
import { getPartnerTerms } from "../partners/queries";
import { updatePartnerLimits } from "../partners/update-partner-limits";
import type { MadeOrProposed } from "./change-partner-iban";
import { proposeChange } from "./propose-change";

export interface ChangePartnerLimitsInput {
  readonly partnerId: string;
  readonly revision: number;
  /** Kuruş; null removes the limit. */
  readonly minAmount: bigint | null;
  readonly maxAmount: bigint | null;
  readonly reason: string;
  readonly staffId: string;
}

/**
 * Changes an account's limits at once where one person may do so, and else proposes them to a second person (D-67,
 * D-242). Throws not_found, changed_meanwhile and change_waiting.
 */
export async function changePartnerLimits(ctx: Ctx, input: ChangePartnerLimitsInput): Promise<MadeOrProposed> {
  const { partnerId, revision, minAmount, maxAmount, reason, staffId } = input;
  const before = await getPartnerTerms(ctx, { partnerId });
  if (!needsSecondPerson(before, { minAmount, maxAmount })) {
    const change = await updatePartnerLimits(ctx, { partnerId, revision, minAmount, maxAmount, staffId });
    return { changeId: null, change };
  }
  const payload = { minAmount: minAmount?.toString() ?? null, maxAmount: maxAmount?.toString() ?? null };
  const subject = { kind: "partner_limits", partnerId, subject: partnerId, payload } as const;
  return proposeChange(ctx, { ...subject, reason, staffId });
}
