import { expect, test } from "vitest";
import type { PayoutStatus } from "@/server/domain/states";
import { listPayoutActions } from "./list-payout-actions";
import type { PayoutDetail } from "./payout-types";

const createdAt = new Date("2026-11-28T06:00:00Z");

const build = (status: PayoutStatus, more: Partial<PayoutDetail> = {}): PayoutDetail =>
  ({
    payoutId: "pob_1",
    status,
    isHeld: false,
    ibanMasked: "TR33",
    waitingChangeId: null,
    fileId: null,
    chain: [],
    ...more,
  }) as unknown as PayoutDetail;

const chainOf = (...states: PayoutStatus[]) =>
  states.map((status, index) => ({ payoutId: `pob_${index + 1}`, status, createdAt }));

test.each([
  ["prepared", ["withdraw", "propose"]],
  ["approved", ["failed"]],
  ["sent", ["failed", "paid"]],
  ["paid_out", []],
  ["failed", ["reissue"]],
  ["withdrawn", []],
] as const)("a payout that is %s allows %j", (status, expected) => {
  expect(listPayoutActions(build(status, { chain: chainOf(status) }))).toEqual(expected);
});

test.each([
  ["of a held account", { isHeld: true }],
  ["of an account without an IBAN", { ibanMasked: null }],
  ["that waits in a proposal", { waitingChangeId: "chg_1" }],
])("a prepared payout %s can only be withdrawn", (_case, more) => {
  expect(listPayoutActions(build("prepared", more))).toEqual(["withdraw"]);
});

test("an approved payout in a file that was not sent allows nothing", () => {
  expect(listPayoutActions(build("approved", { fileId: "pof_1" }))).toEqual([]);
});

test.each([
  [chainOf("failed", "prepared"), []],
  [chainOf("failed", "withdrawn"), ["reissue"]],
  [chainOf("failed", "withdrawn", "paid_out"), []],
] as const)("a failed payout is issued again unless one after it still counts: %j", (chain, expected) => {
  expect(listPayoutActions(build("failed", { chain: [...chain] }))).toEqual(expected);
});

test("the last payout of a chain that failed is issued again", () => {
  const last = build("failed", { payoutId: "pob_2", chain: chainOf("failed", "failed") });
  expect(listPayoutActions(last)).toEqual(["reissue"]);
});
