import { expect } from "@playwright/test";
import { control } from "../support/controls";
import type { Clerk } from "./clerk";
import type { Steps } from "./steps";

/** The person of staff who compares the files of the banks' days with the books. */
export interface BankOffice {
  readonly clerk: Clerk;
  readonly steps: Steps;
}

/** The fields of a bank's day that these tests read. */
interface BankDay {
  readonly bankDayId: string;
  readonly day: string;
  readonly fileName: string;
  readonly revision: number;
  readonly closedAt: string | null;
}

interface Difference {
  readonly differenceId: string;
  readonly kind: string;
  readonly closedAt: string | null;
  readonly explanation: string | null;
}

/** Reads the file of all simulated banks for a day that has ended, as text. */
export async function readDayFile(day: string): Promise<string> {
  const file = await control("GET", `/sandbox/bank/day-file?date=${day}`);
  expect(file.status, file.text).toBe(200);
  return file.text;
}

/** Leaves out the last sale of a file, and changes the commission of the first one. */
function spoilFile(text: string): string {
  const lines = text.split("\r\n");
  const isSale = (line: string): boolean => line.split(";")[1] === "Satış";
  const [first, last] = [lines.findIndex(isSale), lines.findLastIndex(isSale)];
  if (first === last) throw new Error("The file has fewer than two sales.");
  const changed = (lines[first] ?? "").split(";");
  changed[4] = "0,01";
  return lines
    .flatMap((line, place) => (place === last ? [] : [place === first ? changed.join(";") : line]))
    .join("\r\n");
}

/**
 * Imports a day's file with two errors, explains the difference that may stay, and imports the right file, which closes
 * the day.
 */
export async function settleFaultyDay(office: BankOffice, day: string, right: string): Promise<void> {
  await importFile(office, day, { name: "first", text: spoilFile(right), revision: 1 });
  const { bankDayId } = await findDay(office, day);
  const open = (await listDifferences(office, bankDayId)).filter(({ closedAt }) => closedAt === null);
  expect(open.map(({ kind }) => kind).sort()).toEqual(["commission", "missing_there"]);
  for (const { differenceId, kind } of open) if (kind === "commission") await explain(office, bankDayId, differenceId);
  await importFile(office, day, { name: "right", text: right, revision: 2 });
  const settled = await findDay(office, day);
  expect(settled.closedAt, `the closing of ${day}`).not.toBeNull();
  const [explained] = (await listDifferences(office, bankDayId)).filter(({ kind }) => kind === "commission");
  expect(explained?.explanation).toBe(explanation);
}

/** Imports the file of a day without differences, which closes the day. */
export async function settleDay(office: BankOffice, day: string, text: string): Promise<void> {
  await importFile(office, day, { name: "right", text, revision: 1 });
  expect((await findDay(office, day)).closedAt, `the closing of ${day}`).not.toBeNull();
}

interface DayFile {
  readonly name: string;
  readonly text: string;
  /** The number of files of the day with this one. */
  readonly revision: number;
}

async function importFile(office: BankOffice, day: string, { name, text, revision }: DayFile): Promise<void> {
  const { clerk, steps } = office;
  const fileName = `${day}-${name}.csv`;
  const contents = Buffer.from(text).toString("base64");
  const input = { formatId: "sandbox", scope: { of: "all", name: "" }, day, fileName, contents };
  await steps.do({
    kind: "import",
    subject: fileName,
    async call() {
      const answer = await clerk.change("bankDay.import", input);
      const kind = (answer.data as { kind?: string } | null)?.kind ?? "imported";
      // The product answers a second import with what it found instead of refusing it.
      return kind === "imported" ? answer : { ...answer, code: kind };
    },
    refusals: ["same"],
    isDone: async () => (await findDay(office, day)).fileName === fileName,
  });
  expect(await findDay(office, day), `the files of ${day}`).toMatchObject({ fileName, revision });
}

async function findDay({ clerk }: BankOffice, day: string): Promise<BankDay> {
  const { days } = await clerk.read<{ days: readonly BankDay[] }>("bankDay.list");
  const found = days.filter((one) => one.day === day);
  expect(found, `days with the date ${day}`).toHaveLength(1);
  return found[0] as BankDay;
}

const listDifferences = async ({ clerk }: BankOffice, bankDayId: string): Promise<readonly Difference[]> =>
  (await clerk.read<{ differences: readonly Difference[] }>("bankDay.get", { bankDayId })).differences;

const explanation = "The bank repays it with the file of tomorrow";

async function explain(office: BankOffice, bankDayId: string, differenceId: string): Promise<void> {
  const { clerk, steps } = office;
  const find = async () =>
    (await listDifferences(office, bankDayId)).find((difference) => difference.differenceId === differenceId);
  await steps.do({
    kind: "explain",
    subject: differenceId,
    call: () => clerk.change("bankDay.explain", { differenceId, explanation }),
    refusals: ["difference_closed"],
    isDone: async () => (await find())?.explanation === explanation,
  });
}
