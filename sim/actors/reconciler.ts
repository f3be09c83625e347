import { findDayFileFormat } from "@/server/domain/bank-days/day-file-format";
import { istanbulDate, istanbulDayStart } from "@/server/domain/business-day";
import { hours } from "@/server/domain/clock";
import { AppError } from "@/server/domain/errors";
import { readDayRecords } from "@/server/entry/http/day-records";
import { compareBankDay } from "@/server/usecases/bank-days/compare-bank-day";
import { explainDifference } from "@/server/usecases/bank-days/explain-difference";
import { importBankDay } from "@/server/usecases/bank-days/import-bank-day";
import type { Ctx } from "@/server/usecases/ctx";
import { treasurers } from "../world/accounts";
import { type DayFile, writeFile } from "../world/day-files";
import { lost } from "../world/doors";
import { type BankHabits, writeDay } from "./bank-clerk";
import { openingOf, pauseUntil, roundsMax } from "./bank-hours";
import type { Person } from "./person";

/** How often an import without an answer is asked for. */
const triesMax = 3;

/**
 * Staff import the files of the banks each morning: some of them twice at once, a former one beside its correction, one
 * day before the day before it, or some days later. They explain differences and compare days again.
 */
export async function reconcileDays(person: Person): Promise<void> {
  const start = istanbulDayStart(person.world.time.now());
  const { draws } = person;
  for (let round = 1; round <= roundsMax; round += 1) {
    await pauseUntil(person, openingOf(start, round), draws.pick([0, 0, 2_000, hours(4)]));
    await importWaiting(person);
    await explainSome(person);
    if (draws.chance(0.4)) await compareSome(person);
  }
}

async function importWaiting(person: Person): Promise<void> {
  const { draws, world } = person;
  const { dayFiles, importedFiles } = world.notes;
  const waiting = dayFiles.filter(({ name }) => !importedFiles.has(name));
  for (const file of draws.chance(0.2) ? waiting.reverse() : waiting) {
    if (draws.chance(0.15)) continue;
    const others = dayFiles.filter(({ day }) => day === file.day);
    await Promise.all([
      importFile(person, file),
      ...(draws.chance(0.4) ? [importFile(person.besides("again"), draws.pick(others))] : []),
      ...(draws.chance(0.2) ? [compareSome(person.besides("beside"))] : []),
    ]);
  }
}

/** Imports a file, and asks again where no answer comes. */
async function importFile(person: Person, file: DayFile): Promise<void> {
  const { importedFiles } = person.world.notes;
  for (let tries = 1; tries <= triesMax; tries += 1) {
    const answer = await person.call(`imports ${file.name}`, (ctx) => refusalOr(importOne(ctx, file)));
    if (answer !== lost) {
      if (typeof answer === "string") return;
      if (answer.kind === "faulty") throw new Error(`${file.name} is faulty: ${JSON.stringify(answer.faults)}`);
      importedFiles.add(file.name);
      return;
    }
    await person.pause(500, 60_000);
  }
}

async function importOne(ctx: Ctx, file: DayFile) {
  const format = findDayFileFormat("sandbox");
  if (!format) throw new Error("The layout of the simulated banks is gone");
  return importBankDay(ctx, {
    formatId: format.id,
    scope: { of: "all", name: "" },
    day: file.day,
    fileName: file.name,
    records: await readDayRecords(Buffer.from(writeFile(file)), format),
    importedBy: "operator",
  });
}

async function explainSome(person: Person): Promise<void> {
  const { draws } = person;
  const open = await listIds(person, "looks at the differences", "bank_difference where closed_at is null");
  for (const differenceId of open) {
    if (draws.chance(0.6)) continue;
    const explain = (who: Person): Promise<unknown> =>
      who.call("explains a difference", (ctx) => {
        const explanation = "The bank was asked";
        return refusalOr(explainDifference(ctx, { differenceId, explanation, staffId: treasurers.proposer }));
      });
    await Promise.all([explain(person), ...(draws.chance(0.3) ? [explain(person.besides("again"))] : [])]);
  }
}

async function compareSome(person: Person): Promise<void> {
  for (const bankDayId of await listIds(person, "looks at the days", "bank_day")) {
    if (person.draws.chance(0.5)) await compare(person, bankDayId);
  }
}

const compare = (person: Person, bankDayId: string): Promise<unknown> =>
  person.call("compares a day again", (ctx) => refusalOr(compareBankDay(ctx, { bankDayId })));

/**
 * The morning after everything has ended: the banks write what is missing, the newest file of each day is imported, and
 * each day is compared again. Twice, because a chargeback may need one that came back in the file of another day.
 */
export async function closeDays(person: Person, habits: BankHabits): Promise<void> {
  const { dayFiles } = person.world.notes;
  await pauseUntil(person, openingOf(istanbulDayStart(person.world.time.now()), 1));
  for (const day of await person.act("looks for days with movements", () => listDays(person))) {
    if (dayFiles.every((file) => file.day !== day)) await writeDay(person, habits, day, 0);
  }
  const current = await person.act("looks at the files", () => listCurrent(person));
  for (const day of [...new Set(dayFiles.map((file) => file.day))].sort()) {
    const newest = dayFiles.filter((file) => file.day === day).at(-1);
    if (newest && !current.includes(newest.name)) await importFile(person, newest);
  }
  for (let times = 1; times <= 2; times += 1) {
    for (const bankDayId of await listIds(person, "looks at the days", "bank_day")) await compare(person, bankDayId);
  }
}

/** Lists the names of the files that the days of the banks have. */
async function listCurrent({ world }: Person): Promise<readonly string[]> {
  const { rows } = await world.control.query<{ name: string }>("select file_name as name from bank_day");
  return rows.map(({ name }) => name);
}

/** Lists the days of the banks that have ended and on which money moved, or that list a line of another day. */
async function listDays({ world }: Person): Promise<readonly string[]> {
  const { rows } = await world.control.query<{ day: string }>(`
    select distinct to_char(at + interval '3 hours', 'YYYY-MM-DD') as day from (
      select at from simulator.bank_transaction where refusal is null union all select at from simulator.chargeback) moved`);
  const later = world.notes.laterLines.map(({ day }) => day);
  const days = new Set([...rows.map(({ day }) => day), ...later]);
  return [...days].filter((day) => day < istanbulDate(world.time.now())).sort();
}

async function listIds(person: Person, what: string, from: string): Promise<string[]> {
  const { rows } = await person.act(what, () =>
    person.world.control.query<{ id: string }>(`select id from ${from} order by id`),
  );
  return rows.map(({ id }) => id);
}

/** Returns the code of a refusal instead of throwing it. */
const refusalOr = <T>(work: Promise<T>): Promise<T | string> =>
  work.catch((error: unknown) => {
    if (error instanceof AppError && error.code !== "internal_error") return error.code;
    throw error;
  });
