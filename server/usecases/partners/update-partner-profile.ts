import type { Change } from "@/server/domain/audit/changes";
import type { PartnerProfileFields } from "@/server/domain/partners/profile-inputs";
import type { Ctx } from "../ctx";
import { changePartner, type SeenPartner } from "./shared/change-partner";
import { profileColumns, toShownProfile } from "./shared/profile-columns";

export interface UpdatePartnerProfileInput extends SeenPartner {
  /** The trading name. */
  readonly name: string;
  readonly profile: PartnerProfileFields;
}

/** Replaces what is known about a merchant and returns what changed. Throws not_found and changed_meanwhile. */
export const updatePartnerProfile = (
  ctx: Ctx,
  { name, profile, ...seen }: UpdatePartnerProfileInput,
): Promise<Change> =>
  changePartner(ctx, seen, {
    show: (row) => ({ name: row.name, ...toShownProfile(row) }),
    change: () => ({ partner: { name }, profile: profileColumns(profile) }),
  });
