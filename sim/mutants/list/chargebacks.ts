import type { Mutant } from "../mutant";
import { afterTheCommit } from "./shared-edits";

const booking = "server/usecases/chargebacks/shared/book-chargeback.ts";
const rules = "prisma/migrations/20261128230000_chargebacks/migration.sql";

/** Sabotages of chargebacks: how a case is booked, what is left to refund, and how its money comes back. */
export const chargebackMutants: readonly Mutant[] = [
  {
    name: "case-is-booked-with-each-file",
    what: "A case is booked again when a corrected file brings it again, so the merchant owes the money twice.",
    edits: [
      {
        file: booking,
        find: "if (await findCase(tx, payment.terminalId, caseNumber)) return true;",
        replace: "await findCase(tx, payment.terminalId, caseNumber);",
      },
      {
        file: rules,
        find: 'CREATE UNIQUE INDEX "chargeback_terminal_id_case_number_key"',
        replace: 'CREATE INDEX "chargeback_terminal_id_case_number_key"',
      },
    ],
  },
  {
    name: "chargeback-is-booked-after-the-commit",
    what: "The settlement of a chargeback is written in a transaction of its own, so after a crash the payout is too high.",
    edits: [
      afterTheCommit,
      {
        file: booking,
        find: 'import { inTx, type Tx } from "@/server/store/db";',
        replace: 'import { inTx, markMoved, type Tx } from "@/server/store/db";',
      },
      {
        file: booking,
        find: "await book(tx, payment, { chargebackId: row.id, amountKurus: -row.amount, at: line.at }, now);",
        replace:
          "markMoved(tx, { later: (next) => book(next, payment, { chargebackId: row.id, amountKurus: -row.amount, at: line.at }, now) });",
      },
      {
        file: rules,
        find: "RAISE EXCEPTION 'Chargeback % is not booked as the capture of % is', NEW.id, NEW.payment_id;",
        replace: "NULL;",
      },
    ],
  },
  {
    name: "case-without-the-payment-lock",
    what: "A case is looked for before its payment is locked, so the second of two imports fails instead of finding it.",
    edits: [
      {
        file: "server/store/chargebacks/chargebacks.ts",
        find: "       for update of p`;\n  return found ?? null;",
        replace: "`;\n  return found ?? null;",
      },
    ],
  },
  {
    name: "refund-of-what-was-charged-back",
    what: "A payment is refunded although the bank has taken its money back, so the buyer gets it twice.",
    edits: [
      {
        file: "server/usecases/payments/shared/refundable.ts",
        find: "refundedKurus: sumRefunded(payment) + payment.chargedBackAmount,",
        replace: "refundedKurus: sumRefunded(payment),",
      },
      { file: rules, find: "AND (charged_back_amount = 0\n", replace: "AND (true\n" },
    ],
  },
  {
    name: "won-case-stays-charged-back",
    what: "A case that was won still counts as charged back, so the merchant cannot refund the money that it has again.",
    edits: [
      {
        file: rules,
        find: "charged_back_amount = charged_back_amount - OLD.amount",
        replace: "charged_back_amount = charged_back_amount - 0",
      },
    ],
  },
  {
    name: "return-is-booked-with-each-file",
    what: "The money of a won case is booked back with each file that has the line, so the merchant is paid it twice.",
    edits: [
      { file: booking, find: '  if (found.status === "won") return true;\n', replace: "" },
      {
        file: booking,
        find: 'if (!(await moveChargeback(tx, found.id, "won", { endedAt: line.at }, now))) return false;',
        replace: 'await moveChargeback(tx, found.id, "won", { endedAt: line.at }, now);',
      },
      {
        file: rules,
        find: 'CREATE UNIQUE INDEX "settlement_of_chargeback"',
        replace: 'CREATE INDEX "settlement_of_chargeback"',
      },
    ],
  },
  {
    name: "accepted-loss-never-comes-back",
    what: "The money of a case that the merchant accepted is not booked when the bank gives it back all the same.",
    edits: [
      {
        file: "server/domain/chargebacks/chargeback-states.ts",
        find: '    { from: "accepted", to: "won", when: "the bank gives the money back all the same" },\n',
        replace: "",
      },
    ],
  },
  {
    name: "chargebacks-are-not-collected",
    what: "A day's payout leaves chargebacks out, so the merchant is paid money that the bank has taken back.",
    edits: [
      {
        file: "server/store/payouts/collection.ts",
        find: "s.payout_id is null and s.collect_at <= ${now}",
        replace: "s.payout_id is null and s.chargeback_id is null and s.collect_at <= ${now}",
      },
    ],
  },
];
