import type { Advice, errorCatalogue } from "@/server/domain/error-catalogue";
import type { ErrorCode } from "@/server/domain/errors";

/** The four operations on payment links. */
export const linkOperations = ["create", "list", "get", "cancel"] as const;
export type LinkOperation = (typeof linkOperations)[number];

/** The error codes with the operations that can return them, in the order of the checks (D-7). */
export const linkErrors = [
  ["rate_limited", linkOperations],
  ["unauthorized", linkOperations],
  ["partner_not_active", linkOperations],
  ["access_denied", linkOperations],
  ["payload_too_large", ["create"]],
  ["unsupported_media_type", ["create"]],
  ["validation_error", ["create", "list"]],
  ["sensitive_data_not_allowed", ["create"]],
  ["partner_entitlement_required", ["create"]],
  ["payment_acceptance_held", ["create"]],
  ["terminal_not_allowed", ["create"]],
  ["payment_link_items_amount_mismatch", ["create"]],
  ["installment_not_allowed", ["create"]],
  ["payment_link_not_found", ["get", "cancel"]],
  ["payment_link_already_paid", ["cancel"]],
  ["payment_link_expired", ["cancel"]],
  ["payment_link_cancelled", ["cancel"]],
  ["internal_error", linkOperations],
  ["service_unavailable", linkOperations],
  ["service_overloaded", linkOperations],
] as const satisfies readonly (readonly [ErrorCode, readonly LinkOperation[]])[];

export type LinkErrorCode = (typeof linkErrors)[number][0];

/** The kinds of advice that the error catalogue gives for these codes. */
export type LinkAdvice = Extract<Advice, (typeof errorCatalogue)[LinkErrorCode][3]>;
