-- CreateEnum
CREATE TYPE "PartnerStatus" AS ENUM ('active', 'suspended', 'closed');

-- CreateEnum
CREATE TYPE "PaymentStatus" AS ENUM ('initiated', 'captured', 'failed', 'expired');

-- CreateEnum
CREATE TYPE "PaymentSource" AS ENUM ('api', 'panel', 'payment_link');

-- CreateEnum
CREATE TYPE "AttemptStatus" AS ENUM ('preparing', 'started', 'capturing', 'unknown', 'captured', 'declined', 'rejected', 'not_started', 'not_authenticated', 'abandoned');

-- CreateEnum
CREATE TYPE "TerminalMode" AS ENUM ('standard', 'direct_collection');

-- CreateEnum
CREATE TYPE "CommissionBasis" AS ENUM ('gross', 'net');

-- CreateEnum
CREATE TYPE "CardFamily" AS ENUM ('credit', 'debit', 'prepaid', 'foreign');

-- CreateTable
CREATE TABLE "outbox_event" (
    "id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "resource_type" TEXT NOT NULL,
    "resource_id" TEXT NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "outbox_event_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "staff_alert" (
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "detail" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "staff_alert_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "csp_report" (
    "id" TEXT NOT NULL,
    "directive" TEXT NOT NULL,
    "blocked" TEXT NOT NULL,
    "document" TEXT NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "csp_report_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sandbox_clock" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "offset_ms" BIGINT NOT NULL,

    CONSTRAINT "sandbox_clock_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "partner" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "status" "PartnerStatus" NOT NULL DEFAULT 'active',
    "acceptance_held" BOOLEAN NOT NULL DEFAULT false,
    "hold_reason" TEXT,
    "held_since" TIMESTAMPTZ(3),
    "payment_links_enabled" BOOLEAN NOT NULL DEFAULT true,
    "webhook_url" TEXT,
    "webhook_secret" BYTEA NOT NULL,
    "allowed_hosts" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
    "min_amount" BIGINT,
    "max_amount" BIGINT,
    "card_attempt_limit" INTEGER NOT NULL DEFAULT 5,
    "installment_counts" INTEGER[] NOT NULL DEFAULT ARRAY[]::INTEGER[],
    "payments_per_key" INTEGER,
    "link_writes_per_key" INTEGER,
    "link_reads_per_key" INTEGER,
    "link_seq" BIGINT NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "partner_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_key" (
    "id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "prefix" TEXT NOT NULL,
    "key_hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_key_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "panel_user" (
    "id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "password_hash" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "panel_user_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "staff_user" (
    "id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "password_hash" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "staff_user_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "payment" (
    "id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "terminal_id" TEXT NOT NULL,
    "partner_tx_code" TEXT NOT NULL,
    "source" "PaymentSource" NOT NULL,
    "status" "PaymentStatus" NOT NULL,
    "amount" BIGINT NOT NULL,
    "installment" INTEGER NOT NULL,
    "description" TEXT,
    "return_url" TEXT NOT NULL,
    "ref_hash" BYTEA NOT NULL,
    "ref_cipher" BYTEA NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "counted_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "captured_at" TIMESTAMPTZ(3),
    "failed_at" TIMESTAMPTZ(3),
    "expired_at" TIMESTAMPTZ(3),
    "failure_code" TEXT,
    "attempts_used" INTEGER NOT NULL DEFAULT 0,
    "prepare_started_at" TIMESTAMPTZ(3),
    "capture_started_at" TIMESTAMPTZ(3),
    "card_bin" TEXT,
    "card_last4" TEXT,
    "card_brand" TEXT,
    "card_family" "CardFamily",
    "card_bank" TEXT,
    "card_scheme" TEXT,
    "commission_basis" "CommissionBasis",
    "commission_rate_bps" INTEGER,
    "commission_fixed_fee" BIGINT,
    "commission_amount" BIGINT,
    "customer_share_bps" INTEGER NOT NULL DEFAULT 0,
    "customer_share_amount" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "payment_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "attempt" (
    "id" TEXT NOT NULL,
    "payment_id" TEXT NOT NULL,
    "status" "AttemptStatus" NOT NULL,
    "bank_order_id" TEXT NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "token_cipher" BYTEA NOT NULL,
    "nonce" TEXT NOT NULL,
    "language" TEXT NOT NULL,
    "buyer_ip" TEXT NOT NULL,
    "card_bin" TEXT NOT NULL,
    "card_last4" TEXT NOT NULL,
    "card_brand" TEXT,
    "card_family" "CardFamily",
    "card_bank" TEXT,
    "card_scheme" TEXT,
    "commission_basis" "CommissionBasis" NOT NULL,
    "rate_bps" INTEGER NOT NULL,
    "fixed_fee" BIGINT,
    "proofs" BYTEA,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "capture_sent_at" TIMESTAMPTZ(3),
    "unknown_since" TIMESTAMPTZ(3),
    "next_inquiry_at" TIMESTAMPTZ(3),
    "inquiries" INTEGER NOT NULL DEFAULT 0,
    "not_found_seen" INTEGER NOT NULL DEFAULT 0,
    "alert_at" TIMESTAMPTZ(3),
    "recheck_at" TIMESTAMPTZ(3),
    "decline_reason" TEXT,
    "bank_code" TEXT,
    "auth_code" TEXT,
    "rrn" TEXT,
    "transaction_id" TEXT,

    CONSTRAINT "attempt_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "bank_callback" (
    "id" TEXT NOT NULL,
    "attempt_id" TEXT NOT NULL,
    "digest" BYTEA NOT NULL,
    "order_id" TEXT,
    "verdict" TEXT NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "bank_callback_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "terminal" (
    "id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "bank" TEXT NOT NULL,
    "provider" TEXT NOT NULL DEFAULT 'bank',
    "validity_minutes" INTEGER NOT NULL DEFAULT 30,
    "mode" "TerminalMode" NOT NULL DEFAULT 'standard',
    "active" BOOLEAN NOT NULL DEFAULT true,
    "virtual_pos_active" BOOLEAN NOT NULL DEFAULT true,
    "psp_active" BOOLEAN NOT NULL DEFAULT true,
    "allowed_families" "CardFamily"[] NOT NULL,
    "supports_foreign" BOOLEAN NOT NULL DEFAULT true,
    "day_end_local" TEXT NOT NULL DEFAULT '00:00',
    "commission_basis" "CommissionBasis" NOT NULL DEFAULT 'gross',
    "effective_counts" INTEGER[] NOT NULL,
    "account" BYTEA NOT NULL,
    "limit_per_tx" BIGINT,
    "limit_daily" BIGINT,
    "limit_weekly" BIGINT,
    "limit_monthly" BIGINT,
    "limit_windows" JSONB NOT NULL DEFAULT '[]',
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "terminal_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "tariff_row" (
    "id" TEXT NOT NULL,
    "terminal_id" TEXT NOT NULL,
    "family" "CardFamily" NOT NULL,
    "brand" TEXT,
    "on_us" BOOLEAN,
    "installment_count" INTEGER NOT NULL,
    "rate_bps" INTEGER NOT NULL,
    "fixed_fee" BIGINT,

    CONSTRAINT "tariff_row_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "bin_range" (
    "bin" TEXT NOT NULL,
    "bank" TEXT NOT NULL,
    "brand" TEXT,
    "family" "CardFamily" NOT NULL,
    "scheme" TEXT NOT NULL,
    "commercial" BOOLEAN NOT NULL,
    "confidence" TEXT NOT NULL,

    CONSTRAINT "bin_range_pkey" PRIMARY KEY ("bin")
);

-- CreateIndex
CREATE INDEX "outbox_event_created_at_idx" ON "outbox_event"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "outbox_event_partner_id_type_resource_type_resource_id_key" ON "outbox_event"("partner_id", "type", "resource_type", "resource_id");

-- CreateIndex
CREATE INDEX "staff_alert_created_at_idx" ON "staff_alert"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "staff_alert_kind_subject_key" ON "staff_alert"("kind", "subject");

-- CreateIndex
CREATE INDEX "csp_report_received_at_idx" ON "csp_report"("received_at");

-- CreateIndex
CREATE UNIQUE INDEX "api_key_prefix_key" ON "api_key"("prefix");

-- CreateIndex
CREATE INDEX "api_key_partner_id_idx" ON "api_key"("partner_id");

-- CreateIndex
CREATE UNIQUE INDEX "panel_user_email_key" ON "panel_user"("email");

-- CreateIndex
CREATE INDEX "panel_user_partner_id_idx" ON "panel_user"("partner_id");

-- CreateIndex
CREATE UNIQUE INDEX "staff_user_email_key" ON "staff_user"("email");

-- CreateIndex
CREATE UNIQUE INDEX "payment_ref_hash_key" ON "payment"("ref_hash");

-- CreateIndex
CREATE INDEX "payment_partner_id_created_at_idx" ON "payment"("partner_id", "created_at");

-- CreateIndex
CREATE INDEX "payment_partner_id_status_created_at_idx" ON "payment"("partner_id", "status", "created_at");

-- CreateIndex
CREATE INDEX "payment_terminal_id_counted_at_idx" ON "payment"("terminal_id", "counted_at");

-- CreateIndex
CREATE UNIQUE INDEX "attempt_bank_order_id_key" ON "attempt"("bank_order_id");

-- CreateIndex
CREATE UNIQUE INDEX "attempt_token_hash_key" ON "attempt"("token_hash");

-- CreateIndex
CREATE INDEX "attempt_payment_id_created_at_idx" ON "attempt"("payment_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "bank_callback_attempt_id_digest_key" ON "bank_callback"("attempt_id", "digest");

-- CreateIndex
CREATE INDEX "terminal_partner_id_idx" ON "terminal"("partner_id");

-- CreateIndex
CREATE INDEX "tariff_row_terminal_id_idx" ON "tariff_row"("terminal_id");

-- AddForeignKey
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partner"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "panel_user" ADD CONSTRAINT "panel_user_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partner"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment" ADD CONSTRAINT "payment_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partner"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment" ADD CONSTRAINT "payment_terminal_id_fkey" FOREIGN KEY ("terminal_id") REFERENCES "terminal"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "attempt" ADD CONSTRAINT "attempt_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "payment"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bank_callback" ADD CONSTRAINT "bank_callback_attempt_id_fkey" FOREIGN KEY ("attempt_id") REFERENCES "attempt"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "terminal" ADD CONSTRAINT "terminal_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partner"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tariff_row" ADD CONSTRAINT "tariff_row_terminal_id_fkey" FOREIGN KEY ("terminal_id") REFERENCES "terminal"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What Prisma's schema cannot say. --------------------------------------------------------------------------

-- A code is held by one initiated or captured payment; a failed or expired one releases it (§4.5.1, D-17).
CREATE UNIQUE INDEX "payment_active_code" ON "payment"("partner_id", "partner_tx_code")
  WHERE "status" IN ('initiated', 'captured');

-- One attempt in flight and one capture per payment, whatever races (§4.7 rule 2).
CREATE UNIQUE INDEX "attempt_in_flight" ON "attempt"("payment_id")
  WHERE "status" IN ('preparing', 'started', 'capturing', 'unknown');
CREATE UNIQUE INDEX "attempt_captured" ON "attempt"("payment_id") WHERE "status" = 'captured';

-- What is due (D-48).
CREATE INDEX "payment_due" ON "payment"("expires_at") WHERE "status" = 'initiated' AND "capture_started_at" IS NULL;
CREATE INDEX "attempt_inquiry_due" ON "attempt"("next_inquiry_at") WHERE "next_inquiry_at" IS NOT NULL;
CREATE INDEX "attempt_alert_due" ON "attempt"("alert_at") WHERE "alert_at" IS NOT NULL;
CREATE INDEX "attempt_recheck_due" ON "attempt"("recheck_at") WHERE "recheck_at" IS NOT NULL;

ALTER TABLE "payment"
  ADD CONSTRAINT "payment_amount_range" CHECK ("amount" BETWEEN 1 AND 1000000000),
  ADD CONSTRAINT "payment_times" CHECK (
    ("status" = 'captured') = ("captured_at" IS NOT NULL)
    AND ("status" = 'failed') = ("failed_at" IS NOT NULL)
    AND ("status" = 'expired') = ("expired_at" IS NOT NULL)
    AND ("status" = 'failed') = ("failure_code" IS NOT NULL)),
  ADD CONSTRAINT "payment_installment" CHECK ("installment" >= 1 AND "attempts_used" >= 0),
  ADD CONSTRAINT "payment_validity" CHECK ("expires_at" > "created_at" AND "counted_at" >= "created_at"),
  ADD CONSTRAINT "payment_captured_facts" CHECK (
    "status" <> 'captured'
    OR ("capture_started_at" IS NOT NULL AND "card_bin" IS NOT NULL AND "commission_amount" IS NOT NULL)),
  ADD CONSTRAINT "payment_card_parts" CHECK ("card_bin" ~ '^[0-9]{6}$' AND "card_last4" ~ '^[0-9]{4}$');
ALTER TABLE "attempt"
  ADD CONSTRAINT "attempt_card_parts" CHECK ("card_bin" ~ '^[0-9]{6}$' AND "card_last4" ~ '^[0-9]{4}$');
ALTER TABLE "partner"
  ADD CONSTRAINT "partner_limits" CHECK ("min_amount" >= 0 AND "max_amount" >= "min_amount" AND "card_attempt_limit" >= 1);
ALTER TABLE "terminal"
  ADD CONSTRAINT "terminal_limits" CHECK (
    "limit_per_tx" >= 0 AND "limit_daily" >= 0 AND "limit_weekly" >= 0 AND "limit_monthly" >= 0
    AND "validity_minutes" >= 1);
-- One price for each kind of card and count; null is a kind of its own, which PostgreSQL 14 cannot say otherwise.
CREATE UNIQUE INDEX "tariff_price" ON "tariff_row"
  ("terminal_id", "family", coalesce("brand", ''), coalesce("on_us"::text, ''), "installment_count");
ALTER TABLE "sandbox_clock" ADD CONSTRAINT "sandbox_clock_one_row" CHECK ("id" = 1 AND "offset_ms" >= 0);

-- What a terminal's bank connection has taken since each instant, kuruş: captured payments, and initiated ones as
-- long as they may still be paid (D-41), in one scan from the earliest instant. Holds the terminal's row lock until
-- the transaction ends, and each statement of a volatile function sees what was committed before it began: racing
-- creations are summed one after the other.
CREATE FUNCTION connection_usage(p_terminal text, p_now timestamptz, p_except text, p_since timestamptz[])
RETURNS bigint[] LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  PERFORM 1 FROM terminal WHERE id = p_terminal FOR NO KEY UPDATE;
  RETURN (
    WITH counted AS MATERIALIZED (
      SELECT counted_at, amount
        FROM payment
       WHERE terminal_id = p_terminal
         AND counted_at >= (SELECT min(since) FROM unnest(p_since) AS since)
         AND id <> p_except
         AND (status = 'captured'
              OR (status = 'initiated' AND (capture_started_at IS NOT NULL OR expires_at > p_now)))
    )
    SELECT array_agg(
             (SELECT coalesce(sum(amount), 0)::bigint FROM counted WHERE counted_at >= span.since)
             ORDER BY span.position)
      FROM unnest(p_since) WITH ORDINALITY AS span(since, position));
END $$;
