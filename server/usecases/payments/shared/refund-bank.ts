import type { RefundRow } from "@/server/store/refunds/refunds";

/** Returns the bank's references of a refund (D-63); null until it is approved. */
export const toRefundBank = (
  status: RefundRow["status"],
  orderId: string | null,
  { authCode, rrn }: Pick<RefundRow, "authCode" | "rrn">,
): { readonly orderId: string; readonly authCode: string | null; readonly rrn: string | null } | null =>
  status === "approved" && orderId !== null ? { orderId, authCode, rrn } : null;
