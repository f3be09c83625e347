import { createHash } from "node:crypto";
import { findDayFileFormat } from "@/server/domain/bank-days/day-file-format";
import type { DayLine, LineKind } from "@/server/domain/bank-days/day-line";
import { type DayFileFault, type DayRecord, readDayFile } from "@/server/domain/bank-days/read-day-file";
import { type DayScope, readScope, writeScope } from "@/server/domain/bank-days/scope";
import { isCalendarDay, istanbulDate } from "@/server/domain/business-day";
import { AppError } from "@/server/domain/errors";
import { problem } from "@/server/domain/field-words";
import { newId } from "@/server/domain/ids";
import {
  type BankDayRow,
  insertBankDay,
  listFilesOfDay,
  listLines,
  listOpenDays,
  lockBankDays,
  replaceLines,
  updateBankDay,
} from "@/server/store/bank-days/bank-days";
import { inTx, type Tx } from "@/server/store/db";
import type { Ctx } from "../ctx";
import { bookChargebacks } from "./shared/book-chargebacks";
import { compareWithBooks } from "./shared/compare-books";

export interface ImportBankDayInput {
  readonly formatId: string;
  readonly scope: DayScope;
  /** The bank's business day, `YYYY-MM-DD`. */
  readonly day: string;
  readonly fileName: string;
  readonly records: readonly DayRecord[];
  /** Who imports it, for people to read. */
  readonly importedBy: string;
}

export type ImportedBankDay =
  | { readonly kind: "faulty"; readonly faults: readonly DayFileFault[] }
  /** The same contents were imported for this day before, and nothing was done. */
  | { readonly kind: "same"; readonly bankDayId: string }
  | {
      readonly kind: "imported";
      readonly bankDayId: string;
      readonly lineCount: number;
      readonly matchedCount: number;
      readonly openCount: number;
    };

/** A hundred thousand lines take some seconds. */
const timeoutMs = 120_000;

/** The other days that an import compares again, because a movement may come with the file of a later day. */
const othersMax = 60;

/**
 * Imports a bank's day-end file and compares it with the books (D-400). A corrected file takes the place of the day's
 * former one. Throws validation_error for an unknown layout, bank or protocol, a day that is none or has not ended, and
 * a day with a file that covers some of the same terminals.
 */
export async function importBankDay(ctx: Ctx, input: ImportBankDayInput): Promise<ImportedBankDay> {
  const format = findDayFileFormat(input.formatId);
  if (!format) throw new AppError("validation_error", `There is no layout ${input.formatId}`);
  requireKnownScope(ctx, input.scope);
  requireEndedDay(input.day, ctx.clock.now());
  const { lines, faults } = readDayFile(format, input.records);
  if (faults.length > 0) return { kind: "faulty", faults };
  const digest = digestLines(lines);
  // A file that is refused books nothing.
  findFormer(await listFilesOfDay(ctx.db.prisma, input.day), input.scope);
  await bookChargebacks(ctx, lines);
  return inTx(
    ctx.db,
    async (tx) => {
      await lockBankDays(tx);
      const former = findFormer(await listFilesOfDay(tx, input.day), input.scope);
      if (former && former.format === format.id && digest.equals(former.digest)) {
        return { kind: "same" as const, bankDayId: former.id };
      }
      const bankDay = await storeBankDay(ctx, tx, { input, former, lines, digest });
      await replaceLines(tx, bankDay.id, lines);
      const { openCount, matchedCount } = await compareWithBooks(ctx, tx, bankDay, lines);
      await compareOthers(ctx, tx, bankDay.id);
      return { kind: "imported" as const, bankDayId: bankDay.id, lineCount: lines.length, matchedCount, openCount };
    },
    timeoutMs,
  );
}

/** A misspelt bank would cover nothing, and every line would be missing here. */
function requireKnownScope(ctx: Ctx, { of, name }: DayScope): void {
  const isKnown = ctx.banks.listBanks().some((offer) => (of === "all" ? name === "" : offer[of] === name));
  if (!isKnown) throw new AppError("validation_error", `There is no ${of} ${name}`, { problem: problem("choice") });
}

function requireEndedDay(day: string, now: Date): void {
  if (!isCalendarDay(day)) throw new AppError("validation_error", `${day} is not a day in the form 2026-11-20`);
  if (day >= istanbulDate(now)) {
    throw new AppError("validation_error", `The day ${day} has not ended`, { problem: problem("bank_day_not_ended") });
  }
}

/** Recognises the same lines in another order of columns or another coding of the file. */
const digestLines = (lines: readonly DayLine[]): Buffer =>
  createHash("sha256")
    .update(JSON.stringify(lines, (_, value) => (typeof value === "bigint" ? String(value) : value)))
    .digest();

/** Finds the former file of the same scope. A file that covers some of the same terminals would count them twice. */
function findFormer(files: readonly BankDayRow[], scope: DayScope): BankDayRow | null {
  const written = writeScope(scope);
  const overlapping = files.find((file) => file.scope !== written && isOverlapping(readScope(file.scope), scope));
  if (overlapping) {
    throw new AppError(
      "validation_error",
      `The day has a file of ${overlapping.scope}, which covers the same terminals`,
      { problem: problem("bank_day_covered") },
    );
  }
  return files.find((file) => file.scope === written) ?? null;
}

/** A bank and a protocol are taken as overlapping: the files of one day are all by bank or all by protocol. */
const isOverlapping = (a: DayScope, b: DayScope): boolean => a.of !== b.of || a.name === b.name;

interface Stored {
  readonly input: ImportBankDayInput;
  readonly former: BankDayRow | null;
  readonly lines: readonly DayLine[];
  readonly digest: Buffer;
}

async function storeBankDay(ctx: Ctx, tx: Tx, { input, former, lines, digest }: Stored): Promise<BankDayRow> {
  const now = ctx.clock.now();
  const sum = (kinds: readonly LineKind[]) =>
    lines.reduce((total, { kind, amountKurus }) => total + (kinds.includes(kind) ? amountKurus : 0n), 0n);
  const row: BankDayRow = {
    id: former?.id ?? newId(ctx.random, "bankDay", now),
    scope: writeScope(input.scope),
    day: new Date(input.day),
    format: input.formatId,
    fileName: input.fileName,
    digest: Uint8Array.from(digest),
    revision: (former?.revision ?? 0) + 1,
    lineCount: lines.length,
    matchedCount: 0,
    soldAmount: sum(["sale"]),
    backAmount: sum(["void", "credit", "chargeback"]) - sum(["chargeback_reversal"]),
    commissionAmount: lines.reduce((total, { commissionKurus }) => total + (commissionKurus ?? 0n), 0n),
    importedBy: input.importedBy,
    importedAt: now,
    comparedAt: now,
    closedAt: former ? former.closedAt : now,
  };
  if (former) await updateBankDay(tx, row.id, row);
  else await insertBankDay(tx, row);
  return row;
}

/** Compares the other open days again, the oldest first. */
async function compareOthers(ctx: Ctx, tx: Tx, bankDayId: string): Promise<void> {
  for (const other of await listOpenDays(tx, othersMax)) {
    if (other.id !== bankDayId) await compareWithBooks(ctx, tx, other, await listLines(tx, other.id));
  }
}
