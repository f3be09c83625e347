import { describe, expect, test } from "vitest";
import {
  type DeclinedAttempt,
  declineAdvices,
  declineParties,
  declineReasons,
  declineTable,
  findDecline,
  isRefusedBeforeBank,
  readThreeDSecureRefusal,
  withFormerNames,
} from "./decline";

const attempt = (changes: Partial<DeclinedAttempt>): DeclinedAttempt => ({
  status: "declined",
  declineReason: null,
  bankCode: null,
  bankMessage: null,
  startedBy: 1,
  handedOutAt: new Date("2026-11-20T09:00:00.000Z"),
  ...changes,
});
const failed = { status: "failed", failureCode: "capture_declined" };

describe("findDecline", () => {
  const refused = attempt({ declineReason: "expired_card", bankCode: "54", bankMessage: "Kart süresi dolmuş" });

  test("null once captured, where no card was tried, and while the only card is on its way", () => {
    expect(findDecline({ status: "captured", failureCode: null }, [refused])).toBeNull();
    expect(findDecline(failed, [])).toBeNull();
    for (const status of ["preparing", "started", "capturing", "unknown", "captured"]) {
      expect(findDecline({ status: "initiated", failureCode: null }, [attempt({ status })])).toBeNull();
    }
  });

  test("the newest refused card, behind one that is on its way", () => {
    const [onItsWay, older] = [attempt({ status: "started" }), attempt({ declineReason: "do_not_honour" })];
    expect(findDecline({ status: "initiated", failureCode: null }, [onItsWay, refused, older])).toEqual({
      reason: "expired_card",
      by: "buyer",
      advice: "other_card",
      bankCode: "54",
      bankMessage: "Kart süresi dolmuş",
    });
  });

  test.each([
    ["not_authenticated", null, failed, "three_ds_failed"],
    ["not_started", null, failed, "bank_unavailable"],
    ["declined", "settled_by_hand", failed, "bank_unavailable"],
    ["declined", null, failed, "unknown"],
    ["declined", "reversal_refused", failed, "unknown"],
    ["abandoned", null, { status: "expired", failureCode: null }, "expired"],
    ["abandoned", null, { status: "failed", failureCode: "link_expired" }, "expired"],
    ["abandoned", null, { status: "failed", failureCode: "link_cancelled" }, "cancelled_by_merchant"],
    ["abandoned", null, { status: "failed", failureCode: "abandoned" }, "abandoned"],
    ["abandoned", null, { status: "failed", failureCode: "superseded" }, "abandoned"],
  ])("%s with the reason %s of %j: %s", (status, declineReason, payment, reason) => {
    expect(findDecline(payment, [attempt({ status, declineReason })])).toMatchObject({
      reason,
      ...declineTable[reason as "expired"],
    });
  });

  test("a start that a crash of ours interrupted is no refused card", () => {
    const interrupted = attempt({ status: "abandoned", handedOutAt: null });
    expect(findDecline({ status: "expired", failureCode: null }, [interrupted])).toBeNull();
    expect(findDecline({ status: "expired", failureCode: null }, [interrupted, refused])).toMatchObject({
      bankCode: "54",
    });
  });
});

test("every reason has a party and an advice of the lists, and each of them is used", () => {
  const rows = declineReasons.map((reason) => declineTable[reason]);
  expect(new Set(rows.map(({ by }) => by))).toEqual(new Set(declineParties));
  expect(new Set(rows.map(({ advice }) => advice))).toEqual(new Set(declineAdvices));
});

test("a rejected attempt without a bank's code was refused before the bank", () => {
  expect(isRefusedBeforeBank({ status: "rejected", bankCode: null })).toBe(true);
  expect(isRefusedBeforeBank({ status: "rejected", bankCode: "0041" })).toBe(false);
  expect(isRefusedBeforeBank({ status: "declined", bankCode: null })).toBe(false);
});

test("the former names of reasons stand beside the new ones in a condition, and no others", () => {
  expect(withFormerNames(["lost_or_stolen", "card_limit_exceeded"])).toEqual([
    "lost_or_stolen",
    "card_limit_exceeded",
    "lost_or_stolen_card",
    "limit_exceeded",
  ]);
  expect(withFormerNames(["expired_card"])).toEqual(["expired_card"]);
});

describe("a failed 3-D Secure", () => {
  test.each([
    ["0", "three_ds_failed"],
    ["2", "three_ds_not_enrolled"],
    ["3", "three_ds_not_enrolled"],
    ["4", "three_ds_not_enrolled"],
    ["5", "three_ds_unavailable"],
    ["6", "three_ds_unavailable"],
    ["7", "three_ds_unavailable"],
    ["8", "invalid_card"],
    ["9", "three_ds_not_enrolled"],
    ["-1", "three_ds_failed"],
  ])("with the status %s: %s, and the status is kept", (mdStatus, declineReason) => {
    const kept = { declineReason, bankCode: `mdStatus-${mdStatus}`, bankMessage: null };
    expect(readThreeDSecureRefusal({ mdStatus })).toEqual(kept);
  });

  test.each(["Cancelled by cardholder", "İptal edildi", "Kullanıcı vazgeçti"])(
    "three_ds_cancelled for %j",
    (bankMessage) => {
      expect(readThreeDSecureRefusal({ mdStatus: "0", bankMessage })).toMatchObject({
        declineReason: "three_ds_cancelled",
      });
    },
  );

  test("a code of the bank counts before the status; without either nothing is kept", () => {
    const refusal = { reason: "invalid_card", bankCode: "HPP-1001" } as const;
    expect(readThreeDSecureRefusal({ mdStatus: null, refusal })).toMatchObject({
      declineReason: "invalid_card",
      bankCode: "HPP-1001",
    });
    const nothing = { declineReason: "three_ds_failed", bankCode: null, bankMessage: null };
    expect(readThreeDSecureRefusal({ mdStatus: null })).toEqual(nothing);
    expect(readThreeDSecureRefusal({ mdStatus: "'; --" })).toEqual(nothing);
  });
});
