import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { dayFileFormats, findDayFileFormat } from "@/server/domain/bank-days/day-file-format";
import type { DayScope } from "@/server/domain/bank-days/scope";
import { AppError } from "@/server/domain/errors";
import { decimalText } from "@/server/domain/money";
import { importBankDay } from "@/server/usecases/bank-days/import-bank-day";
import { listDifferencesOfDay } from "@/server/usecases/bank-days/queries";
import type { Ctx } from "@/server/usecases/ctx";
import { readDayRecords } from "../http/day-records";
import { type AdminCommand, NotPassed, type OptionValues } from "./command";
import { withAudit } from "./with-audit";

/** The faults and the differences that are printed. */
const shownMax = 50;

/** The command that compares a bank's day-end file with the books, for files of any size and for schedules (D-400). */
export const bankDayCommands: readonly AdminCommand[] = [
  {
    name: "bank-day import",
    parameters: ["FILE", "DAY"],
    options: [
      { name: "format", value: dayFileFormats.map(({ id }) => id).join("|") },
      { name: "bank", value: "NAME", isOptional: true },
      { name: "protocol", value: "NAME", isOptional: true },
    ],
    help: "imports a bank's day-end file (CSV or XLSX) and compares it with the books; it fails if anything differs",
    async run(ctx, [file = "", day = ""], options) {
      const format = findDayFileFormat(options.format ?? "");
      if (!format) throw new AppError("validation_error", `There is no layout ${options.format}`);
      const contents = await readFile(file).catch((error: unknown) => {
        throw new AppError("validation_error", `${file} cannot be read: ${String(error)}`);
      });
      const records = await readDayRecords(contents, format);
      const scope = readScopeOptions(options);
      const detail = { day, format: format.id, scope: `${scope.of} ${scope.name}`, fileName: basename(file) };
      const input = { formatId: format.id, scope, day, fileName: basename(file), records, importedBy: "operator" };
      const done = await withAudit(ctx, { scope: "staff", action: "bankDay.import", subject: day, detail }, () =>
        importBankDay(ctx, input),
      );
      if (done.kind === "faulty") {
        const faults = done.faults
          .slice(0, shownMax)
          .map(({ line, what, value }) => `line ${line ?? "-"}: ${what} ${value}`);
        throw new NotPassed([...faults, `${done.faults.length} faults, so nothing was imported.`]);
      }
      return describe(ctx, done.bankDayId);
    },
  },
];

function readScopeOptions({ bank, protocol }: OptionValues): DayScope {
  if (bank !== undefined && protocol !== undefined) {
    throw new AppError("validation_error", "Give --bank or --protocol, not both");
  }
  if (bank !== undefined) return { of: "bank", name: bank };
  return protocol === undefined ? { of: "all", name: "" } : { of: "protocol", name: protocol };
}

async function describe(ctx: Ctx, bankDayId: string): Promise<string[]> {
  const { day, differences } = await listDifferencesOfDay(ctx, { bankDayId, countMax: shownMax });
  const text = (kurus: bigint | null) => (kurus === null ? "-" : decimalText(kurus));
  const sums = `${day.lineCount} lines, ${day.matchedCount} in the books; sold ${text(day.soldKurus)}, given back ${text(day.backKurus)}, commission ${text(day.commissionKurus)} TRY`;
  const open = differences.filter(({ closedAt }) => closedAt === null);
  if (open.length === 0) return [sums, "Nothing differs. The day is closed."];
  throw new NotPassed([
    sums,
    ...open.map(
      (one) =>
        `${one.differenceId}  ${one.kind}  ${one.lineKind}  order ${one.orderId}  bank ${text(one.bankKurus)} (commission ${text(one.bankCommissionKurus)})  books ${text(one.bookedKurus)} (commission ${text(one.dueCommissionKurus)})`,
    ),
    `${day.openCount} open.`,
  ]);
}
