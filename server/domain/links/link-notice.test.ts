import { expect, test } from "vitest";
import { listLinkNotices } from "./link-notice";

const noLimits = { minAmountKurus: null, maxAmountKurus: null };
const terminal = { active: true, virtualPosActive: true, pspActive: true, limits: { perTx: null } };
const outside = "amount_outside_account_limits";
const cannot = "terminal_cannot_charge";

test.each([
  ["without limits", {}, []],
  ["at the minimum", { minAmountKurus: 40_000n }, []],
  ["at the maximum", { maxAmountKurus: 40_000n }, []],
  ["below the minimum", { minAmountKurus: 40_001n }, [outside]],
  ["above the maximum", { maxAmountKurus: 39_999n }, [outside]],
])("judges an amount %s of the account", (_what, limits, notices) => {
  expect(listLinkNotices(40_000n, { ...noLimits, ...limits }, terminal)).toEqual(notices);
});

test.each([
  ["an inactive terminal", { active: false }, [cannot]],
  ["an inactive virtual POS", { virtualPosActive: false }, [cannot]],
  ["an inactive provider", { pspActive: false }, [cannot]],
  ["a limit for one payment that is reached", { limits: { perTx: 40_000n } }, []],
  ["a limit for one payment that is passed", { limits: { perTx: 39_999n } }, [cannot]],
])("judges a terminal with %s", (_what, changes, notices) => {
  expect(listLinkNotices(40_000n, noLimits, { ...terminal, ...changes })).toEqual(notices);
});

test("lists both notices in the order of the header, each once", () => {
  const broken = { active: false, virtualPosActive: false, pspActive: false, limits: { perTx: 1n } };
  expect(listLinkNotices(40_000n, { ...noLimits, maxAmountKurus: 1n }, broken)).toEqual([outside, cannot]);
});
