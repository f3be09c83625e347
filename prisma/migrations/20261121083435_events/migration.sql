-- CreateEnum
CREATE TYPE "DeliveryStatus" AS ENUM ('pending', 'delivered', 'rejected', 'exhausted', 'dropped');

-- AlterTable
ALTER TABLE "outbox_event" ADD COLUMN     "relayed_at" TIMESTAMPTZ(3),
ADD COLUMN     "subject_id" TEXT;

-- AlterTable
ALTER TABLE "partner" ADD COLUMN     "webhook_secret_next" BYTEA,
ADD COLUMN     "webhook_secret_previous" BYTEA,
ADD COLUMN     "webhook_secret_previous_until" TIMESTAMPTZ(3),
ADD COLUMN     "webhook_url_since" TIMESTAMPTZ(3),
ADD COLUMN     "webhook_url_until" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "webhook_delivery" (
    "id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "resource_type" TEXT NOT NULL,
    "resource_id" TEXT NOT NULL,
    "body" BYTEA NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "status" "DeliveryStatus" NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "scheduled_attempts" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "first_attempt_at" TIMESTAMPTZ(3),
    "next_attempt_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_delivery_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_attempt" (
    "delivery_id" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "url" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "duration_ms" INTEGER NOT NULL,
    "status_code" INTEGER,
    "error_class" TEXT,
    "response" BYTEA NOT NULL,
    "by_hand" BOOLEAN NOT NULL,

    CONSTRAINT "webhook_attempt_pkey" PRIMARY KEY ("delivery_id","number")
);

-- CreateIndex
CREATE INDEX "webhook_delivery_partner_id_created_at_idx" ON "webhook_delivery"("partner_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "webhook_delivery_partner_id_type_resource_type_resource_id_key" ON "webhook_delivery"("partner_id", "type", "resource_type", "resource_id");

-- AddForeignKey
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partner"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_attempt" ADD CONSTRAINT "webhook_attempt_delivery_id_fkey" FOREIGN KEY ("delivery_id") REFERENCES "webhook_delivery"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What happened before there were deliveries is never sent.
UPDATE "outbox_event" SET "relayed_at" = "created_at";

-- What waits for the relay, and what is due (D-48); the second for a fair share of each account.
CREATE INDEX "outbox_unrelayed" ON "outbox_event"("created_at", "id") WHERE "relayed_at" IS NULL;
CREATE INDEX "delivery_due" ON "webhook_delivery"("next_attempt_at") WHERE "next_attempt_at" IS NOT NULL;
CREATE INDEX "delivery_due_of_partner" ON "webhook_delivery"("partner_id", "next_attempt_at")
  WHERE "next_attempt_at" IS NOT NULL;

ALTER TABLE "webhook_delivery"
  ADD CONSTRAINT "delivery_times" CHECK (
    ("status" = 'pending') = ("next_attempt_at" IS NOT NULL)
    AND ("status" = 'pending') = ("finished_at" IS NULL)
    AND "scheduled_attempts" BETWEEN 0 AND 6 AND "attempts" >= "scheduled_attempts");
ALTER TABLE "webhook_attempt"
  ADD CONSTRAINT "attempt_result" CHECK (
    "number" >= 1 AND "duration_ms" >= 0 AND octet_length("response") <= 2048
    AND ("status_code" IS NOT NULL OR "error_class" IS NOT NULL));
CREATE INDEX "partner_previous_secret_due" ON "partner"("webhook_secret_previous_until")
  WHERE "webhook_secret_previous_until" IS NOT NULL;
ALTER TABLE "partner"
  ADD CONSTRAINT "partner_previous_secret" CHECK (
    ("webhook_secret_previous" IS NULL) = ("webhook_secret_previous_until" IS NULL));
