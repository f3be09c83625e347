import { describe, expect, test } from "vitest";
import { noLinkTexts } from "@/server/domain/links/link-texts";
import type { LinkSummary } from "./link-page";
import { toPageState } from "./link-page-state";

const summary: LinkSummary = {
  merchantName: "Çiçekçi",
  logoId: null,
  reference: 1n,
  ...noLinkTexts,
  items: null,
  amountKurus: 125_050n,
  customerShareBps: 0,
  expiresAt: new Date("2026-11-29T10:00:00.000Z"),
};
const at = (time: string) => new Date(`2026-11-22T${time}.000Z`);
const waiting = (canGiveUpFrom: Date | null) => ({
  kind: "in_progress" as const,
  summary,
  progress: {
    amountKurus: 125_050n,
    startedAt: at("10:00:00"),
    until: at("10:30:00"),
    canGiveUpFrom,
    canPayAgain: true,
  },
});

describe("toPageState", () => {
  test("changes exactly at the instant from which the attempt may be given up", () => {
    expect(toPageState(waiting(at("10:02:00")), at("10:01:59"))).toBe("in_progress");
    expect(toPageState(waiting(at("10:02:00")), at("10:02:00"))).toBe("in_progress_can_give_up");
  });
  test("in_progress_settling while a capture is in progress", () => {
    expect(toPageState(waiting(null), at("10:29:00"))).toBe("in_progress_settling");
  });
  test("the kind of the state when no attempt is in progress", () => {
    expect(toPageState({ kind: "expired", summary }, at("10:00:00"))).toBe("expired");
  });
});
