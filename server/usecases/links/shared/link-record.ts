import { pickLinkTexts } from "@/server/domain/links/link-texts";
import type { LinkRow } from "@/server/store/links/links";
import type { Ctx } from "@/server/usecases/ctx";
import { buildLinkUrl, linkToken } from "@/server/usecases/link-url";
import { readLinkItems } from "./link-state";

/** A payment link as its merchant sees it, unmasked, in the order of §2.1. Amounts in kuruş, instants in UTC. */
export type LinkRecord = ReturnType<typeof toLinkRecord>;

export function toLinkRecord(ctx: Ctx, link: LinkRow) {
  const token = linkToken(ctx, link);
  const { description, ...texts } = pickLinkTexts(link);
  return {
    id: link.id,
    token,
    url: buildLinkUrl(ctx, token),
    partnerReference: link.partnerReference,
    status: link.status,
    amount: link.amount,
    customerCommissionShareBps: link.customerShareBps,
    description,
    redirectUrl: link.redirectUrl,
    firstOpenedAt: link.firstOpenedAt,
    lastOpenedAt: link.lastOpenedAt,
    expiresAt: link.expiresAt,
    createdAt: link.createdAt,
    updatedAt: link.updatedAt,
    allowedInstallmentCounts: link.allowedCounts.length === 0 ? null : link.allowedCounts,
    items: readLinkItems(link)?.map(({ amountKurus, ...item }) => ({ ...item, amount: amountKurus })) ?? null,
    ...texts,
  };
}
