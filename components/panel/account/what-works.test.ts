import { expect, test } from "vitest";
import { abilities, whatWorks } from "./what-works";

const of = (state: Partial<Parameters<typeof whatWorks>[0]>): string => {
  const works = whatWorks({ status: "active", isHeld: false, paymentLinksEnabled: true, ...state });
  return abilities.map((ability) => `${ability}=${works[ability]}`).join(" ");
};

test("everything works for an active account", () => {
  expect(of({})).toBe("payments=yes links=yes linkPayments=yes startedPayments=yes refunds=yes queries=yes");
});

test("no links without the entitlement, neither new ones nor the paying of old ones", () => {
  expect(of({ paymentLinksEnabled: false })).toContain("payments=yes links=no linkPayments=no");
});

test("a hold stops what is new, and neither refunds nor what was begun", () => {
  expect(of({ isHeld: true })).toBe(
    "payments=no links=no linkPayments=no startedPayments=yes refunds=yes queries=yes",
  );
});

test("a suspension stops refunds as well, also under a hold", () => {
  for (const isHeld of [false, true]) {
    expect(of({ status: "suspended", isHeld })).toBe(
      "payments=no links=no linkPayments=no startedPayments=yes refunds=no queries=yes",
    );
  }
});

test("a closed account only sees what is at the bank to its end", () => {
  expect(of({ status: "closed" })).toBe(
    "payments=no links=no linkPayments=no startedPayments=limited refunds=no queries=limited",
  );
});
