import { maskIban } from "@/server/domain/iban";
import type { ProfileColumns } from "@/server/store/partners/profiles";
import type { Ctx } from "@/server/usecases/ctx";

/** Returns the vault purpose that binds a sealed IBAN to its account. */
export const ibanPurpose = (partnerId: string): string => `partner-iban:${partnerId}`;

/** Seals an IBAN for its account, with what people see of it. */
export const ibanColumns = (ctx: Ctx, partnerId: string, iban: string): ProfileColumns => ({
  iban: ctx.vault.seal(ibanPurpose(partnerId), iban),
  ibanMasked: maskIban(iban),
});
