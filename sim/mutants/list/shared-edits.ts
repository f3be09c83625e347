import type { Edit } from "../mutant";

/** The migrations that create the last lines of defence. */
export const migrations = {
  foundation: "prisma/migrations/20261121053815_foundation/migration.sql",
  links: "prisma/migrations/20261122014523_payment_links/migration.sql",
  refunds: "prisma/migrations/20261122074906_refunds/migration.sql",
  bankDays: "prisma/migrations/20261123050000_bank_day_edges/migration.sql",
  refundTimes: "prisma/migrations/20261123050200_refund_times/migration.sql",
  allPayments: "prisma/migrations/20261125175000_all_payments/migration.sql",
} as const;

/** Lets `markMoved(tx, { later })` do its work in a transaction of its own after the commit, as a sabotage needs it. */
export const afterTheCommit: Edit = {
  file: "server/store/db.ts",
  find: "  for (const moved of moves) db.telemetry.moved(moved);",
  replace: `  for (const moved of moves) {
    if ("later" in moved) await inTx(db, moved.later);
    else db.telemetry.moved(moved);
  }`,
};

/** Several attempts of a payment can be open in the database. */
export const manyAttemptsInFlight: Edit = {
  file: migrations.foundation,
  find: 'CREATE UNIQUE INDEX "attempt_in_flight"',
  replace: 'CREATE INDEX "attempt_in_flight"',
};

/** Several refunds of a payment can be pending in the database. */
export const manyRefundsPending: Edit = {
  file: migrations.refunds,
  find: 'CREATE UNIQUE INDEX "refund_pending"',
  replace: 'CREATE INDEX "refund_pending"',
};

/** The database lets a link be closed while a capture of it runs. */
export const closingDuringCapture: Edit = {
  file: migrations.links,
  find: "WHERE link_id = NEW.id AND status IN ('initiated', 'captured') AND capture_started_at IS NOT NULL",
  replace: "WHERE false",
};
