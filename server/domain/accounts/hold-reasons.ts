/** Why payment acceptance of an account is held (D-33). */
export const holdReasons = [
  "risk_review",
  "missing_documents",
  "regulatory",
  "merchant_request",
  "maintenance",
] as const;
export type HoldReason = (typeof holdReasons)[number];
