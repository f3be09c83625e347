import { expect, test, vi } from "vitest";
import { listDue } from "@/server/store/operations/due";
import { inquireCapture } from "../captures/inquire-capture";
import type { Ctx } from "../ctx";
import { createDueWorkLock } from "../due-work-lock";
import { fireDue } from "./fire-due";

vi.mock("@/server/store/operations/due", () => ({ dueKinds: ["inquiry"], listDue: vi.fn() }));
vi.mock("../captures/inquire-capture");

test("the sandbox clock waits for the inquiries under way, not for the rest of the list", async () => {
  const at = new Date();
  const due = Array.from({ length: 100 }, (_, n) => ({
    kind: "inquiry" as const,
    id: `${n}`,
    at,
    partnerId: "",
  }));
  vi.mocked(listDue).mockResolvedValue(due);
  const ends: (() => void)[] = [];
  vi.mocked(inquireCapture).mockImplementation(() => new Promise((resolve) => ends.push(() => resolve(true))));
  const dueWork = createDueWorkLock();
  const round = dueWork.shared(() => fireDue({ dueWork } as unknown as Ctx, { until: at }));
  await vi.waitFor(() => expect(ends).toHaveLength(20));
  const clock = dueWork.exclusive(async () => "moved");
  for (const end of ends) end();
  expect(await clock).toBe("moved");
  expect((await round).inquiries).toBe(20);
  expect(inquireCapture).toHaveBeenCalledTimes(20);
});
