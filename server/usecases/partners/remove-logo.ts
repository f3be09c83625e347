import type { Change } from "@/server/domain/audit/changes";
import type { PartnerId } from "@/server/store/tenant";
import type { Ctx } from "../ctx";
import { changePartner } from "./shared/change-partner";

/** Shows the buyers of an account its name without a logo again, at once. Returns what changed. */
export const removeLogo = (ctx: Ctx, { partnerId }: { readonly partnerId: PartnerId }): Promise<Change> =>
  changePartner(
    ctx,
    { partnerId, revision: null },
    { show: ({ logoId }) => ({ logo: logoId }), change: () => ({ partner: { logo: { disconnect: true } } }) },
  );
