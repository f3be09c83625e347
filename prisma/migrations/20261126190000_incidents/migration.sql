-- An alert is an incident with a life, about which people hear (D-360, D-362).
ALTER TABLE "staff_alert" ADD COLUMN "times_raised" INTEGER NOT NULL DEFAULT 1;

-- Kinds that only inform later readers are closed from the beginning.
UPDATE "staff_alert" SET "closed_at" = "created_at"
 WHERE "closed_at" IS NULL
   AND "kind" IN ('money_returned', 'refund_settled_by_hand', 'capture_settled_by_hand', 'booked_on_wrong_day');

CREATE TABLE "alert_notice" (
  "id" TEXT NOT NULL,
  "alert_id" TEXT NOT NULL,
  "kind" TEXT NOT NULL,
  "subject" TEXT NOT NULL,
  "change" TEXT NOT NULL,
  "detail" TEXT,
  "since" TIMESTAMPTZ(3) NOT NULL,
  "at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "alert_notice_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "alert_notice_change" CHECK ("change" IN ('opened', 'returned', 'resolved'))
);
CREATE INDEX "alert_notice_kind_at_idx" ON "alert_notice"("kind", "at");

CREATE TABLE "incident_message" (
  "id" TEXT NOT NULL,
  "kind" TEXT NOT NULL,
  "body" TEXT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  "attempts" INTEGER NOT NULL DEFAULT 0,
  "next_attempt_at" TIMESTAMPTZ(3),
  "sent_at" TIMESTAMPTZ(3),
  "last_error" TEXT,
  CONSTRAINT "incident_message_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "incident_message_kind_created_at_idx" ON "incident_message"("kind", "created_at");
CREATE INDEX "incident_message_created_at_idx" ON "incident_message"("created_at");
CREATE INDEX "incident_message_due" ON "incident_message"("next_attempt_at") WHERE "next_attempt_at" IS NOT NULL;

CREATE TABLE "incident_sighting" (
  "kind" TEXT NOT NULL,
  "subject" TEXT NOT NULL,
  "process_number" INTEGER NOT NULL,
  "seen_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "incident_sighting_pkey" PRIMARY KEY ("kind", "subject", "process_number")
);

CREATE TABLE "failing_receiver" (
  "partner_id" TEXT NOT NULL,
  "failures" INTEGER NOT NULL,
  "since" TIMESTAMPTZ(3) NOT NULL,
  "last_at" TIMESTAMPTZ(3) NOT NULL,
  "last_error" TEXT NOT NULL,
  CONSTRAINT "failing_receiver_pkey" PRIMARY KEY ("partner_id")
);
