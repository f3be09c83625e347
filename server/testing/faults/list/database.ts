import type { ListedFault } from "../fault";

const foundation = "prisma/migrations/20261121053815_foundation/migration.sql";
const links = "prisma/migrations/20261122014523_payment_links/migration.sql";
const refunds = "prisma/migrations/20261122074906_refunds/migration.sql";
const panel = "prisma/migrations/20261122140742_merchant_panel/migration.sql";
const bankDays = "prisma/migrations/20261123050000_bank_day_edges/migration.sql";
const refundTimes = "prisma/migrations/20261123050200_refund_times/migration.sql";
const corrections = "prisma/migrations/20261123050300_corrections/migration.sql";

/** Faults in the unique indexes, checks and triggers that are the last line of a rule. */
export const databaseFaults: readonly ListedFault[] = [
  {
    what: "Two cards of one payment are at the bank at the same time, so the buyer may pay twice.",
    file: foundation,
    find: 'CREATE UNIQUE INDEX "attempt_in_flight"',
    replace: 'CREATE INDEX "attempt_in_flight"',
    tests: [
      "server/usecases/captures/capture-last-line.db.test.ts",
      "server/usecases/payments/connection-races.db.test.ts",
    ],
  },
  {
    what: "One payment is captured by two attempts.",
    file: foundation,
    find: 'CREATE UNIQUE INDEX "attempt_captured"',
    replace: 'CREATE INDEX "attempt_captured"',
    tests: ["server/usecases/captures/capture-last-line.db.test.ts"],
  },
  {
    what: "The event of one change is written twice, so the merchant gets it twice.",
    file: foundation,
    find: 'CREATE UNIQUE INDEX "outbox_event_partner_id_type_resource_type_resource_id_key"',
    replace: 'CREATE INDEX "outbox_event_partner_id_type_resource_type_resource_id_key"',
    tests: ["server/usecases/webhooks/outbox.db.test.ts", "server/launch/migrations/schema-engine.db.test.ts"],
  },
  {
    what: "More than six digits of a card number can be stored with an attempt.",
    file: foundation,
    find: 'ADD CONSTRAINT "attempt_card_parts" CHECK ("card_bin" ~ \'^[0-9]{6}$\'',
    replace: 'ADD CONSTRAINT "attempt_card_parts" CHECK ("card_bin" ~ \'^[0-9]{6,}$\'',
    tests: ["server/usecases/captures/capture-last-line.db.test.ts"],
  },
  {
    what: "A link is paid twice, because two payments of it can be open.",
    file: links,
    find: 'CREATE UNIQUE INDEX "payment_of_link"',
    replace: 'CREATE INDEX "payment_of_link"',
    tests: ["server/usecases/links/link-last-line.db.test.ts"],
  },
  {
    what: "A link is cancelled while its capture runs, so the merchant sees cancelled and the buyer has paid.",
    file: links,
    find: "  IF EXISTS (SELECT 1 FROM payment\n              WHERE link_id = NEW.id",
    replace: "  IF EXISTS (SELECT 1 FROM payment\n              WHERE false AND link_id = NEW.id",
    tests: ["server/usecases/links/link-last-line.db.test.ts"],
  },
  {
    what: "Two refunds of one payment are pending at the same time.",
    file: refunds,
    find: 'CREATE UNIQUE INDEX "refund_pending"',
    replace: 'CREATE INDEX "refund_pending"',
    tests: ["server/usecases/refunds/refund-last-line.db.test.ts"],
  },
  {
    what: "The outcome of a refund changes after it has ended.",
    file: refundTimes,
    find: 'WHEN ((OLD."status" <> \'pending\'\n         AND (NEW."status", NEW."resolved_at", NEW."failure_code", NEW."sent_at"',
    replace: 'WHEN ((false\n         AND (NEW."status", NEW."resolved_at", NEW."failure_code", NEW."sent_at"',
    tests: ["server/usecases/refunds/refund-last-line.db.test.ts"],
  },
  {
    what: "A voided payment still counts against the limit of the bank.",
    file: refunds,
    find: "IF NEW.status IN ('initiated', 'captured') AND NEW.voided_at IS NULL THEN",
    replace: "IF NEW.status IN ('initiated', 'captured') THEN",
    tests: ["server/usecases/payments/voided-limit.db.test.ts", "server/store/banks/connection-totals.db.test.ts"],
  },
  {
    what: "Entries of the audit log can be deleted.",
    file: panel,
    find: 'BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_log"',
    replace: 'BEFORE UPDATE OR TRUNCATE ON "audit_log"',
    tests: ["server/usecases/audit/list-audit.db.test.ts", "server/entry/admin/audit.db.test.ts"],
  },
  {
    what: "Entries of the audit log from before the keys count without a seal.",
    file: "server/domain/audit/chain.ts",
    find: 'return log.unsealed !== null && entry.action !== sealAction ? "without_key" : null;',
    replace: "return null;",
    tests: ["server/entry/admin/audit-heads.db.test.ts"],
  },
  {
    what: "The person who asked for a refund is stored as the one who approved it.",
    file: panel,
    find: "OR decided_by <> requested_by",
    replace: "OR decided_by <> requested_by OR decided_by = requested_by",
    tests: ["server/usecases/refunds/refund-approval.db.test.ts", "server/usecases/refunds/refund-requests.db.test.ts"],
  },
  {
    what: "Money of one attempt goes back to the card twice.",
    file: bankDays,
    find: 'CREATE UNIQUE INDEX "money_return_under_way"',
    replace: 'CREATE INDEX "money_return_under_way"',
    tests: [
      "server/usecases/captures/start-money-return.db.test.ts",
      "server/usecases/captures/capture-last-line.db.test.ts",
    ],
  },
  {
    what: "The commission of a captured payment changes after its settlement was booked.",
    file: bankDays,
    find: 'CREATE TRIGGER payment_is_final BEFORE UPDATE ON "payment" FOR EACH ROW\n  WHEN (OLD."status" <> \'initiated\'',
    replace:
      'CREATE TRIGGER payment_is_final BEFORE UPDATE ON "payment" FOR EACH ROW\n  WHEN (OLD."status" = \'expired\'',
    tests: ["server/usecases/captures/capture-last-line.db.test.ts"],
  },
  {
    what: "A capture that the bank has approved ends as declined without a decision and without an alert.",
    file: bankDays,
    find: 'WHEN (NEW."approved_at" IS NOT NULL AND NEW."status" NOT IN',
    replace: 'WHEN (false AND NEW."approved_at" IS NOT NULL AND NEW."status" NOT IN',
    tests: ["server/usecases/captures/capture-last-line.db.test.ts"],
  },
  {
    what: "More money goes back of a payment than was captured.",
    file: corrections,
    find: 'AND "refunded_amount" + "corrected_amount" + "refund_pending_amount" <= "amount");',
    replace: 'AND "refund_pending_amount" <= "amount");',
    tests: [
      "server/usecases/refunds/refund-last-line.db.test.ts",
      "server/usecases/corrections/correction-last-line.db.test.ts",
    ],
  },
  {
    what: "One member of staff both proposes and approves a correction of the books.",
    file: corrections,
    find: 'CHECK ("decided_by" <> "proposed_by")',
    replace: "CHECK (\"decided_by\" <> '')",
    tests: ["server/usecases/corrections/correction-last-line.db.test.ts"],
  },
  {
    what: "The capture of one payment is settled twice.",
    file: corrections,
    find: 'CREATE UNIQUE INDEX "settlement_of_capture"',
    replace: 'CREATE INDEX "settlement_of_capture"',
    tests: ["server/usecases/payouts/settlement.db.test.ts"],
  },
  {
    what: "The database counts the bank's business day an hour differently from the product.",
    file: corrections,
    find: "+ day_end + interval '12 hours')::date",
    replace: "+ day_end + interval '11 hours')::date",
    tests: [
      "server/usecases/payouts/settlement-last-line.db.test.ts",
      "server/launch/migrations/corrections-migration.db.test.ts",
    ],
  },
  {
    what: "The settlement of a held payment is paid out.",
    file: corrections,
    find: "PERFORM 1 FROM payment WHERE id = NEW.payment_id AND held_since IS NULL FOR SHARE;",
    replace: "PERFORM 1 FROM payment WHERE id = NEW.payment_id FOR SHARE;",
    tests: [
      "server/usecases/payouts/settlement-last-line.db.test.ts",
      "server/usecases/corrections/correction-last-line.db.test.ts",
    ],
  },
];
