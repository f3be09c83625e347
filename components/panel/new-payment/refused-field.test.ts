import { expect, test } from "vitest";
import type { ErrorCode } from "@/server/domain/errors";
import { findRefusedField } from "./refused-field";

const refused = (code: ErrorCode | null, message: string | null = "why") => findRefusedField({ code, message });

test.each([
  ["duplicate_partner_tx_code", "partnerTxCode"],
  ["pos_daily_limit_exceeded", "amount"],
  ["installment_not_allowed", "installment"],
  ["terminal_not_allowed", "terminalId"],
] as const)("shows %s at the field %s", (code, field) => {
  expect(refused(code)).toEqual({ field, message: "why" });
});

test("shows a validation error of one field at that field, without its name", () => {
  expect(refused("validation_error", "partnerTxCode: max 128 characters")).toEqual({
    field: "partnerTxCode",
    message: "max 128 characters",
  });
});

test.each([
  ["partner_not_active", "The account is suspended or closed."],
  ["validation_error", "amount: is required; terminalId: is required"],
  ["validation_error", "body: must be an object"],
  [null, null],
] as const)("returns null for %s: %s", (code, message) => {
  expect(refused(code, message)).toBeNull();
});
