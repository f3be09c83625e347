import { istanbulDate, istanbulDayStart } from "@/server/domain/business-day";
import { days, hours, minutes, plusMs } from "@/server/domain/clock";
import {
  addAmount,
  addCommission,
  type BankLine,
  changeCells,
  type DayFile,
  type PlantedFault,
  readFile,
  readLine,
} from "../world/day-files";
import { dayBefore, openingOf, pauseUntil, roundsMax, writtenBeforeMs } from "./bank-hours";
import type { Person } from "./person";

/** How the banks of a simulation write about chargebacks. */
export interface BankHabits {
  /** Whether they number the cases. Without numbers, an order has one case at most. */
  readonly hasCaseNumbers: boolean;
}

/**
 * The merchants' banks take money back for buyers, give some of it back, and write the file of each day on the next
 * morning. Some lines are wrong, and some files are corrected later.
 */
export async function keepDayFiles(person: Person, habits: BankHabits): Promise<void> {
  const start = istanbulDayStart(person.world.time.now());
  for (let round = 1; round <= roundsMax; round += 1) {
    const opening = openingOf(start, round);
    await moveCases(person, habits);
    await pauseUntil(person, plusMs(opening, -writtenBeforeMs));
    await writeDay(person, habits, dayBefore(opening), 0.45);
    if (person.draws.chance(0.45)) {
      await pauseUntil(person, opening, person.draws.pick([0, 0, hours(3)]));
      await writeDay(person, habits, dayBefore(opening), person.draws.pick([0, 0, 0.4]));
    }
  }
}

/** Takes money of orders back and gives it back, at an instant of the present day. */
async function moveCases(person: Person, { hasCaseNumbers }: BankHabits): Promise<void> {
  const { draws, world } = person;
  const now = world.time.now();
  const leftMs = plusMs(istanbulDayStart(now), days(1)).getTime() - now.getTime();
  await person.pause(Math.max(0, leftMs - hours(4)), Math.max(0, leftMs - minutes(1)));
  const cases = await person.act("looks at the cases", () => listTaken(person));
  for (const { caseNumber } of cases) {
    if (draws.chance(0.5)) await giveBack(person, caseNumber);
  }
  const orders = await person.act("looks at the orders", () => listChargeable(person));
  for (const { orderId, leftKurus, caseCount } of orders) {
    if (draws.chance(0.25) || (!hasCaseNumbers && caseCount > 0)) continue;
    const amountKurus = BigInt(Math.ceil(leftKurus / draws.pick([1, 1, 2, 3])));
    await person.act("a buyer's bank takes money back", () => world.bank.chargeBack(orderId, amountKurus));
    if (draws.chance(0.15)) await giveBackNewest(person, orderId);
  }
}

const giveBack = (person: Person, caseNumber: string): Promise<void> =>
  person.act("a buyer's bank gives money back", () => person.world.bank.giveBack(caseNumber));

async function giveBackNewest(person: Person, orderId: string): Promise<void> {
  const cases = await person.act("looks at the cases", () => listTaken(person));
  const newest = cases.filter((one) => one.orderId === orderId).at(-1);
  if (newest) await giveBack(person, newest.caseNumber);
}

/** The orders of which money is left that no case has taken, with the number of their cases. Amounts in kuruş. */
async function listChargeable({ world }: Person) {
  const { rows } = await world.control.query<{ orderId: string; leftKurus: number; caseCount: number }>(`
    select * from (
      select o.order_id as "orderId", count(c.*) filter (where c.kind = 'chargeback')::int as "caseCount",
             (o.captured - coalesce(sum(case c.kind when 'chargeback' then c.amount else - c.amount end), 0))::int as "leftKurus"
        from simulator.bank_order o left join simulator.chargeback c using (order_id)
       where o.voided = 0 group by o.order_id, o.captured) one
     where "leftKurus" > 0 order by "orderId"`);
  return rows;
}

/** The cases whose money is not given back yet. */
async function listTaken({ world }: Person) {
  const { rows } = await world.control.query<{ caseNumber: string; orderId: string }>(`
    select case_number as "caseNumber", order_id as "orderId" from simulator.chargeback taken
     where kind = 'chargeback' and not exists (
       select 1 from simulator.chargeback back where back.case_number = taken.case_number and back.kind = 'chargeback_reversal')
     order by at, case_number`);
  return rows;
}

/**
 * Writes the file of a day that has ended in one step, and remembers the faults that it has.
 * @param faultChance how probable a fault of each line is, 0 to 1
 */
export async function writeDay(person: Person, habits: BankHabits, day: string, faultChance: number): Promise<void> {
  const { world } = person;
  await person.act(`the banks write the file of ${day}`, async () => {
    const { header, lines } = readFile(await world.bank.writeDayFile(day));
    const { dayFiles, laterLines } = world.notes;
    const listedLater = new Set(laterLines.map(({ text }) => text));
    const isFirst = dayFiles.every((file) => file.day !== day);
    const genuine = [
      ...lines.filter(({ text }) => !listedLater.has(text)),
      ...laterLines.filter((later) => later.day === day).map(({ text }) => readLine(text)),
    ];
    if (genuine.length === 0 && lines.length === 0) return;
    const named = habits.hasCaseNumbers ? genuine : genuine.map(withoutCase);
    const file = plantFaults(person, { day, isFirst, faultChance }, named);
    const name = `${day} ${dayFiles.length + 1}.csv`;
    dayFiles.push({ name, day, header, genuine: named, atStep: world.scheduler.now, ...file });
  });
}

const withoutCase = (line: BankLine): BankLine =>
  line.caseNumber === "" ? line : changeCells(line, { caseNumber: "" });

interface Planting {
  readonly day: string;
  /** Whether it is the first file of its day. Only the first one says which lines another day has. */
  readonly isFirst: boolean;
  readonly faultChance: number;
}

/** Puts faults into lines, at most one into the lines of a kind of an order, so that each has one name. */
function plantFaults(
  person: Person,
  { day, isFirst, faultChance }: Planting,
  genuine: readonly BankLine[],
): Pick<DayFile, "lines" | "faults"> {
  const { draws, world } = person;
  const lines: BankLine[] = [];
  const faults: PlantedFault[] = [];
  for (const line of genuine) {
    if (!isAlone(person, line, genuine) || !draws.chance(faultChance)) {
      lines.push(line);
      continue;
    }
    const canBeLater = isFirst && world.notes.laterLines.every(({ text }) => text !== line.text);
    const wrong = spoil(line, draws.pick([...spoilers, ...(canBeLater ? ["later" as const] : [])]));
    if (wrong === "later") world.notes.laterLines.push({ text: line.text, day: nextDay(day) });
    else {
      lines.push(...wrong.lines);
      faults.push(wrong.fault);
    }
  }
  if (lines.length === 0 || draws.chance(faultChance / 2)) {
    const stranger = createStranger(world.notes.dayFiles.length, day);
    lines.push(stranger);
    faults.push({ kind: "missing_here", lineKind: "sale", orderId: stranger.orderId, bankKurus: stranger.amountKurus });
  }
  return { lines, faults };
}

/** Whether no other line can be taken for this one: a chargeback is left as it is, and so is one of several credits. */
function isAlone({ world }: Person, { kind, orderId }: BankLine, genuine: readonly BankLine[]): boolean {
  if (kind === "chargeback" || kind === "chargeback_reversal") return false;
  const ofOrder = (one: { readonly kind: string; readonly orderId: string }) =>
    one.kind === kind && one.orderId === orderId;
  return genuine.filter(ofOrder).length === 1 && world.notes.movements.filter(ofOrder).length === 1;
}

const spoilers = ["missing", "amount", "commission", "twice"] as const;
type Spoiler = (typeof spoilers)[number] | "later";

/** Returns what stands in the place of a line, with the difference that it causes; `later` for another day's file. */
function spoil(
  line: BankLine,
  how: Spoiler,
): "later" | { readonly lines: readonly BankLine[]; readonly fault: PlantedFault } {
  const { kind: lineKind, orderId, amountKurus: bankKurus } = line;
  const fault = { lineKind, orderId, bankKurus };
  switch (how) {
    case "later":
      return how;
    case "missing":
      return { lines: [], fault: { ...fault, kind: "missing_there", bankKurus: null } };
    case "amount": {
      const wrong = addAmount(line, 100);
      return { lines: [wrong], fault: { ...fault, kind: "sum", bankKurus: wrong.amountKurus } };
    }
    case "commission":
      return { lines: [addCommission(line, 7)], fault: { ...fault, kind: "commission" } };
    case "twice":
      return { lines: [line, line], fault: { ...fault, kind: "twice" } };
  }
}

/** A sale of which neither the books nor the bank's own record know. */
function createStranger(number: number, day: string): BankLine {
  const orderId = `STRANGER${String(number).padStart(12, "0")}`;
  return readLine(`nestpay;Satış;${orderId};100,00;0,00;${toTime(day)};000000;${900_000_000_000 + number};;;`);
}

const toTime = (day: string): string => `${day.split("-").reverse().join(".")} 12:00:00`;

const nextDay = (day: string): string => istanbulDate(plusMs(new Date(`${day}T12:00:00+03:00`), days(1)));
