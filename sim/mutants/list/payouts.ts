import type { Mutant } from "../mutant";
import { afterTheCommit } from "./shared-edits";

const collection = "server/store/payouts/collection.ts";
const files = "server/store/payouts/payout-files.ts";
const moves = "server/store/payouts/payout-moves.ts";
const due = "server/store/operations/due.ts";
const rules = "prisma/migrations/20261128170000_ledger_and_payouts/migration.sql";

/** Sabotages of payouts: what they collect, how they are paid, and what the ledger says of all of it. */
export const payoutMutants: readonly Mutant[] = [
  {
    name: "collected-before-its-day",
    what: "What a merchant sold is collected at once instead of on the next business day, before the bank has paid it.",
    edits: [
      { file: collection, find: "s.collect_at <= ${now}", replace: "s.collect_at <= ${now} + interval '4 days'" },
      {
        file: due,
        find: "s.collect_at <= ${until}",
        replace: "s.collect_at <= ${until}::timestamptz + interval '4 days'",
      },
    ],
  },
  {
    name: "refunds-do-not-count",
    what: "A day's payout leaves the refunds of the day out, so a merchant gets back what the buyer got back already.",
    edits: [
      {
        file: collection,
        find: "s.payout_id is null and s.collect_at <= ${now}",
        replace: "s.payout_id is null and s.refund_id is null and s.collect_at <= ${now}",
      },
    ],
  },
  {
    name: "payout-in-two-files",
    what: "A payout whose file was not marked as sent goes into the next file too, so the bank pays it twice.",
    edits: [
      {
        file: files,
        find: "where status = 'approved' and file_id is null",
        replace: "where status = 'approved'",
      },
      {
        file: rules,
        find: "     OR (OLD.file_id IS NOT NULL AND OLD.file_id IS DISTINCT FROM NEW.file_id)\n",
        replace: "",
      },
    ],
  },
  {
    name: "issued-again-twice",
    what: "A payout that came back is issued again by each person who asks for it, so the merchant is paid twice.",
    edits: [
      {
        file: "server/usecases/payouts/reissue-payout.ts",
        find: 'failed.status !== "failed" || (await hasLiveReissue(tx, payoutId))',
        replace: 'failed.status !== "failed" || ((await hasLiveReissue(tx, payoutId)) && false)',
      },
      {
        file: rules,
        find: 'CREATE UNIQUE INDEX "payout_reissued"',
        replace: 'CREATE INDEX "payout_reissued"',
      },
    ],
  },
  {
    name: "payout-event-after-the-commit",
    what: "The event of a payout is written in a transaction of its own, so after a crash the shop never hears of it.",
    edits: [
      afterTheCommit,
      { file: moves, find: 'import type { Tx } from "../db";', replace: 'import { markMoved, type Tx } from "../db";' },
      {
        file: moves,
        find: "await writeEvent(tx, event, now);",
        replace: "markMoved(tx, { later: (next) => writeEvent(next, event, now) });",
      },
    ],
  },
  {
    name: "returned-payout-is-not-entered",
    what: "The ledger has no posting for a payout that came back, so the books say that its money is still on the way.",
    edits: [
      {
        file: rules,
        find: "PERFORM post(v_id, 1, 'in_payout', 'returned', NEW.amount);",
        replace: "PERFORM post(v_id, 1, 'in_payout', 'returned', 0);",
      },
    ],
  },
  {
    name: "carry-over-is-not-entered",
    what: "The ledger leaves what was carried over where it was, so the next payout takes it from an account without it.",
    edits: [
      {
        file: rules,
        find: "PERFORM post(v_id, 1, 'merchant', 'carried', NEW.amount);",
        replace: "PERFORM post(v_id, 1, 'merchant', 'carried', 0);",
      },
    ],
  },
  {
    name: "void-keeps-the-commission",
    what: "The ledger enters a void like a credit, so the operator has earned the commission of a sale that is none.",
    edits: [
      {
        file: rules,
        find: "WHEN r.id IS NOT NULL THEN r.method = 'void'\n",
        replace: "WHEN r.id IS NOT NULL THEN false\n",
      },
    ],
  },
];
