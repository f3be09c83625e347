import type { ErrorCode } from "@/server/domain/errors";
import type { Failure } from "../../ui/failure-of";

/** The fields of the form, by the procedure's names. */
export const paymentFields = ["amount", "terminalId", "installment", "description", "partnerTxCode"] as const;
export type PaymentField = (typeof paymentFields)[number];

/** The field that a refusal is about. */
const fieldByCode: Readonly<Partial<Record<ErrorCode, PaymentField>>> = {
  duplicate_partner_tx_code: "partnerTxCode",
  sensitive_data_not_allowed: "description",
  terminal_not_allowed: "terminalId",
  installment_not_allowed: "installment",
  amount_limit_exceeded: "amount",
  pos_per_tx_limit_exceeded: "amount",
  pos_daily_limit_exceeded: "amount",
  pos_weekly_limit_exceeded: "amount",
  pos_monthly_limit_exceeded: "amount",
  pos_time_window_limit_exceeded: "amount",
};

/** Where a refusal is said, and what; null where it is about no single field. */
export function refusedField({
  code,
  message,
}: Pick<Failure, "code" | "message">): { field: PaymentField; message: string } | null {
  if (code === null || message === null) return null;
  const field = fieldByCode[code];
  if (field) return { field, message };
  // `amount: must be …`: what is wrong with one field, or with several.
  const [, name, what] = /^(\w+): ([^;]+)$/.exec(message) ?? [];
  const named = paymentFields.find((one) => one === name);
  return code === "validation_error" && named && what ? { field: named, message: what } : null;
}
