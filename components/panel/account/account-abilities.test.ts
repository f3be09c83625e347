import { expect, test } from "vitest";
import { abilities, findAbilities } from "./account-abilities";

const describeAbilities = (state: Partial<Parameters<typeof findAbilities>[0]>): string => {
  const works = findAbilities({ status: "active", isHeld: false, paymentLinksEnabled: true, ...state });
  return abilities.map((ability) => `${ability}=${works[ability]}`).join(" ");
};

test("an active account can do everything", () => {
  expect(describeAbilities({})).toBe(
    "payments=yes links=yes linkPayments=yes startedPayments=yes refunds=yes queries=yes",
  );
});

test("an account without the link entitlement can neither create links nor have existing links paid", () => {
  expect(describeAbilities({ paymentLinksEnabled: false })).toContain("payments=yes links=no linkPayments=no");
});

test("a hold stops new payments and links, but not refunds or started payments", () => {
  expect(describeAbilities({ isHeld: true })).toBe(
    "payments=no links=no linkPayments=no startedPayments=yes refunds=yes queries=yes",
  );
});

test("a suspension also stops refunds, with and without a hold", () => {
  for (const isHeld of [false, true]) {
    expect(describeAbilities({ status: "suspended", isHeld })).toBe(
      "payments=no links=no linkPayments=no startedPayments=yes refunds=no queries=yes",
    );
  }
});

test("a closed account only finishes payments that are already at the bank", () => {
  expect(describeAbilities({ status: "closed" })).toBe(
    "payments=no links=no linkPayments=no startedPayments=limited refunds=no queries=limited",
  );
});
