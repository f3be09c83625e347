import type { Advice, errorCatalogue } from "@/server/domain/error-catalogue";
import type { ErrorCode } from "@/server/domain/errors";

/**
 * The three operations that start a refund, and the queries. `get` reads a refund by its id, with or without its
 * payment's path.
 */
export const refundOperations = ["automatic", "credit", "void", "list", "get", "find"] as const;
export type RefundOperation = (typeof refundOperations)[number];

const starts = ["automatic", "credit", "void"] as const;

/** The error codes with the operations that can return them, in the order of the checks (D-7). */
export const refundErrors = [
  ["rate_limited", refundOperations],
  ["unauthorized", refundOperations],
  ["partner_not_active", refundOperations],
  ["access_denied", refundOperations],
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
  ["service_unavailable", refundOperations],
  ["service_overloaded", refundOperations],
] as const satisfies readonly (readonly [ErrorCode, readonly RefundOperation[]])[];

export type RefundErrorCode = (typeof refundErrors)[number][0];

/** The kinds of advice that the error catalogue gives for these codes. */
export type RefundAdvice = Extract<Advice, (typeof errorCatalogue)[RefundErrorCode][3]>;
