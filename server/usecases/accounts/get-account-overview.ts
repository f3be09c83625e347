import { AppError } from "@/server/domain/errors";
import { limitAt } from "@/server/domain/refunds/refund-approval";
import { findPartner } from "@/server/store/accounts/partners";
import { toApprovalLimit } from "@/server/store/refunds/refund-requests";
import type { ActingAccount } from "../caller";
import type { Ctx } from "../ctx";
import { getAcceptanceStatus, type HoldReason } from "./get-acceptance-status";

/** What a merchant may know of the account. Amounts in kuruş; null: no limit. */
export interface AccountOverview {
  readonly partnerId: string;
  readonly name: string;
  readonly status: ActingAccount["status"];
  /** Why and since when nothing new is accepted; null: it is. */
  readonly hold: { readonly reason: HoldReason; readonly since: Date | null } | null;
  readonly canCreatePayments: boolean;
  readonly canCreatePaymentLinks: boolean;
  readonly paymentLinksEnabled: boolean;
  readonly minAmountKurus: bigint | null;
  readonly maxAmountKurus: bigint | null;
  /** Cards that may be tried on one payment. */
  readonly cardAttemptLimit: number;
  /** Hosts that a buyer may be sent back to; empty: any. */
  readonly allowedHosts: readonly string[];
  /** Narrowing of every terminal's installment counts; empty: none. */
  readonly installmentCounts: readonly number[];
  /** Refunds of the panel above this wait for a second person. */
  readonly refundApprovalAboveKurus: bigint | null;
  readonly createdAt: Date;
}

/** The account of whoever is signed in: its state, limits and entitlements (D-33, D-41). Nothing secret is in it. */
export async function getAccountOverview(
  ctx: Ctx,
  { account }: { account: ActingAccount },
): Promise<AccountOverview> {
  const row = await findPartner(ctx.db, account.partnerId);
  if (!row) throw new AppError("internal_error", `The account ${account.partnerId} is gone`);
  const { reasonCode, heldSince, canCreatePayments, canCreatePaymentLinks } = getAcceptanceStatus(ctx, {
    caller: account,
  });
  return {
    partnerId: account.partnerId,
    name: account.name,
    status: account.status,
    hold: reasonCode && { reason: reasonCode, since: heldSince },
    canCreatePayments,
    canCreatePaymentLinks,
    paymentLinksEnabled: account.paymentLinksEnabled,
    minAmountKurus: account.minAmountKurus,
    maxAmountKurus: account.maxAmountKurus,
    cardAttemptLimit: account.cardAttemptLimit,
    allowedHosts: account.allowedHosts,
    installmentCounts: [...account.installmentCounts].sort((a, b) => a - b),
    refundApprovalAboveKurus: limitAt(toApprovalLimit(row), ctx.clock.now()),
    createdAt: row.createdAt,
  };
}
