import type { HoldReason } from "@/server/domain/accounts/hold-reasons";
import type { ActingAccount } from "../caller";

const messages: Record<HoldReason, string> = {
  risk_review: "Payment acceptance is on hold while our risk team reviews the account.",
  missing_documents: "Payment acceptance is on hold until the missing documents arrive.",
  regulatory: "Payment acceptance is on hold for a regulatory reason.",
  merchant_request: "Payment acceptance is on hold at your own request.",
  maintenance: "Payment acceptance is on hold during maintenance.",
};

export interface AcceptanceStatus {
  readonly status: "open" | "held";
  readonly reasonCode: HoldReason | null;
  readonly message: string | null;
  readonly heldSince: Date | null;
  readonly canCreatePayments: boolean;
  readonly canCreatePaymentLinks: boolean;
}

/** Returns whether and why payment acceptance is held, and what can be created at present (§4.11, D-33). */
export function getAcceptanceStatus(_ctx: unknown, { caller }: { caller: ActingAccount }): AcceptanceStatus {
  const held = caller.acceptanceHeld;
  const reasonCode = held ? ((caller.holdReason ?? "risk_review") as HoldReason) : null;
  const canCreatePayments = !held && caller.status === "active";
  return {
    status: held ? "held" : "open",
    reasonCode,
    message: reasonCode && messages[reasonCode],
    heldSince: held ? caller.heldSince : null,
    canCreatePayments,
    canCreatePaymentLinks: canCreatePayments && caller.paymentLinksEnabled,
  };
}
