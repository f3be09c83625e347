import type { Change } from "@/server/domain/audit/changes";
import type { Storefront } from "@/server/domain/partners/profile-inputs";
import type { Ctx } from "../ctx";
import { changePartner, type SeenPartner } from "./shared/change-partner";
import { toStorefront } from "./shared/profile-columns";

/** Changes what a merchant tells its buyers and returns what changed. Throws changed_meanwhile. */
export const updateStorefront = (
  ctx: Ctx,
  { storefront, ...seen }: SeenPartner & { readonly storefront: Storefront },
): Promise<Change> => changePartner(ctx, seen, { show: toStorefront, change: () => ({ profile: storefront }) });
