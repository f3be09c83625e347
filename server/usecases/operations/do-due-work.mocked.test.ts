import { beforeEach, expect, test, vi } from "vitest";
import { FixedClock } from "@/server/domain/clock";
import { type DueKind, listDue } from "@/server/store/operations/due";
import { inquireCapture } from "../captures/inquire-capture";
import type { Ctx } from "../ctx";
import { createDueWorkLock } from "../due-work-lock";
import { expirePayment } from "../expiry/expire-payment";
import { doDueWork } from "./do-due-work";

vi.mock("@/server/store/operations/due", () => ({ dueKinds: ["capture_inquiry", "payment_expiry"], listDue: vi.fn() }));
vi.mock("../captures/inquire-capture");
vi.mock("../expiry/expire-payment");

const at = new Date();

/** Lists `countDue` items of a kind, where the kind is wanted. */
const listKind = (kind: DueKind, countDue: number) =>
  Array.from({ length: countDue }, (_, n) => ({ kind, id: `${kind}_${n}`, at, partnerId: "" }));

/** Lets every inquiry hang; returns what ends those under way. */
function hangInquiries() {
  const ends: (() => void)[] = [];
  vi.mocked(inquireCapture).mockImplementation(() => new Promise((resolve) => ends.push(() => resolve(true))));
  const endAll = (): void => {
    for (const end of ends.splice(0)) end();
  };
  return { ends, endAll };
}

beforeEach(() => void vi.resetAllMocks());

test("the sandbox clock waits for the inquiries under way, not for the rest of the list", async () => {
  vi.mocked(listDue).mockImplementation(async (_db, _until, _max, kinds) =>
    kinds?.includes("capture_inquiry") ? listKind("capture_inquiry", 100) : [],
  );
  const { ends, endAll } = hangInquiries();
  const dueWork = createDueWorkLock();
  const ctx = { dueWork, clock: new FixedClock() } as unknown as Ctx;
  const round = dueWork.shared(() => doDueWork(ctx, { until: at }));
  await vi.waitFor(() => expect(ends).toHaveLength(20));
  const clock = dueWork.exclusive(async () => "moved");
  endAll();
  expect(await clock).toBe("moved");
  expect((await round).inquiries).toBe(20);
  expect(inquireCapture).toHaveBeenCalledTimes(20);
});

test("payments expire while more inquiries hang than a list holds", async () => {
  let due = listKind("payment_expiry", 250);
  vi.mocked(listDue).mockImplementation(async (_db, _until, countMax, kinds) => {
    if (kinds?.includes("payment_expiry")) return due.slice(0, countMax);
    return kinds?.includes("capture_inquiry") ? listKind("capture_inquiry", countMax) : [];
  });
  vi.mocked(expirePayment).mockImplementation(async () => due.pop() !== undefined);
  const { ends, endAll } = hangInquiries();
  const ctx = { dueWork: createDueWorkLock(), clock: new FixedClock() } as unknown as Ctx;
  const round = doDueWork(ctx, { until: at });
  await vi.waitFor(() => expect(due).toHaveLength(0), 3_000);
  expect(ends).toHaveLength(20);
  due = listKind("payment_expiry", 3);
  await vi.waitFor(() => expect(due).toHaveLength(0), 3_000);
  expect(inquireCapture).toHaveBeenCalledTimes(20);
  vi.mocked(inquireCapture).mockResolvedValue(false);
  endAll();
  expect(await round).toMatchObject({ paymentsExpired: 253, inquiries: 20 });
});
