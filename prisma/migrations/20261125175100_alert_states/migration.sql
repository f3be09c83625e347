-- Alerts have a state (D-257): open, acknowledged by a person, closed by a person or by what settled them.
ALTER TABLE "staff_alert"
  ADD COLUMN "acknowledged_at" TIMESTAMPTZ(3),
  ADD COLUMN "acknowledged_by" TEXT,
  ADD COLUMN "closed_at" TIMESTAMPTZ(3),
  ADD COLUMN "closed_by" TEXT,
  ADD COLUMN "note" TEXT,
  ADD CONSTRAINT "staff_alert_seen_by" CHECK (("acknowledged_at" IS NULL) = ("acknowledged_by" IS NULL)),
  ADD CONSTRAINT "staff_alert_closed_by" CHECK (
    ("closed_by" IS NULL) = ("note" IS NULL) AND ("closed_by" IS NULL OR "closed_at" IS NOT NULL));

CREATE INDEX "staff_alert_subject_idx" ON "staff_alert"("subject");
CREATE INDEX "staff_alert_open" ON "staff_alert"("created_at", "id") WHERE "closed_at" IS NULL;

-- Alerts about outcomes that are known by now are closed.
UPDATE "staff_alert" a SET "closed_at" = r."resolved_at" FROM "refund" r
 WHERE a."kind" = 'refund_unknown' AND r."id" = a."subject" AND r."resolved_at" IS NOT NULL;
UPDATE "staff_alert" a SET "closed_at" = r."resolved_at" FROM "money_return" r
 WHERE a."kind" = 'return_unknown' AND r."id" = a."subject" AND r."resolved_at" IS NOT NULL;
UPDATE "staff_alert" a SET "closed_at" = p."updated_at" FROM "payment" p
 WHERE a."kind" = 'capture_unknown' AND p."id" = a."subject" AND p."status" <> 'initiated';

-- When the bank was last asked (D-256).
ALTER TABLE "attempt" ADD COLUMN "asked_at" TIMESTAMPTZ(3);
ALTER TABLE "refund" ADD COLUMN "asked_at" TIMESTAMPTZ(3);
ALTER TABLE "money_return" ADD COLUMN "asked_at" TIMESTAMPTZ(3);
