import type { Failure } from "@/components/ui/read-failure";
import type { ErrorCode } from "@/server/domain/errors";

/** The fields of the form, named as in the procedure's input. */
const paymentFields = ["amount", "terminalId", "installment", "description", "partnerTxCode"] as const;
export type PaymentField = (typeof paymentFields)[number];

/** The field that an error code concerns. */
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

/** Returns the field and the text of a refusal. Returns null when the refusal does not concern exactly one field. */
export function findRefusedField({
  code,
  message,
}: Pick<Failure, "code" | "message">): { field: PaymentField; message: string } | null {
  if (code === null || message === null) return null;
  const field = fieldByCode[code];
  if (field) return { field, message };
  // A validation message has the form `amount: must be …`, with `;` between several fields.
  const [, name, problem] = /^(\w+): ([^;]+)$/.exec(message) ?? [];
  const named = paymentFields.find((one) => one === name);
  return code === "validation_error" && named && problem ? { field: named, message: problem } : null;
}
