import { type Counted, findAttention } from "@/server/store/accounts/attention";
import type { ActingAccount } from "../caller";
import type { Ctx } from "../ctx";
import { getAcceptanceStatus, type HoldReason } from "./get-acceptance-status";

/** Something that somebody of the account should look at. */
export type AttentionItem =
  | { readonly kind: "account_suspended" | "account_closed" }
  | { readonly kind: "acceptance_held"; readonly reason: HoldReason; readonly at: Date | null }
  | ({
      readonly kind: "captures_unknown" | "refunds_pending" | "refund_requests" | "links_expiring";
    } & Counted)
  | ({ readonly kind: "undelivered"; readonly nextAttemptAt: Date | null } & Counted)
  | { readonly kind: "no_webhook_address" | "no_second_factor" };

export interface AttentionInput {
  readonly account: ActingAccount;
  readonly hasSecondFactor: boolean;
  /** Whether whoever asks may see deliveries, and may decide on refunds. */
  readonly sees: { readonly webhooks: boolean; readonly refundRequests: boolean };
}

/** What needs attention, the most urgent first: what stops money, what is uncertain, what is to be set up. */
export async function getAttention(ctx: Ctx, input: AttentionInput): Promise<readonly AttentionItem[]> {
  const { account, hasSecondFactor, sees } = input;
  const found = await findAttention(ctx.db, account.partnerId, ctx.clock.now());
  const { reasonCode, heldSince } = getAcceptanceStatus(ctx, { caller: account });
  const counted = (
    kind: "captures_unknown" | "refunds_pending" | "refund_requests" | "links_expiring",
    value: Counted | null,
  ): AttentionItem[] => (value ? [{ kind, ...value }] : []);
  return [
    ...(account.status === "active" ? [] : [{ kind: `account_${account.status}` } as const]),
    ...(reasonCode ? [{ kind: "acceptance_held", reason: reasonCode, at: heldSince } as const] : []),
    ...counted("captures_unknown", found.capturesUnknown),
    ...(sees.webhooks && found.undelivered ? [{ kind: "undelivered", ...found.undelivered } as const] : []),
    ...(sees.refundRequests ? counted("refund_requests", found.refundRequests) : []),
    ...counted("refunds_pending", found.refundsPending),
    ...counted("links_expiring", found.linksExpiring),
    ...(sees.webhooks && !found.hasWebhookAddress ? [{ kind: "no_webhook_address" } as const] : []),
    ...(hasSecondFactor ? [] : [{ kind: "no_second_factor" } as const]),
  ];
}
