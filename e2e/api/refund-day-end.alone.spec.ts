import { expect, test } from "@playwright/test";
import { calmBank, changeBank, changeTerminal, now, setClock } from "../support/controls";
import { expectError } from "../support/envelope";
import { later } from "../support/istanbul";
import { Merchant } from "../support/merchant";
import { other, sandbox } from "../support/product";
import { expectBooksAgree, nextNoon, ordersAtBank, Refunder, type Way } from "../support/refund-steps";
import type { TerminalName } from "../support/sandbox";

// Every cell of D-25 before and after the day-end, compared with the bank's own ledger.
test.describe.configure({ mode: "serial" });

const amount = 40_000;
const refunder = new Refunder(new Merchant(sandbox.apiUrl, other));

interface Cell {
  readonly way: Way;
  /** The whole remaining amount without (`whole`) or with (`stated`) an amount, or a part of it. */
  readonly share: "whole" | "stated" | "part";
  /** Set when a credit was approved before. */
  readonly credited?: true;
  readonly direct?: true;
  /** The method, or the code of the refusal. */
  readonly sameDay: string;
  readonly later: string;
}

const noMethod = "refund_method_not_available";
const noDirect = "direct_refund_not_allowed";
const table: readonly Cell[] = [
  { way: "automatic", share: "whole", sameDay: "void", later: "credit" },
  { way: "automatic", share: "stated", sameDay: "void", later: "credit" },
  { way: "automatic", share: "whole", credited: true, sameDay: "credit", later: "credit" },
  { way: "automatic", share: "part", sameDay: "refund_not_yet_available", later: "credit" },
  { way: "automatic", share: "part", credited: true, sameDay: "refund_not_yet_available", later: "credit" },
  { way: "credit", share: "whole", sameDay: "credit", later: "credit" },
  { way: "credit", share: "part", sameDay: "credit", later: "credit" },
  { way: "credit", share: "part", credited: true, sameDay: "credit", later: "credit" },
  { way: "void", share: "whole", sameDay: "void", later: noMethod },
  { way: "void", share: "stated", sameDay: "void", later: noMethod },
  { way: "void", share: "part", sameDay: noMethod, later: noMethod },
  { way: "void", share: "whole", credited: true, sameDay: noMethod, later: noMethod },
  { way: "automatic", share: "whole", direct: true, sameDay: "void", later: noDirect },
  { way: "void", share: "stated", direct: true, sameDay: "void", later: noDirect },
  { way: "automatic", share: "part", direct: true, sameDay: noDirect, later: noDirect },
  { way: "void", share: "part", direct: true, sameDay: noDirect, later: noDirect },
  { way: "credit", share: "whole", direct: true, sameDay: noDirect, later: noDirect },
];

/** The cells whose outcome changes at the day-end. */
const dayDependent = table.filter((cell) => cell.sameDay !== cell.later);

type Side = "sameDay" | "later";
const isMethod = (outcome: string): boolean => outcome === "void" || outcome === "credit";

/** Prepares a payment for each cell, with an earlier credit if needed. Cells that are refused can share a payment. */
async function paymentsFor(cells: readonly Cell[], side: Side): Promise<string[]> {
  const untouched = new Map<string, string>();
  const made: string[] = [];
  for (const { credited, direct, ...cell } of cells) {
    const kind = `${credited} ${direct}`;
    const kept = isMethod(cell[side]) ? undefined : untouched.get(kind);
    const paymentCode = kept ?? (await refunder.captured(undefined, { amount }, direct ? "direct" : "default"));
    if (!kept && credited) await refunder.expect("approved", paymentCode, "credit", amount / 4);
    if (!isMethod(cell[side])) untouched.set(kind, paymentCode);
    made.push(paymentCode);
  }
  return made;
}

async function expectCell(cell: Cell, paymentCode: string, wanted: string): Promise<void> {
  const left = cell.credited ? (amount * 3) / 4 : amount;
  const asked = { whole: undefined, stated: left, part: left / 2 }[cell.share];
  const answer = await refunder.ask(paymentCode, cell.way, asked);
  const summary = `${JSON.stringify(cell)}: ${answer.text}`;
  const { refund } = await refunder.getRefunds(paymentCode);
  if (!isMethod(wanted)) {
    expectError(answer, 422, wanted);
    expect(refund.remainingAmount, summary).toBe(left);
    return;
  }
  expect(answer.status, summary).toBe(201);
  expect(answer.json(), summary).toEqual({
    refundId: expect.stringMatching(/^rf_/),
    method: wanted,
    status: "approved",
  });
  expect(refund.remainingAmount, summary).toBe(left - (asked ?? left));
}

/** Expects that refused requests never reached the bank. */
async function expectAtBank(cells: readonly Cell[], paymentCodes: readonly string[], side: Side): Promise<void> {
  const orders = await ordersAtBank(paymentCodes);
  const before = (cell: Cell) => (cell.credited ? amount / 4 : 0);
  const share = (cell: Cell) => (cell.share === "part" ? (amount - before(cell)) / 2 : amount - before(cell));
  expect(orders.map(({ voided, credited }) => ({ voided, credited }))).toEqual(
    cells.map((cell) => ({
      voided: cell[side] === "void" ? amount : 0,
      credited: before(cell) + (cell[side] === "credit" ? share(cell) : 0),
    })),
  );
  await expectBooksAgree(refunder, [...new Set(paymentCodes)]);
}

const setDayEnd = (dayEndLocal: string) =>
  Promise.all(
    (["default", "direct"] as const).map((name: TerminalName) =>
      changeTerminal(other.terminals[name], { dayEndLocal }),
    ),
  );

test.afterAll(async () => {
  await calmBank();
  await setDayEnd("00:00");
});

// The hours are of the capture's day in Istanbul; the capture is two and a half hours before the day-end.
for (const { dayEndLocal, hours, cells } of [
  { dayEndLocal: "00:00", hours: 24, cells: table },
  { dayEndLocal: "02:00", hours: 26, cells: dayDependent },
  { dayEndLocal: "18:00", hours: 18, cells: dayDependent },
]) {
  test(`201 or 422 as in the table before and after the bank's day-end at ${dayEndLocal}`, async () => {
    await setDayEnd(dayEndLocal);
    const midnight = later(nextNoon(await now()), 0, 12);
    const end = later(midnight, 0, hours);
    await setClock(later(end, 0, -2, -1800));
    const [today, tomorrow] = [await paymentsFor(cells, "sameDay"), await paymentsFor(cells, "later")];
    const [last, first] = [
      await refunder.captured(undefined, { amount }),
      await refunder.captured(undefined, { amount }),
    ];

    await setClock(later(end, 0, 0, -120));
    for (const [index, cell] of cells.entries()) await expectCell(cell, today[index] ?? "", cell.sameDay);
    await expectAtBank(cells, today, "sameDay");
    expect(end.getTime() - (await now()).getTime(), "everything happened before the day-end").toBeGreaterThan(3_000);

    await setClock(later(end, 0, 0, -3));
    expect((await refunder.getRefunds(last)).refundOptions.void).toMatchObject({
      available: true,
      until: end.toISOString(),
    });
    await refunder.expect("approved", last, "void");
    expect((await now()) < end, "the void was before the day-end").toBe(true);
    await setClock(end);
    // From here on the bank itself refuses credits before its day-end.
    await changeBank({ refuseSameDayCredit: true });
    expectError(await refunder.ask(first, "void"), 422, noMethod);
    expect((await refunder.getRefunds(first)).refundOptions).toMatchObject({
      void: { available: false, reason: "day_closed", until: end.toISOString() },
      credit: { available: true, reason: null },
    });

    for (const [index, cell] of cells.entries()) await expectCell(cell, tomorrow[index] ?? "", cell.later);
    await expectAtBank(cells, tomorrow, "later");
    await expectBooksAgree(refunder, [last, first]);
    await calmBank();
  });
}

test("201 void or credit by the current day-end setting, also when it was changed after the capture", async () => {
  await setDayEnd("00:00");
  await setClock(nextNoon(await now()));
  const noon = await now();
  const [one, two] = [await refunder.captured(undefined, { amount }), await refunder.captured()];
  await setClock(later(noon, 0, 7));
  await setDayEnd("18:00");
  expectError(await refunder.ask(one, "void"), 422, noMethod);
  const readVoidUntil = async () => (await refunder.getRefunds(one)).refundOptions.void.until;
  expect(await readVoidUntil()).toMatch(/T15:00:00\.000Z$/);
  await changeBank({ refuseSameDayCredit: true });
  await refunder.expect("approved", two, "automatic", 100);
  await setDayEnd("20:00");
  expect(await readVoidUntil()).toMatch(/T17:00:00\.000Z$/);
  await refunder.expect("approved", one, "void");
  await expectBooksAgree(refunder, [one, two]);
});
