import { AppError } from "@/server/domain/errors";
import { findPartner } from "@/server/store/accounts/partners";
import { asPartnerId, type PartnerId } from "@/server/store/tenant";
import type { Ctx } from "../ctx";

/** The account that an operator has named. Throws not_found. */
export async function getPartnerId(ctx: Ctx, { partnerId }: { partnerId: string }): Promise<PartnerId> {
  if (!(await findPartner(ctx.db, partnerId)))
    throw new AppError("not_found", `There is no account ${partnerId}`);
  return asPartnerId(partnerId);
}
