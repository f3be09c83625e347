import type { Mutant } from "../mutant";

const comparison = "server/usecases/bank-days/shared/compare-books.ts";
const importing = "server/usecases/bank-days/import-bank-day.ts";
const matching = "server/domain/bank-days/compare-day.ts";
const rules = "prisma/migrations/20261128220000_bank_days/migration.sql";

/** Sabotages of reconciliation: how lines and movements are matched, and when the day of a bank is closed. */
export const bankDayMutants: readonly Mutant[] = [
  {
    name: "day-closes-with-differences",
    what: "A day is closed as soon as its file was compared, whatever differs, so the missing money is never looked for.",
    edits: [
      { file: comparison, find: "const closedAt = openCount === 0 ? now : null;", replace: "const closedAt = now;" },
      { file: rules, find: "IF (v_day.closed_at IS NULL) <> v_day.has_open THEN", replace: "IF false THEN" },
    ],
  },
  {
    name: "differences-stay-after-a-correction",
    what: "A difference stays open although the corrected file of the bank does not have it any more, and staff claim it.",
    edits: [
      {
        file: "server/store/bank-days/differences.ts",
        find: "  await closeOrOpen(tx, gone, now);\n",
        replace: "",
      },
    ],
  },
  {
    name: "two-imports-at-once",
    what: "Two people import files of one day at the same time, and neither import waits for the other one.",
    edits: [
      {
        file: importing,
        find: "      await lockBankDays(tx);\n",
        replace: "",
      },
      { file: importing, find: "  lockBankDays,\n", replace: "" },
    ],
  },
  {
    name: "repeated-line-is-a-new-sale",
    what: "A sale that the bank lists twice is taken for one that the books lack, so staff ask the bank about it in vain.",
    edits: [
      {
        file: matching,
        find: 'const kind = isRepeated || elsewhere ? "twice" : "missing_here";',
        replace: 'const kind = elsewhere ? "twice" : "missing_here";',
      },
    ],
  },
  {
    name: "credit-with-its-commission",
    what: "The commission is expected back with a credit, which keeps it, so each refund accuses the bank wrongly.",
    edits: [
      {
        file: "server/domain/bank-days/commission-audit.ts",
        find: 'kind === "sale" ? kurus : kind === "void" ? -kurus : 0n',
        replace: 'kind === "sale" ? kurus : -kurus',
      },
    ],
  },
  {
    name: "other-sum-is-accepted",
    what: "A line is matched by its reference alone and its amount is not compared, so a sale that is paid short is right.",
    edits: [
      {
        file: matching,
        find: 'if (line.amountKurus !== movement.amountKurus) found.push("sum");',
        replace: 'if (line.amountKurus < 0n) found.push("sum");',
      },
    ],
  },
];
