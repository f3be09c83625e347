-- CreateEnum
CREATE TYPE "MailStatus" AS ENUM ('pending', 'sent', 'failed');

-- CreateTable
CREATE TABLE "mail_message" (
    "id" TEXT NOT NULL,
    "recipient" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "language" TEXT NOT NULL,
    "content" BYTEA,
    "status" "MailStatus" NOT NULL DEFAULT 'pending',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "next_attempt_at" TIMESTAMPTZ(3),
    "give_up_at" TIMESTAMPTZ(3) NOT NULL,
    "sent_at" TIMESTAMPTZ(3),
    "last_error" TEXT,

    CONSTRAINT "mail_message_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sandbox_mail" (
    "id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "recipient" TEXT NOT NULL,
    "content" BYTEA NOT NULL,

    CONSTRAINT "sandbox_mail_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "mail_message_created_at_idx" ON "mail_message"("created_at");

-- CreateIndex
CREATE INDEX "sandbox_mail_at_idx" ON "sandbox_mail"("at");

-- CreateIndex
CREATE INDEX "sandbox_mail_recipient_at_idx" ON "sandbox_mail"("recipient", "at");

ALTER TABLE "mail_message" ADD CONSTRAINT "mail_message_language" CHECK ("language" IN ('tr', 'en'));

-- Only a waiting mail has an instant for its next attempt, and only it keeps what it says.
ALTER TABLE "mail_message" ADD CONSTRAINT "mail_message_state" CHECK (
  ("status" = 'pending') = ("next_attempt_at" IS NOT NULL)
  AND ("status" = 'pending') = ("content" IS NOT NULL)
  AND ("status" = 'sent') = ("sent_at" IS NOT NULL));

-- The mails that wait, by which the sweep finds those that are due.
CREATE INDEX "mail_message_due" ON "mail_message"("next_attempt_at") WHERE "status" = 'pending';
