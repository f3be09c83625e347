import { beforeEach, describe, expect, test, vi } from "vitest";
import { FixedClock } from "@/server/domain/clock";
import { type RealTime, systemTime } from "@/server/domain/real-time";
import { type DueKind, listDue, listDueOfEach } from "@/server/store/operations/due";
import { inquireCapture } from "../captures/inquire-capture";
import type { Ctx } from "../ctx";
import { createDueWorkLock } from "../due-work-lock";
import { expirePayment } from "../expiry/expire-payment";
import { doDueWork } from "./do-due-work";

vi.mock("@/server/store/operations/due", () => ({
  dueKinds: ["capture_inquiry", "payment_expiry"],
  listDue: vi.fn(),
  listDueOfEach: vi.fn(),
}));
vi.mock("../captures/inquire-capture");
vi.mock("../expiry/expire-payment");

const at = new Date();

const sleep = vi.fn<RealTime["sleep"]>();
const realTime: RealTime = { ...systemTime, sleep };

/** Lists `countDue` items of a kind, where the kind is wanted. */
const listKind = (kind: DueKind, countDue: number) =>
  Array.from({ length: countDue }, (_, n) => ({ kind, id: `${kind}_${n}`, at, partnerId: "" }));

/** Lists by this what is due, also where it is asked for each kind. */
function mockLists(list: typeof listDue): void {
  vi.mocked(listDue).mockImplementation(list);
  vi.mocked(listDueOfEach).mockImplementation(async (db, until, countsMax) =>
    (await Promise.all([...countsMax].map(([kind, countMax]) => list(db, until, countMax, [kind])))).flat(),
  );
}

/** Lets every inquiry hang; returns what ends those under way. */
function hangInquiries() {
  const ends: (() => void)[] = [];
  vi.mocked(inquireCapture).mockImplementation(() => new Promise((resolve) => ends.push(() => resolve(true))));
  const endAll = (): void => {
    for (const end of ends.splice(0)) end();
  };
  return { ends, endAll };
}

/** Ends the pauses between two looks for work beside the calls. No pause ends by itself. */
function holdPauses() {
  const ends: (() => void)[] = [];
  sleep.mockImplementation(() => new Promise((resolve) => ends.push(resolve)));
  return async (): Promise<void> => {
    await vi.waitFor(() => expect(ends.length).toBeGreaterThan(0), patience);
    for (const end of ends.splice(0)) end();
  };
}

const patience = 20_000;

let endPause: () => Promise<void>;
beforeEach(() => {
  vi.resetAllMocks();
  endPause = holdPauses();
});

test("the sandbox clock waits for the inquiries under way, not for the rest of the list", async () => {
  mockLists(async (_db, _until, _max, kinds) =>
    kinds?.includes("capture_inquiry") ? listKind("capture_inquiry", 100) : [],
  );
  const { ends, endAll } = hangInquiries();
  const dueWork = createDueWorkLock();
  const ctx = { dueWork, clock: new FixedClock(), realTime } as unknown as Ctx;
  const round = dueWork.shared(() => doDueWork(ctx, { until: at }));
  await vi.waitFor(() => expect(ends).toHaveLength(20), patience);
  const clock = dueWork.exclusive(async () => "moved");
  endAll();
  expect(await clock).toBe("moved");
  expect((await round).inquiries).toBe(20);
  expect(inquireCapture).toHaveBeenCalledTimes(20);
});

test("payments expire while more inquiries hang than a list holds", async () => {
  let due = listKind("payment_expiry", 250);
  mockLists(async (_db, _until, countMax, kinds) => {
    if (kinds?.includes("payment_expiry")) return due.slice(0, countMax);
    return kinds?.includes("capture_inquiry") ? listKind("capture_inquiry", countMax) : [];
  });
  vi.mocked(expirePayment).mockImplementation(async () => due.pop() !== undefined);
  const { ends, endAll } = hangInquiries();
  const ctx = { dueWork: createDueWorkLock(), clock: new FixedClock(), realTime } as unknown as Ctx;
  const round = doDueWork(ctx, { until: at });
  await vi.waitFor(() => expect(ends).toHaveLength(20), patience);
  await endPause();
  await vi.waitFor(() => expect(due).toHaveLength(0), patience);
  expect(ends).toHaveLength(20);
  due = listKind("payment_expiry", 3);
  await endPause();
  await vi.waitFor(() => expect(due).toHaveLength(0), patience);
  expect(inquireCapture).toHaveBeenCalledTimes(20);
  vi.mocked(inquireCapture).mockResolvedValue(false);
  endAll();
  expect(await round).toMatchObject({ paymentsExpired: 253, inquiries: 20 });
});

test("an item that fails stops no other one, and stays due for a later round", async () => {
  const due = new Set([...listKind("payment_expiry", 3), ...listKind("capture_inquiry", 3)]);
  mockLists(async (_db, _until, _max, kinds) => [...due].filter(({ kind }) => kinds?.includes(kind)));
  const doUnlessFirst = (id: string): boolean => {
    if (id.endsWith("_0")) throw new Error(`${id} fails`);
    return [...due].some((item) => item.id === id && due.delete(item));
  };
  vi.mocked(expirePayment).mockImplementation(async (_ctx, { paymentCode }) => doUnlessFirst(paymentCode));
  vi.mocked(inquireCapture).mockImplementation(async (_ctx, { attemptId }) => doUnlessFirst(attemptId));
  const log = { error: vi.fn() };
  const ctx = { dueWork: createDueWorkLock(), clock: new FixedClock(), realTime, log } as unknown as Ctx;
  expect(await doDueWork(ctx, { until: at })).toMatchObject({ paymentsExpired: 2, inquiries: 2 });
  expect([...due].map(({ id }) => id)).toEqual(["payment_expiry_0", "capture_inquiry_0"]);
  for (const { kind, id } of due) {
    const failure = { due: kind, id, err: new Error(`${id} fails`) };
    expect(log.error).toHaveBeenCalledWith(failure, "Doing a due item failed");
  }
});

describe("while work in the database never ceases", () => {
  const listEndlessly: typeof listDue = async (_db, _until, countMax, kinds) => {
    if (kinds?.includes("payment_expiry")) return listKind("payment_expiry", countMax);
    return kinds?.includes("capture_inquiry") ? listKind("capture_inquiry", countMax) : [];
  };
  /** Gives the event loop a turn, as a query does. */
  const expireSlowly = () => new Promise<boolean>((resolve) => setImmediate(() => resolve(true)));

  test("the next list of inquiries follows when the first one has ended", async () => {
    mockLists(listEndlessly);
    vi.mocked(expirePayment).mockImplementation(expireSlowly);
    const { ends, endAll } = hangInquiries();
    const dueWork = createDueWorkLock();
    const ctx = { dueWork, clock: new FixedClock(), realTime } as unknown as Ctx;
    const round = dueWork.shared(() => doDueWork(ctx, { until: at }));
    await vi.waitFor(() => expect(ends).toHaveLength(20), patience);
    const donePreviously = vi.mocked(expirePayment).mock.calls.length;
    await endPause();
    await vi.waitFor(
      () => expect(vi.mocked(expirePayment).mock.calls.length).toBeGreaterThan(donePreviously),
      patience,
    );
    vi.mocked(inquireCapture).mockResolvedValue(false);
    endAll();
    await vi.waitFor(() => expect(vi.mocked(inquireCapture).mock.calls.length).toBeGreaterThan(120), patience);
    await dueWork.exclusive(async () => undefined);
    await round;
  });

  test("a failing database ends the sweep only after the calls under way, which need the lock of the caller", async () => {
    let isFailing = false;
    mockLists((...query) =>
      isFailing ? Promise.reject(new Error("the database does not answer")) : listEndlessly(...query),
    );
    vi.mocked(expirePayment).mockImplementation(expireSlowly);
    const { ends, endAll } = hangInquiries();
    const ctx = { dueWork: createDueWorkLock(), clock: new FixedClock(), realTime } as unknown as Ctx;
    let hasEnded = false;
    const round = doDueWork(ctx, { until: at }).finally(() => {
      hasEnded = true;
    });
    const outcome = expect(round).rejects.toThrow("does not answer");
    await vi.waitFor(() => expect(ends).toHaveLength(20), patience);
    const listsPreviously = vi.mocked(listDue).mock.calls.length;
    isFailing = true;
    await endPause();
    await vi.waitFor(() => expect(vi.mocked(listDue).mock.calls.length).toBeGreaterThan(listsPreviously), patience);
    await new Promise((resolve) => setImmediate(resolve));
    expect(hasEnded).toBe(false);
    vi.mocked(inquireCapture).mockResolvedValue(false);
    endAll();
    await outcome;
  });
});
