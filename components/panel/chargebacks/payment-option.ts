import type { Option } from "../../ui/list/filter-texts";
import type { Chargeback } from "./chargeback-types";

/**
 * Returns the filter for one payment, named by its order code once a row has it. It is offered only where the address
 * names a payment, because the list of payments is the place to look for one.
 */
export function findPaymentOption(
  label: string,
  paymentCode: string | null,
  rows: readonly Pick<Chargeback, "paymentCode" | "partnerTxCode">[],
): { readonly label: string; readonly options: Option[] } | null {
  if (paymentCode === null) return null;
  const known = rows.find((row) => row.paymentCode === paymentCode);
  return { label, options: [{ value: paymentCode, label: known?.partnerTxCode ?? paymentCode }] };
}
