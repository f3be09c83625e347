import { days, plusMs } from "@/server/domain/clock";
import { AppError } from "@/server/domain/errors";
import { countOfPartner } from "@/server/store/accounts/partner-search";
import { findPartner } from "@/server/store/accounts/partners";
import { asPartnerId, type PartnerId } from "@/server/store/tenant";
import type { Ctx } from "../ctx";
import type { HoldReason } from "./get-acceptance-status";

/** Deliveries are counted for so long, ms. */
const countedMs = days(30);

/** An account by its id, for whoever may see every account. Throws not_found. */
export async function getPartnerId(ctx: Ctx, { partnerId }: { partnerId: string }): Promise<PartnerId> {
  if (!(await findPartner(ctx.db, partnerId)))
    throw new AppError("not_found", `There is no account ${partnerId}`);
  return asPartnerId(partnerId);
}

/** An account as staff see it: what it may do, where it is told of events, and what it has. Throws not_found. */
export async function getPartner(ctx: Ctx, { partnerId }: { partnerId: string }) {
  const partner = await findPartner(ctx.db, partnerId);
  if (!partner) throw new AppError("not_found", `There is no account ${partnerId}`);
  const { name, status, acceptanceHeld, holdReason, heldSince, webhookUrl, createdAt } = partner;
  return {
    partnerId: partner.id,
    name,
    status,
    acceptanceHeld,
    heldSince,
    webhookUrl,
    createdAt,
    holdReason: holdReason as HoldReason | null,
    paymentLinksEnabled: partner.paymentLinksEnabled,
    counts: await countOfPartner(ctx.db, partner.id, plusMs(ctx.clock.now(), -countedMs)),
  };
}
