import {
  bankDayImportInput,
  bankDayQuery,
  explanationInput,
  oneBankDay,
} from "@/server/domain/bank-days/bank-day-inputs";
import { dayFileFormats, findDayFileFormat } from "@/server/domain/bank-days/day-file-format";
import { AppError } from "@/server/domain/errors";
import { readDayRecords } from "@/server/entry/http/day-records";
import { compareBankDay } from "@/server/usecases/bank-days/compare-bank-day";
import { explainDifference } from "@/server/usecases/bank-days/explain-difference";
import { importBankDay } from "@/server/usecases/bank-days/import-bank-day";
import {
  getOpenDifferences,
  listBankDays,
  listDifferencesOfDay,
  listOpenDifferences,
} from "@/server/usecases/bank-days/queries";
import { mutationProcedure, queryProcedure, router } from "../door";

/** The differences that a screen shows; counts say how many there are. */
const shownMax = 500;

/** The faults of a file that are shown. */
const faultsMax = 100;

/** Procedures of staff for the comparison of banks' day-end files with the books (D-400). */
export const bankDayRouter = router({
  /** The days that have a file, the newest first, and the recent days that have movements and no file. */
  list: queryProcedure("bank_day.read").query(({ ctx: { ctx } }) => listBankDays(ctx)),

  /** The known layouts of files, and the banks with their protocols. */
  formats: queryProcedure("bank_day.read").query(({ ctx: { ctx } }) => ({
    formats: dayFileFormats.map(({ id, columns, amounts, times }) => ({
      id,
      columns: Object.values(columns).filter((name) => name !== null),
      amounts,
      times,
    })),
    banks: ctx.banks.listBanks().map(({ bank, name, protocol }) => ({ bank, name, protocol })),
  })),

  get: queryProcedure("bank_day.read")
    .input(bankDayQuery)
    .query(({ ctx: { ctx }, input }) => listDifferencesOfDay(ctx, { ...input, countMax: shownMax })),

  /** The open differences of all days, the oldest first. */
  openDifferences: queryProcedure("bank_day.read").query(({ ctx: { ctx } }) =>
    listOpenDifferences(ctx, { countMax: shownMax }),
  ),

  /** How many differences are open on all days, and the age of the oldest one. */
  open: queryProcedure("bank_day.read").query(({ ctx: { ctx } }) => getOpenDifferences(ctx)),

  import: mutationProcedure("bank_day.write")
    .input(bankDayImportInput)
    .mutation(async ({ ctx: { ctx, session, audit }, input: { contents, ...input } }) => {
      const { formatId, scope, day, fileName } = input;
      const detail = { format: formatId, scope: `${scope.of} ${scope.name}`, fileName };
      await audit.begin({ subject: day, detail });
      const format = findDayFileFormat(formatId);
      if (!format) throw new AppError("validation_error", `There is no layout ${formatId}`);
      const records = await readDayRecords(Buffer.from(contents, "base64"), format);
      const done = await importBankDay(ctx, { ...input, records, importedBy: session.user.email });
      if (done.kind === "faulty") {
        return { kind: done.kind, faults: done.faults.slice(0, faultsMax), faultCount: done.faults.length };
      }
      if (done.kind === "imported") {
        audit.note({ detail: { ...detail, lines: done.lineCount, open: done.openCount } });
      }
      return done;
    }),

  /** Compares a day with the books again. */
  compare: mutationProcedure("bank_day.write")
    .input(oneBankDay)
    .mutation(async ({ ctx: { ctx, audit }, input }) => {
      await audit.begin({ subject: input.bankDayId });
      return compareBankDay(ctx, input);
    }),

  explain: mutationProcedure("bank_day.write")
    .input(explanationInput)
    .mutation(async ({ ctx: { ctx, session, audit }, input }) => {
      await audit.begin({ subject: input.differenceId, detail: { explanation: input.explanation } });
      return explainDifference(ctx, { ...input, staffId: session.user.id });
    }),
});
