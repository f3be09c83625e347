import { describe, expect, test } from "vitest";
import type { LinkFace } from "./link-page";
import { shownOf } from "./link-shown";

const face: LinkFace = {
  merchantName: "Çiçekçi",
  reference: 1n,
  payerName: null,
  description: null,
  items: null,
  amountKurus: 125_050n,
  customerShareBps: 0,
  expiresAt: new Date("2026-11-29T10:00:00.000Z"),
};
const at = (time: string) => new Date(`2026-11-22T${time}.000Z`);
const waiting = (canGiveUpFrom: Date | null) => ({
  kind: "in_progress" as const,
  face,
  progress: {
    amountKurus: 125_050n,
    startedAt: at("10:00:00"),
    until: at("10:30:00"),
    canGiveUpFrom,
    canPayAgain: true,
  },
});

describe("a waiting page is another one", () => {
  test("from the instant at which the attempt may be given up, and not before", () => {
    expect(shownOf(waiting(at("10:02:00")), at("10:01:59"))).toBe("in_progress");
    expect(shownOf(waiting(at("10:02:00")), at("10:02:00"))).toBe("in_progress_can_give_up");
  });
  test("never while a capture runs", () => {
    expect(shownOf(waiting(null), at("10:29:00"))).toBe("in_progress_settling");
  });
  test("as soon as the link stands elsewhere", () => {
    expect(shownOf({ kind: "expired", face }, at("10:00:00"))).toBe("expired");
  });
});
