import { expect, test } from "vitest";
import { resendableMs } from "./delivery";
import { resendFailedForm, resendFailedInput } from "./resend-failed";

test.each([
  ["", []],
  ["payment.failed", ["payment.failed"]],
] as const)("the type %j means the types %j, which are valid for the procedure", (type, types) => {
  const sent = resendFailedForm.parse({ sinceMs: resendableMs, type });
  expect(sent).toEqual({ sinceMs: resendableMs, types });
  expect(resendFailedInput.parse(sent)).toEqual(sent);
});

test("a period beyond the last one and an unknown type are refused", () => {
  expect(resendFailedForm.safeParse({ sinceMs: resendableMs + 1, type: "" }).success).toBe(false);
  expect(resendFailedForm.safeParse({ sinceMs: 1, type: "payment.lost" as "payment.failed" }).success).toBe(false);
});
