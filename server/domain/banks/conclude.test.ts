import { expect, test } from "vitest";
import { type Cause, causeCodes, causes } from "./causes";
import { conclude, type Observation, type Sign } from "./conclude";
import type { CheckName } from "./diagnosis";

const seen = (check: CheckName, sign: Sign, more: Partial<Observation> = {}): Observation => ({
  check,
  sign,
  evidence: null,
  ...more,
});
const name = (...observations: Observation[]): Cause[] => conclude(observations).map(({ cause }) => cause);

test("concludes nothing from answers that are fine", () => {
  expect(conclude([seen("inquiry", "fine"), seen("gate", "fine"), seen("clock", "fine", { clockSeconds: 3 })])).toEqual(
    [],
  );
});

test("concludes one finding from several answers with the same cause, with the checks and the first evidence", () => {
  const evidence = { address: "api", code: "0769", text: null, httpStatus: 200, sourceAddress: null } as const;
  const sign = "source_address_not_registered";
  expect(conclude([seen("inquiry", sign, { evidence }), seen("void", sign), seen("void", sign)])).toEqual([
    {
      cause: sign,
      mender: "bank",
      severity: "blocking",
      checks: ["inquiry", "void"],
      evidence,
      counts: [],
      clockSeconds: null,
    },
  ]);
});

test("puts blocking findings first", () => {
  expect(name(seen("void", "void_right_missing"), seen("gate", "wrong_store_key"))).toEqual([
    "wrong_store_key",
    "void_right_missing",
  ]);
});

test.each<[string, Sign, Cause]>([
  ["refuses the shop too", "gate_refused_shop", "wrong_merchant_number"],
  ["knows the shop", "fine", "wrong_api_user_or_password"],
  ["knows the shop and refuses its signature", "wrong_store_key", "wrong_api_user_or_password"],
  ["says nothing that is understood", "unknown", "credentials_refused"],
  ["does not answer", "no_answer", "credentials_refused"],
])("narrows refused credentials by a gate that %s", (_, gate, cause) => {
  expect(name(seen("inquiry", "client_user_or_password"), seen("gate", gate))).toContain(cause);
});

test("does not guess which credential is wrong when the gate was not asked", () => {
  expect(name(seen("inquiry", "merchant_user_or_password"))).toEqual(["credentials_refused"]);
});

test("names a wrong password where the inquiry does not check it", () => {
  const refused = seen("void", "merchant_user_or_password");
  expect(name(seen("inquiry", "fine"), refused, seen("gate", "fine"))).toEqual(["wrong_api_password"]);
});

test("is unknown for a gate that takes no order of a shop that the API knows", () => {
  expect(name(seen("inquiry", "fine"), seen("gate", "gate_refused_shop"))).toEqual(["unknown"]);
});

test("leaves out what a blocking cause explains, and keeps an unknown beside an impaired one", () => {
  expect(name(seen("inquiry", "wrong_api_password"), seen("gate", "wrong_store_key"))).toEqual(["wrong_api_password"]);
  expect(name(seen("inquiry", "merchant_closed"), seen("gate", "unknown"))).toEqual(["merchant_closed"]);
  expect(name(seen("history", "unknown"), seen("void", "void_right_missing"))).toEqual([
    "unknown",
    "void_right_missing",
  ]);
});

test("takes two missing rights for one user without both", () => {
  const both = [seen("void", "void_right_missing"), seen("refund", "refund_right_missing")];
  expect(name(...both)).toEqual(["refund_user_without_right"]);
});

test("names a source address for reversals only when inquiries work and both reversals fail generally", () => {
  const [reversal, refund] = [seen("void", "system_error"), seen("refund", "system_error")];
  expect(name(seen("inquiry", "fine"), reversal, refund)).toEqual(["refund_address_not_registered"]);
  expect(name(seen("inquiry", "system_error"), reversal, refund)).toEqual(["unknown"]);
  expect(name(seen("inquiry", "fine"), reversal, seen("refund", "fine"))).toEqual(["unknown"]);
});

test("tells closed installments from single counts, and does not generalise from one count", () => {
  const count = (n: number, sign: Sign) => seen("installments", sign, { count: n });
  expect(name(count(2, "count_refused"), count(3, "count_refused"))).toEqual(["installments_closed"]);
  expect(conclude([count(2, "fine"), count(9, "count_refused"), count(12, "count_refused")])).toMatchObject([
    { cause: "installment_count_not_opened", counts: [9, 12] },
  ]);
  expect(name(count(3, "count_refused"))).toEqual(["installment_count_not_opened"]);
});

test("names every cause that an answer names by itself, whatever it is", () => {
  for (const cause of causeCodes) {
    expect(conclude([seen("inquiry", cause)])).toMatchObject([{ cause, ...causes[cause] }]);
  }
});
