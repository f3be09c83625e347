import { AppError } from "@/server/domain/errors";
import { maskIban } from "@/server/domain/iban";
import type { Tx } from "@/server/store/db";
import { findPartnerWithProfile } from "@/server/store/partners/profiles";
import type { Ctx } from "@/server/usecases/ctx";
import { ibanPurpose } from "@/server/usecases/partners/shared/iban";

/** Returns the vault purpose that binds a sealed IBAN to its payout. */
export const payoutIbanPurpose = (payoutId: string): string => `payout-iban:${payoutId}`;

/**
 * Returns the account that a payout goes to, as it is at its approval: a later change of the merchant's IBAN does not
 * redirect money on its way.
 * @param instead the IBAN for a merchant without one, in the sandbox only
 */
export async function freezeAccount(
  ctx: Ctx,
  tx: Tx,
  payout: { readonly id: string; readonly partnerId: string },
  instead: string | null = null,
): Promise<{ iban: Uint8Array<ArrayBuffer>; ibanMasked: string; beneficiary: string }> {
  const partner = await findPartnerWithProfile(tx, payout.partnerId);
  const sealed = partner?.profile?.iban;
  const iban = sealed ? ctx.vault.open(ibanPurpose(payout.partnerId), sealed) : instead;
  if (!partner || iban === null) throw new AppError("payout_without_iban", `${payout.partnerId} has no IBAN`);
  return {
    iban: ctx.vault.seal(payoutIbanPurpose(payout.id), iban),
    ibanMasked: maskIban(iban),
    beneficiary: partner.profile?.legalTitle ?? partner.name,
  };
}
