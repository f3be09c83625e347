import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { days, hours } from "@/server/domain/clock";
import { createBankDayJourney, type FileLine } from "@/server/testing/journeys/bank-day";
import { longWaits } from "@/server/testing/journeys/refund";
import { newApprover } from "@/server/testing/world/approvers";
import { createContradiction } from "@/server/testing/world/staff";
import { openTestWorld, type TestWorld, testTerminals } from "@/server/testing/world/world";
import { approveCorrection } from "../corrections/approve-correction";
import { proposeCorrection } from "../corrections/propose-correction";
import { explainDifference } from "./explain-difference";
import { getOpenDifferences, listBankDays, listDifferencesOfDay, listOpenClaims, listOpenDifferences } from "./queries";

let world: TestWorld;
let journey: ReturnType<typeof createBankDayJourney>;
let staffId: string;
beforeAll(async () => {
  world = await openTestWorld(longWaits);
  journey = createBankDayJourney(world);
  staffId = await newApprover(world);
});
afterAll(() => world.close());

const last = async () => {
  const [day] = (await listBankDays(world.ctx)).days;
  if (!day) throw new Error("There is no bank day");
  return day;
};
/** Captures payments on a day that has ended, and returns the day with the lines of the bank's file about them. */
async function sell(...amounts: bigint[]) {
  const codes: string[] = [];
  for (const amountKurus of amounts) codes.push(await journey.capture({ amountKurus }));
  const lines = (await Promise.all(codes.map((code) => journey.linesOf(code)))).flat();
  return { codes, lines, orders: await Promise.all(codes.map(journey.orderOf)), day: journey.endDay() };
}
const at = <T>(list: readonly T[], n: number): T => {
  const found = list[n];
  if (found === undefined) throw new Error(`There is no item ${n}`);
  return found;
};
const change = (lines: readonly FileLine[], n: number, changes: Partial<FileLine>) =>
  lines.map((line, index) => (index === n ? { ...line, ...changes } : line));

test("a day whose file says what the books say closes itself; its sums are those of the file", async () => {
  const voided = await journey.capture({ amountKurus: 5_000n });
  await journey.refund(voided);
  const credited = await journey.capture({ amountKurus: 8_000n });
  const lines = [...(await journey.linesOf(voided)), ...(await journey.linesOf(credited))];
  const day = journey.endDay();
  expect(await journey.importAndList(day, lines)).toEqual([]);
  const found = await last();
  expect(found).toMatchObject({
    day,
    lineCount: 3,
    matchedCount: 3,
    soldKurus: 13_000n,
    backKurus: 5_000n,
    openCount: 0,
  });
  expect(found.closedAt).not.toBeNull();

  await journey.refund(credited, { amountKurus: 3_000n });
  const [, credit] = await journey.linesOf(credited);
  const next = journey.endDay();
  expect(await journey.importAndList(next, credit ? [credit] : [])).toEqual([]);
});

test("each kind of difference is found, named with its payment and proposes its booking", async () => {
  const { lines, orders, day } = await sell(1_000n, 2_000n, 3_000n, 4_000n);
  const [dropped, summed, charged, doubled] = orders;
  const wrong = [
    ...change(change(lines.slice(1), 0, { amount: "19.00" }), 1, { commission: "99.00" }),
    at(lines, 3),
    { ...at(lines, 3), orderId: "STRANGER000000000001", rrn: "1", authCode: "1" },
  ];
  expect(await journey.importAndList(day, wrong)).toEqual([
    `commission sale ${charged}`,
    "missing_here sale STRANGER000000000001",
    `missing_there sale ${dropped}`,
    `sum sale ${summed}`,
    `twice sale ${doubled}`,
  ]);
  const { bankDayId } = await last();
  const differences = await journey.listDifferences(bankDayId);
  const of = (kind: string) => differences.find((one) => one.kind === kind);
  expect(of("sum")).toMatchObject({
    bankKurus: 1_900n,
    bookedKurus: 2_000n,
    partnerName: expect.any(String),
    proposal: { action: "claim", correction: null, amountKurus: 100n },
  });
  expect(await listDifferencesOfDay(world.ctx, { bankDayId, kind: "sum", countMax: 9 })).toMatchObject({
    differences: [{ kind: "sum", openDays: 0 }],
    kinds: expect.arrayContaining([{ kind: "sum", count: 1, openCount: 1 }]),
    claims: { count: 2, kurus: 9_900n - (of("commission")?.dueCommissionKurus ?? 0n) + 100n },
  });
  expect((await listOpenClaims(world.ctx, { bankDayId })).claims.map(({ kind }) => kind).sort()).toEqual([
    "commission",
    "sum",
  ]);
  expect(of("missing_here")).toMatchObject({ paymentCode: null, bookedKurus: null, proposal: { action: "ask_bank" } });
  expect((await last()).closedAt).toBeNull();
  expect(
    (await listOpenDifferences(world.ctx, { countMax: 100 })).map(({ differenceId }) => differenceId).sort(),
  ).toEqual(differences.map(({ differenceId }) => differenceId).sort());
  await closeAll(bankDayId);
});

/** Explains what is open, so that the next test begins with closed days. */
async function closeAll(bankDayId: string): Promise<void> {
  for (const { differenceId, closedAt } of await journey.listDifferences(bankDayId)) {
    if (closedAt === null) await explainDifference(world.ctx, { differenceId, explanation: "Asked the bank", staffId });
  }
}

test("a difference stays open and ages until a person explains it; the last one closes the day; once only", async () => {
  const { lines, day } = await sell(1_000n, 2_000n);
  await journey.importAndList(day, change(change(lines, 0, { amount: "9.00" }), 1, { amount: "19.00" }));
  const { bankDayId } = await last();
  world.clock.advanceMs(days(3));
  expect(await getOpenDifferences(world.ctx)).toEqual({ count: 2, oldestDays: 3 });
  const [one, two] = await journey.listDifferences(bankDayId);
  const explain = (differenceId = "", explanation = "The bank credits it tomorrow") =>
    explainDifference(world.ctx, { differenceId, explanation, staffId });
  const both = await Promise.allSettled([explain(one?.differenceId), explain(one?.differenceId)]);
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect((await last()).openSince?.getTime()).toBeLessThanOrEqual(world.clock.now().getTime() - days(3));
  expect(await explain(two?.differenceId)).toEqual({ openCount: 0 });
  expect(await getOpenDifferences(world.ctx)).toEqual({ count: 0, oldestDays: null });
  const { day: closed, differences } = await listDifferencesOfDay(world.ctx, { bankDayId, countMax: 10 });
  expect(closed).toMatchObject({ closedAt: world.clock.now(), explainedCount: 2, openDays: null });
  expect(differences.map(({ explanation }) => explanation)).toEqual(Array(2).fill("The bank credits it tomorrow"));
  expect(await journey.compareAgain(bankDayId)).toMatchObject({ openCount: 0 });
  await expect(explain(one?.differenceId)).rejects.toMatchObject({ code: "difference_closed" });
  await expect(explain("bdf_unknown")).rejects.toMatchObject({ code: "not_found" });
  const forged = world.db.prisma.bankDifference.updateMany({ where: { bankDayId }, data: { explanation: "Other" } });
  await expect(forged).rejects.toThrow("stays as it was found");
  await expect(world.db.prisma.bankDay.update({ where: { id: bankDayId }, data: { closedAt: null } })).rejects.toThrow(
    "is not that of its differences",
  );
});

test("a movement that comes with the next day's file is a difference of the date there, and none on its own day", async () => {
  const { lines, orders, day } = await sell(1_000n, 2_000n);
  expect(await journey.importAndList(day, lines.slice(1))).toEqual([`missing_there sale ${orders[0]}`]);
  const first = (await last()).bankDayId;
  const other = await sell(7_000n);
  expect(await journey.importAndList(other.day, [...other.lines, at(lines, 0)])).toEqual([`date sale ${orders[0]}`]);
  expect((await listDifferencesOfDay(world.ctx, { bankDayId: first, countMax: 1 })).day.closedAt).not.toBeNull();
  const dated = (await listDifferencesOfDay(world.ctx, { bankDayId: (await last()).bankDayId, countMax: 9 }))
    .differences[0];
  expect(dated).toMatchObject({ kind: "date", bookedDay: day, proposal: { action: "accept" } });
  await closeAll((await last()).bankDayId);
});

test("a corrected file takes the place of the first one, and the same file twice is imported once", async () => {
  const { lines, orders, day } = await sell(1_000n, 2_000n);
  expect(await journey.importAndList(day, lines.slice(0, 1))).toEqual([`missing_there sale ${orders[1]}`]);
  expect((await journey.importFile(day, lines.slice(0, 1))).kind).toBe("same");
  expect(await journey.importAndList(day, [...lines].reverse())).toEqual([]);
  expect(await last()).toMatchObject({ revision: 2, lineCount: 2, matchedCount: 2, openCount: 0 });
  await expect(journey.importFile(day, lines, { scope: { of: "protocol", name: "nestpay" } })).rejects.toMatchObject({
    code: "validation_error",
  });
});

test("six imports of one day at once leave one day, and every movement in one line", async () => {
  const { lines, day } = await sell(1_000n, 2_000n);
  const files = [lines, [...lines].reverse(), lines.slice(0, 1), lines, lines.slice(1), lines];
  const done = await Promise.all(files.map((file) => journey.importFile(day, file)));
  expect(new Set(done.map((one) => "bankDayId" in one && one.bankDayId)).size).toBe(1);
  await journey.importFile(day, lines);
  expect(await last()).toMatchObject({ day, lineCount: 2, matchedCount: 2, openCount: 0 });
});

describe("refunds about which bank and books disagree", () => {
  async function correct(paymentCode: string, kind: "credit_done" | "credit_not_done", refundId: string | null) {
    const [proposer, approver] = [await newApprover(world), await newApprover(world)];
    const amountKurus = 1_000n;
    const proposal = { paymentCode, kind, amountKurus, refundId, reason: "Day-end file", evidence: "Line 2" };
    const correctionId = await proposeCorrection(world.ctx, { ...proposal, by: { staffId: proposer } });
    await approveCorrection(world.ctx, { correctionId, by: { staffId: approver } });
  }
  test("one that only the bank has is gone once a correction says that it was done", async () => {
    const { codes, lines, day } = await sell(5_000n);
    expect(await journey.importAndList(day, lines)).toEqual([]);
    const credit = { ...at(lines, 0), kind: "credit", amount: "10.00", commission: "0.00", rrn: "777", authCode: "7" };
    const second = journey.endDay();
    expect(await journey.importAndList(second, [credit])).toEqual([`missing_here credit ${credit.orderId}`]);
    const { bankDayId } = await last();
    expect(await journey.listDifferences(bankDayId)).toMatchObject([
      {
        paymentCode: at(codes, 0),
        partnerId: expect.any(String),
        isHeld: false,
        proposal: { action: "correct", correction: "credit_done", amountKurus: 1_000n },
      },
    ]);
    await createContradiction(world, at(codes, 0));
    expect(await journey.listDifferences(bankDayId)).toMatchObject([{ isHeld: true }]);
    await correct(at(codes, 0), "credit_done", null);
    expect(await journey.compareAgain(bankDayId)).toEqual({ openCount: 0, matchedCount: 1 });
  });

  test("one that only the books have is gone once a correction says that it was not done", async () => {
    const { codes, lines, day } = await sell(5_000n);
    expect(await journey.importAndList(day, lines)).toEqual([]);
    const { refundId } = await journey.refund(at(codes, 0), { amountKurus: 1_000n });
    const other = await sell(9_000n);
    expect(await journey.importAndList(other.day, other.lines)).toEqual([
      `missing_there credit ${await journey.orderOf(at(codes, 0))}`,
    ]);
    const { bankDayId } = await last();
    expect(await journey.listDifferences(bankDayId)).toMatchObject([{ refundId }]);
    await correct(at(codes, 0), "credit_not_done", refundId);
    expect(await journey.compareAgain(bankDayId)).toEqual({ openCount: 0, matchedCount: 1 });
  });
});

test("days whose movements no file covers are named, also beside a file of another bank", async () => {
  const { lines, day } = await sell(1_000n);
  world.clock.advanceMs(hours(5));
  const missing = (count: number, hasOthers: boolean) => expect.objectContaining({ day, count, hasOthers });
  expect((await listBankDays(world.ctx)).missing).toContainEqual(missing(1, false));
  const other = { of: "bank", name: "scripted-2" } as const;
  expect((await journey.importFile(day, [], { scope: other })).kind).toBe("faulty");
  await journey.importFile(day, [{ ...at(lines, 0), orderId: "STRANGER000000000002", rrn: "2" }], { scope: other });
  expect((await listBankDays(world.ctx)).missing).toContainEqual(missing(1, true));
  await closeAll((await last()).bankDayId);
});

test("a file of one bank or of one protocol is compared with the movements of its terminals", async () => {
  const first = await sell(1_000n, 2_000n);
  const { bank = "" } = (await world.db.prisma.terminal.findFirst({ where: { payments: { some: {} } } })) ?? {};
  const { protocol } = world.ctx.banks.getBrand(bank);
  const byBank = { scope: { of: "bank", name: bank } } as const;
  const done = await journey.importFile(first.day, first.lines, byBank);
  expect(done).toMatchObject({ kind: "imported", matchedCount: 2, openCount: 0 });
  expect(await last()).toMatchObject({ scope: { of: "bank", bankName: expect.any(String) } });
  const second = await sell(3_000n);
  const byProtocol = { scope: { of: "protocol", name: protocol } } as const;
  expect(await journey.importFile(second.day, second.lines, byProtocol)).toMatchObject({ openCount: 0 });
  const misspelt = journey.importFile(second.day, second.lines, { scope: { of: "bank", name: "isbanki" } });
  await expect(misspelt).rejects.toMatchObject({ code: "validation_error", details: { problem: "choice" } });
});

test("a price for the bank's own cards counts for a card that the terminal's bank has issued", async () => {
  const brand = vi.spyOn(world.bank, "getBrand").mockReturnValue({ protocol: "nestpay", name: "Halkbank" });
  const row = await world.db.prisma.tariffRow.findFirstOrThrow({
    where: { tariffId: `trf_${testTerminals.ours}`, family: "credit", brand: "paraf", installmentCount: 3 },
  });
  await world.db.prisma.tariffRow.create({ data: { ...row, id: `${row.id}-own`, onUs: true, rateBps: 100 } });
  const { lines, day } = await sell(10_000n);
  expect(lines).toMatchObject([{ commission: "1.00" }]);
  expect(await journey.importAndList(day, lines)).toEqual([]);
  brand.mockRestore();
});

test("another sum in a corrected file is another difference, and an explanation of the first does not hide it", async () => {
  const { lines, orders, day } = await sell(1_000n, 2_000n);
  await journey.importAndList(day, change(lines, 1, { amount: "19.00" }));
  const { bankDayId } = await last();
  await closeAll(bankDayId);
  const corrected = [at(lines, 1), at(lines, 0)];
  expect(await journey.importAndList(day, change(corrected, 0, { amount: "18.00" }))).toEqual([
    `sum sale ${orders[1]}`,
  ]);
  const open = (await journey.listDifferences(bankDayId)).filter(({ closedAt }) => closedAt === null);
  expect(open).toMatchObject([{ bankKurus: 1_800n, lineNumber: 2, proposal: { amountKurus: 200n } }]);
  const third = [...corrected].reverse();
  await journey.importAndList(day, change(third, 1, { amount: "18.00" }));
  expect((await journey.listDifferences(bankDayId)).find(({ closedAt }) => closedAt === null)?.lineNumber).toBe(3);
  await closeAll(bankDayId);
});

test("a day that has not ended, one that is none, and an unknown layout are refused; a faulty file is not imported", async () => {
  const refusal = { code: "validation_error" };
  await expect(journey.importFile(journey.today(), [])).rejects.toMatchObject(refusal);
  await expect(journey.importFile("2026-02-30", [])).rejects.toMatchObject(refusal);
  await expect(journey.importFile("2026-11-01", [], { formatId: "none" })).rejects.toMatchObject(refusal);
  const { lines, day } = await sell(1_000n);
  const done = await journey.importFile(day, change(lines, 0, { amount: "1,00" }));
  expect(done).toEqual({ kind: "faulty", faults: [expect.objectContaining({ line: 2, what: "amount" })] });
  expect((await listBankDays(world.ctx)).missing).toContainEqual(expect.objectContaining({ day, count: 1 }));
});
