import { basename } from "node:path";
import { AppError } from "@/server/domain/errors";
import { readStatement, type StatementLine, statementColumns } from "@/server/domain/operations/bank-statement";
import { reconcileDay } from "@/server/usecases/operations/reconcile-day";
import { type AdminCommand, NotPassed } from "./command";
import { readCsvFile } from "./csv-file";
import { formatReconciliation, isEqual } from "./reconcile-lines";
import { withAudit } from "./with-audit";

/** The pause between two orders, so that a bank gets at most five questions in a second. */
const pauseMs = 200;

/** The command that compares the books of a business day with the bank, above all after a restore (D-380). */
export const reconcileCommands: readonly AdminCommand[] = [
  {
    name: "reconcile",
    parameters: ["DAY", "TERMINAL"],
    options: [
      { name: "statement", value: "FILE", isOptional: true },
      { name: "dry-run", value: null, isOptional: true },
    ],
    help: "compares a terminal's books of a bank day such as 2026-11-20 with its bank, and with a statement of the bank",
    async run(ctx, [day = "", terminalId = ""], { statement: file, "dry-run": dryRun }) {
      const statement = file === undefined ? null : await readStatementFile(file);
      const isDryRun = dryRun !== undefined;
      const detail = { day, statement: file === undefined ? null : basename(file), dryRun: isDryRun };
      const found = await withAudit(
        ctx,
        { scope: "staff", action: "books.reconcile", subject: terminalId, detail },
        () => reconcileDay(ctx, { terminalId, day, statement, isDryRun, pauseMs }),
      );
      const lines = formatReconciliation(found, { terminalId, day, isDryRun, hasStatement: statement !== null });
      if (isEqual(found)) return lines;
      throw new NotPassed(lines);
    },
  },
];

async function readStatementFile(file: string): Promise<readonly StatementLine[]> {
  const { lines, faults } = readStatement(await readCsvFile(file));
  if (faults.length === 0) return lines;
  const shown = faults.slice(0, faultsMax).join("\n");
  throw new AppError("validation_error", `${file} needs the columns ${statementColumns.join(",")}.\n${shown}`);
}

const faultsMax = 20;
