import type { HoldReason } from "@/server/domain/accounts/hold-reasons";
import { AppError } from "@/server/domain/errors";
import { findPartner, type PartnerColumns, type PartnerRow, updatePartner } from "@/server/store/accounts/partners";
import type { Ctx } from "../ctx";

/**
 * The settings of an account that staff can change. Amounts in kuruş; a null list means that there is no restriction.
 */
export interface PartnerSettings {
  readonly status: "active" | "suspended" | "closed";
  readonly acceptanceHeld: boolean;
  readonly holdReason: HoldReason | null;
  readonly paymentLinksEnabled: boolean;
  readonly webhookUrl: string | null;
  readonly allowedHosts: readonly string[] | null;
  readonly minAmount: bigint | null;
  readonly maxAmount: bigint | null;
  readonly cardAttemptLimit: number;
  readonly installmentCounts: readonly number[] | null;
  readonly rateLimits: {
    readonly paymentsPerKey?: number | null;
    readonly linkWritesPerKey?: number | null;
    readonly linkReadsPerKey?: number | null;
  } | null;
}

/** Changes the given settings and returns all settings. Throws not_found. */
export async function updatePartnerSettings(
  ctx: Ctx,
  input: { partnerId: string; changes: Partial<PartnerSettings> },
): Promise<PartnerSettings> {
  const partner = await findPartner(ctx.db, input.partnerId);
  if (!partner) throw new AppError("not_found");
  const data = {
    ...toColumns(input.changes),
    ...holdColumns(ctx, partner, input.changes),
    ...addressColumns(ctx, partner, input.changes),
  };
  return toSettings(await updatePartner(ctx.db, partner.id, data));
}

function toColumns(changes: Partial<PartnerSettings>): PartnerColumns {
  const { allowedHosts, installmentCounts, rateLimits, ...plain } = changes;
  return {
    ...plain,
    ...(allowedHosts === undefined ? {} : { allowedHosts: [...(allowedHosts ?? [])] }),
    ...(installmentCounts === undefined ? {} : { installmentCounts: [...(installmentCounts ?? [])] }),
    ...(rateLimits === null ? { paymentsPerKey: null, linkWritesPerKey: null, linkReadsPerKey: null } : rateLimits),
  };
}

/** Records when the address was added or removed: events from a time without an address are never sent (§6, D-166). */
function addressColumns(ctx: Ctx, partner: PartnerRow, { webhookUrl }: Partial<PartnerSettings>): PartnerColumns {
  if (webhookUrl === undefined || (webhookUrl === null) === (partner.webhookUrl === null)) return {};
  return webhookUrl === null ? { webhookUrlUntil: ctx.clock.now() } : { webhookUrlSince: ctx.clock.now() };
}

/** Sets `heldSince` to the beginning of the present hold. The reason is erased when the hold ends. */
function holdColumns(ctx: Ctx, partner: PartnerRow, changes: Partial<PartnerSettings>): PartnerColumns {
  const held = changes.acceptanceHeld ?? partner.acceptanceHeld;
  if (!held) return { heldSince: null, holdReason: null };
  return {
    heldSince: partner.heldSince ?? ctx.clock.now(),
    holdReason: changes.holdReason ?? partner.holdReason ?? "risk_review",
  };
}

const toSettings = (row: PartnerRow): PartnerSettings => ({
  status: row.status,
  acceptanceHeld: row.acceptanceHeld,
  holdReason: row.holdReason as HoldReason | null,
  paymentLinksEnabled: row.paymentLinksEnabled,
  webhookUrl: row.webhookUrl,
  allowedHosts: row.allowedHosts.length === 0 ? null : row.allowedHosts,
  minAmount: row.minAmount,
  maxAmount: row.maxAmount,
  cardAttemptLimit: row.cardAttemptLimit,
  installmentCounts: row.installmentCounts.length === 0 ? null : row.installmentCounts,
  rateLimits: {
    paymentsPerKey: row.paymentsPerKey,
    linkWritesPerKey: row.linkWritesPerKey,
    linkReadsPerKey: row.linkReadsPerKey,
  },
});
