import { expect, test } from "vitest";
import { handleReturned } from "./returned";

const leads = (query: string) =>
  handleReturned(new Request(`http://panel.test/panel/payments/returned${query}`)).headers.get("location");

const code = "pay_01K8Z3W2M7N8P9Q0R1S2T3V4W5";

test.each([
  [`?paymentCode=${code}&result=success`, `/panel/payments/${code}`],
  [`?result=failure&paymentCode=${code}`, `/panel/payments/${code}`],
  ["", "/panel/payments"],
  ["?paymentCode=//evil.example", "/panel/payments"],
  [`?paymentCode=${code}/../../staff`, "/panel/payments"],
  [`?paymentCode=${code.toLowerCase()}`, "/panel/payments"],
  ["?paymentCode=pl_01K8Z3W2M7N8P9Q0R1S2T3V4W5", "/panel/payments"],
])("%s leads to %s", (query, location) => expect(leads(query)).toBe(location));

test("the way back is a 303 that nobody keeps", () => {
  const answer = handleReturned(new Request(`http://panel.test/x?paymentCode=${code}`));
  expect([answer.status, answer.headers.get("cache-control")]).toEqual([303, "no-store"]);
});
