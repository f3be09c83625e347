import { expect, test } from "vitest";
import { handlePaymentReturn } from "./payment-return";

const readLocation = (query: string) =>
  handlePaymentReturn(new Request(`http://panel.test/panel/payments/returned${query}`)).headers.get("location");

const code = "pay_01K8Z3W2M7N8P9Q0R1S2T3V4W5";

test.each([
  [`?paymentCode=${code}&result=success`, `/panel/payments/${code}`],
  [`?result=failure&paymentCode=${code}`, `/panel/payments/${code}`],
  ["", "/panel/payments"],
  ["?paymentCode=//evil.example", "/panel/payments"],
  [`?paymentCode=${code}/../../staff`, "/panel/payments"],
  [`?paymentCode=${code.toLowerCase()}`, "/panel/payments"],
  ["?paymentCode=pl_01K8Z3W2M7N8P9Q0R1S2T3V4W5", "/panel/payments"],
])("%s redirects to %s", (query, location) => expect(readLocation(query)).toBe(location));

test("answers 303, which no cache may keep", () => {
  const answer = handlePaymentReturn(new Request(`http://panel.test/x?paymentCode=${code}`));
  expect([answer.status, answer.headers.get("cache-control")]).toEqual([303, "no-store"]);
});
