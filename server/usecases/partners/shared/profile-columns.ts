import type { Contact, PartnerProfileFields, PostalAddress, Storefront } from "@/server/domain/partners/profile-inputs";
import type { PartnerWithProfile, ProfileRow } from "@/server/store/partners/profiles";

/** Returns the columns of what is known about a merchant. */
export const profileColumns = ({ contacts, ...fields }: PartnerProfileFields) => ({
  ...fields,
  contacts: [...contacts],
});

/** What is known about a merchant; a field is null until it is written down. */
export interface ShownProfile {
  readonly legalTitle: string | null;
  readonly taxKind: ProfileRow["taxKind"];
  readonly taxNumber: string | null;
  readonly taxOffice: string | null;
  readonly category: string | null;
  readonly legalAddress: PostalAddress | null;
  readonly correspondenceAddress: string | null;
  readonly contacts: readonly Contact[];
}

export const toShownProfile = ({ profile }: Pick<PartnerWithProfile, "profile">): ShownProfile => ({
  legalTitle: profile?.legalTitle ?? null,
  taxKind: profile?.taxKind ?? null,
  taxNumber: profile?.taxNumber ?? null,
  taxOffice: profile?.taxOffice ?? null,
  category: profile?.category ?? null,
  legalAddress: (profile?.legalAddress ?? null) as PostalAddress | null,
  correspondenceAddress: profile?.correspondenceAddress ?? null,
  contacts: (profile?.contacts ?? []) as unknown as Contact[],
});

/** What a merchant tells its buyers; null is not said. */
export const toStorefront = ({ profile }: Pick<PartnerWithProfile, "profile">): Storefront => ({
  supportEmail: profile?.supportEmail ?? null,
  supportPhone: profile?.supportPhone ?? null,
  termsUrl: profile?.termsUrl ?? null,
  refundTermsUrl: profile?.refundTermsUrl ?? null,
  colour: profile?.colour ?? null,
});
