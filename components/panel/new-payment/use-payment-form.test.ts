import { expect, test } from "vitest";
import { placeRefusal } from "@/components/ui/form/refusal";
import type { ErrorCode } from "@/server/domain/errors";
import { newPaymentForm } from "@/server/domain/payments/new-payment";
import type { Terminal } from "../outputs";
import { findInstallment, refusedPaymentFields } from "./use-payment-form";

const names = Object.keys(newPaymentForm({ minAmountKurus: null, maxAmountKurus: null }).shape);
const place = (code: ErrorCode) =>
  placeRefusal(Object.assign(new Error("why"), { data: { code } }), refusedPaymentFields, names);

test.each([
  ["duplicate_partner_tx_code", "partnerTxCode"],
  ["pos_daily_limit_exceeded", "amount"],
  ["amount_limit_exceeded", "amount"],
  ["installment_not_allowed", "installment"],
  ["terminal_not_allowed", "terminalId"],
  ["sensitive_data_not_allowed", "description"],
] as const)("shows %s at the field %s", (code, field) => {
  expect(place(code)).toEqual({ [field]: { type: `refused:${code}`, message: "why" } });
});

test("shows a refusal of the account as a whole", () => {
  expect(place("partner_not_active")).toBeNull();
  expect(place("payment_acceptance_held")).toBeNull();
});

test("keeps the installment count where the terminal permits it, and takes the terminal's first one elsewhere", () => {
  const terminal = { effectiveCounts: [2, 3, 6] } as unknown as Terminal;
  expect([3, 1].map((wanted) => findInstallment(terminal, wanted))).toEqual([3, 2]);
  expect(findInstallment(undefined, 3)).toBe(1);
});
