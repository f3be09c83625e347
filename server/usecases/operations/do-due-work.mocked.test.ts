import { setTimeout as sleep } from "node:timers/promises";
import { beforeEach, describe, expect, test, vi } from "vitest";
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

describe("while work in the database never ceases", () => {
  const listEndlessly: typeof listDue = async (_db, _until, countMax, kinds) => {
    if (kinds?.includes("payment_expiry")) return listKind("payment_expiry", countMax);
    return kinds?.includes("capture_inquiry") ? listKind("capture_inquiry", countMax) : [];
  };
  /** Gives the event loop a turn, as a query does. */
  const expireSlowly = () => new Promise<boolean>((resolve) => setImmediate(() => resolve(true)));

  test("the next list of inquiries follows when the first one has ended", async () => {
    vi.mocked(listDue).mockImplementation(listEndlessly);
    vi.mocked(expirePayment).mockImplementation(expireSlowly);
    const { ends, endAll } = hangInquiries();
    const dueWork = createDueWorkLock();
    const ctx = { dueWork, clock: new FixedClock() } as unknown as Ctx;
    const round = dueWork.shared(() => doDueWork(ctx, { until: at }));
    await vi.waitFor(() => expect(ends).toHaveLength(20));
    const donePreviously = vi.mocked(expirePayment).mock.calls.length;
    await vi.waitFor(() => expect(vi.mocked(expirePayment).mock.calls.length).toBeGreaterThan(donePreviously), 3_000);
    vi.mocked(inquireCapture).mockResolvedValue(false);
    endAll();
    await vi.waitFor(() => expect(vi.mocked(inquireCapture).mock.calls.length).toBeGreaterThan(120), 3_000);
    await dueWork.exclusive(async () => undefined);
    await round;
  });

  test("a failing database ends the sweep only after the calls under way, which need the lock of the caller", async () => {
    let isFailing = false;
    vi.mocked(listDue).mockImplementation((...query) =>
      isFailing ? Promise.reject(new Error("the database does not answer")) : listEndlessly(...query),
    );
    vi.mocked(expirePayment).mockImplementation(expireSlowly);
    const { ends, endAll } = hangInquiries();
    const ctx = { dueWork: createDueWorkLock(), clock: new FixedClock() } as unknown as Ctx;
    let hasEnded = false;
    const round = doDueWork(ctx, { until: at }).finally(() => {
      hasEnded = true;
    });
    const outcome = expect(round).rejects.toThrow("does not answer");
    await vi.waitFor(() => expect(ends).toHaveLength(20));
    isFailing = true;
    await sleep(1_300);
    expect(hasEnded).toBe(false);
    vi.mocked(inquireCapture).mockResolvedValue(false);
    endAll();
    await outcome;
  });
});
