import type { Advice, ErrorCode, errorCatalogue } from "@/server/domain/errors";

/** The three ways to begin a refund, and the queries; `get` stands for a refund by its id, under its payment or not. */
export const refundOperations = ["automatic", "credit", "void", "list", "get", "find"] as const;
export type RefundOperation = (typeof refundOperations)[number];

const starts = ["automatic", "credit", "void"] as const;

/** What each of them can answer besides its record, in the order in which it is checked (D-7). */
export const refundErrors = [
  ["rate_limited", refundOperations],
  ["unauthorized", refundOperations],
  ["partner_not_active", refundOperations],
  ["payload_too_large", starts],
  ["unsupported_media_type", starts],
  ["validation_error", [...starts, "find"]],
  ["payment_not_found", [...starts, "list", "get"]],
  ["refund_not_found", ["get", "find"]],
  ["refund_in_progress", starts],
  ["payment_not_refundable", starts],
  ["refund_amount_exceeds_remaining", starts],
  ["direct_refund_not_allowed", starts],
  ["refund_method_not_available", ["void"]],
  ["refund_not_yet_available", ["automatic"]],
  ["internal_error", refundOperations],
  ["service_overloaded", refundOperations],
] as const satisfies readonly (readonly [ErrorCode, readonly RefundOperation[]])[];

export type RefundErrorCode = (typeof refundErrors)[number][0];

/** The advices of the catalogue that these codes have. */
export type RefundAdvice = Extract<Advice, (typeof errorCatalogue)[RefundErrorCode][3]>;
