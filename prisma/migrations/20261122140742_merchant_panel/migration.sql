-- CreateEnum
CREATE TYPE "AuditOutcome" AS ENUM ('begun', 'done', 'refused');

-- CreateEnum
CREATE TYPE "RefundRequestStatus" AS ENUM ('waiting', 'sent', 'failed', 'rejected', 'withdrawn', 'expired');

-- CreateEnum
CREATE TYPE "PayoutItemStatus" AS ENUM ('prepared', 'sent', 'paid_out', 'failed');

-- AlterTable
ALTER TABLE "api_key" ADD COLUMN     "last_used_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "attempt" ADD COLUMN     "partner_id" TEXT;
UPDATE "attempt" SET "partner_id" = p."partner_id" FROM "payment" p WHERE p."id" = "attempt"."payment_id";
ALTER TABLE "attempt" ALTER COLUMN "partner_id" SET NOT NULL;

-- AlterTable
ALTER TABLE "panel_user" ADD COLUMN     "last_sign_in_at" TIMESTAMPTZ(3),
ADD COLUMN     "name" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "removed_at" TIMESTAMPTZ(3),
ADD COLUMN     "totp_last_step" BIGINT,
ADD COLUMN     "totp_secret" BYTEA,
ADD COLUMN     "totp_since" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "partner" ADD COLUMN     "refund_approval_above" BIGINT DEFAULT 1000000,
ADD COLUMN     "refund_approval_next" BIGINT,
ADD COLUMN     "refund_approval_next_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "settlement" ADD COLUMN     "payout_item_id" TEXT;

-- AlterTable
ALTER TABLE "staff_user" ADD COLUMN     "last_sign_in_at" TIMESTAMPTZ(3),
ADD COLUMN     "name" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "removed_at" TIMESTAMPTZ(3),
ADD COLUMN     "totp_last_step" BIGINT,
ADD COLUMN     "totp_secret" BYTEA,
ADD COLUMN     "totp_since" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "api_request" (
    "id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "key_id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "method" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "status" INTEGER NOT NULL,
    "code" TEXT,
    "message" TEXT,
    "duration_ms" INTEGER NOT NULL,
    "source_ip" TEXT NOT NULL,
    "user_agent" TEXT NOT NULL,
    "query" JSON,
    "body" JSON,

    CONSTRAINT "api_request_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sign_in_session" (
    "id" TEXT NOT NULL,
    "panel_user_id" TEXT,
    "staff_user_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "confirmed_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "source_ip" TEXT NOT NULL,
    "user_agent" TEXT NOT NULL,

    CONSTRAINT "sign_in_session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "recovery_code" (
    "id" TEXT NOT NULL,
    "panel_user_id" TEXT,
    "staff_user_id" TEXT,
    "code_hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "recovery_code_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "invitation" (
    "id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "invited_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "accepted_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "invitation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_log" (
    "id" TEXT NOT NULL,
    "scope" TEXT NOT NULL,
    "number" BIGINT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "actor_kind" TEXT NOT NULL,
    "actor_id" TEXT,
    "actor_name" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "action_id" TEXT NOT NULL,
    "subject" TEXT,
    "outcome" "AuditOutcome" NOT NULL,
    "code" TEXT,
    "detail" JSON NOT NULL,
    "source_ip" TEXT NOT NULL,
    "previous_hash" BYTEA NOT NULL,
    "hash" BYTEA NOT NULL,

    CONSTRAINT "audit_log_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "refund_request" (
    "id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "payment_id" TEXT NOT NULL,
    "partner_refund_code" TEXT NOT NULL,
    "method" TEXT NOT NULL,
    "amount" BIGINT NOT NULL,
    "reason" TEXT,
    "status" "RefundRequestStatus" NOT NULL,
    "requested_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "decided_by" TEXT,
    "decided_at" TIMESTAMPTZ(3),
    "decision_note" TEXT,
    "refund_id" TEXT,
    "failure_code" TEXT,

    CONSTRAINT "refund_request_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "payout_batch" (
    "id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "payout_batch_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "payout_item" (
    "id" TEXT NOT NULL,
    "batch_id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "amount" BIGINT NOT NULL,
    "iban_masked" TEXT NOT NULL,
    "status" "PayoutItemStatus" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "sent_at" TIMESTAMPTZ(3),
    "resolved_at" TIMESTAMPTZ(3),

    CONSTRAINT "payout_item_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "api_request_partner_id_at_id_idx" ON "api_request"("partner_id", "at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "api_request_at_idx" ON "api_request"("at");

-- CreateIndex
CREATE INDEX "sign_in_session_panel_user_id_created_at_idx" ON "sign_in_session"("panel_user_id", "created_at");

-- CreateIndex
CREATE INDEX "sign_in_session_staff_user_id_created_at_idx" ON "sign_in_session"("staff_user_id", "created_at");

-- CreateIndex
CREATE INDEX "recovery_code_panel_user_id_idx" ON "recovery_code"("panel_user_id");

-- CreateIndex
CREATE INDEX "recovery_code_staff_user_id_idx" ON "recovery_code"("staff_user_id");

-- CreateIndex
CREATE UNIQUE INDEX "invitation_token_hash_key" ON "invitation"("token_hash");

-- CreateIndex
CREATE INDEX "invitation_partner_id_created_at_idx" ON "invitation"("partner_id", "created_at");

-- CreateIndex
CREATE INDEX "audit_log_action_id_idx" ON "audit_log"("action_id");

-- CreateIndex
CREATE UNIQUE INDEX "audit_log_scope_number_key" ON "audit_log"("scope", "number");

-- CreateIndex
CREATE INDEX "refund_request_partner_id_status_created_at_idx" ON "refund_request"("partner_id", "status", "created_at");

-- CreateIndex
CREATE INDEX "refund_request_payment_id_idx" ON "refund_request"("payment_id");

-- CreateIndex
CREATE UNIQUE INDEX "refund_request_partner_id_partner_refund_code_key" ON "refund_request"("partner_id", "partner_refund_code");

-- CreateIndex
CREATE INDEX "payout_item_partner_id_created_at_idx" ON "payout_item"("partner_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "payout_item_batch_id_partner_id_key" ON "payout_item"("batch_id", "partner_id");

-- CreateIndex
CREATE INDEX "attempt_partner_id_card_last4_created_at_idx" ON "attempt"("partner_id", "card_last4", "created_at");

-- CreateIndex
CREATE INDEX "payments_of_amount" ON "payment"("partner_id", "amount", "created_at", "id");

-- CreateIndex
CREATE INDEX "payments_of_code" ON "payment"("partner_id", "partner_tx_code", "created_at", "id");

-- CreateIndex
CREATE INDEX "settlement_partner_id_status_due_at_idx" ON "settlement"("partner_id", "status", "due_at");

-- CreateIndex
CREATE INDEX "settlement_payout_item_id_idx" ON "settlement"("payout_item_id");

-- CreateIndex
CREATE INDEX "webhook_delivery_partner_id_status_created_at_idx" ON "webhook_delivery"("partner_id", "status", "created_at");

-- CreateIndex
CREATE INDEX "sign_in_session_expires_at_idx" ON "sign_in_session"("expires_at");

-- CreateIndex
CREATE INDEX "invitation_expires_at_idx" ON "invitation"("expires_at");

-- AddForeignKey
ALTER TABLE "api_request" ADD CONSTRAINT "api_request_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partner"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sign_in_session" ADD CONSTRAINT "sign_in_session_panel_user_id_fkey" FOREIGN KEY ("panel_user_id") REFERENCES "panel_user"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sign_in_session" ADD CONSTRAINT "sign_in_session_staff_user_id_fkey" FOREIGN KEY ("staff_user_id") REFERENCES "staff_user"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "recovery_code" ADD CONSTRAINT "recovery_code_panel_user_id_fkey" FOREIGN KEY ("panel_user_id") REFERENCES "panel_user"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "recovery_code" ADD CONSTRAINT "recovery_code_staff_user_id_fkey" FOREIGN KEY ("staff_user_id") REFERENCES "staff_user"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partner"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "settlement" ADD CONSTRAINT "settlement_payout_item_id_fkey" FOREIGN KEY ("payout_item_id") REFERENCES "payout_item"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "refund_request" ADD CONSTRAINT "refund_request_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partner"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "refund_request" ADD CONSTRAINT "refund_request_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "payment"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payout_item" ADD CONSTRAINT "payout_item_batch_id_fkey" FOREIGN KEY ("batch_id") REFERENCES "payout_batch"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payout_item" ADD CONSTRAINT "payout_item_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partner"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Who signs in is of one door.
ALTER TABLE "sign_in_session" ADD CONSTRAINT "sign_in_session_of_one" CHECK (num_nonnulls(panel_user_id, staff_user_id) = 1);
ALTER TABLE "recovery_code" ADD CONSTRAINT "recovery_code_of_one" CHECK (num_nonnulls(panel_user_id, staff_user_id) = 1);

ALTER TABLE "panel_user" ADD CONSTRAINT "panel_user_role" CHECK (role IN ('owner', 'developer', 'finance', 'support'));
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_role" CHECK (role IN ('owner', 'developer', 'finance', 'support'));
ALTER TABLE "staff_user" ADD CONSTRAINT "staff_user_role" CHECK (role IN ('admin', 'operations', 'support'));
ALTER TABLE "panel_user" ADD CONSTRAINT "panel_user_email_lower" CHECK (email = lower(email));
ALTER TABLE "staff_user" ADD CONSTRAINT "staff_user_email_lower" CHECK (email = lower(email));

-- One refund at a time waits for a second person.
CREATE UNIQUE INDEX "refund_request_waiting" ON "refund_request"("payment_id") WHERE status = 'waiting';
ALTER TABLE "refund_request" ADD CONSTRAINT "refund_request_amount" CHECK (amount > 0);
-- Nobody decides on what they asked for themselves.
ALTER TABLE "refund_request" ADD CONSTRAINT "refund_request_second_person"
  CHECK (decided_by IS NULL OR status = 'withdrawn' OR decided_by <> requested_by);

-- What the panel's sums read, without the rows themselves.
CREATE INDEX "payment_captured" ON "payment"("partner_id", "captured_at") INCLUDE ("amount", "commission_amount")
  WHERE captured_at IS NOT NULL;
CREATE INDEX "refund_approved" ON "refund"("partner_id", "resolved_at") INCLUDE ("amount", "method", "payment_id")
  WHERE status = 'approved';

-- The audit log is only ever added to. Entries of a scope are numbered without gaps and chained: each hash covers the one
-- before it and everything that the entry says, so that no entry can be changed or taken out unseen.
CREATE FUNCTION audit_entry_text(entry audit_log) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_array(entry.scope, entry.number, (extract(epoch FROM entry.at) * 1000)::bigint, entry.id,
                           entry.actor_kind, entry.actor_id, entry.actor_name, entry.action, entry.action_id, entry.subject,
                           entry.outcome, entry.code, entry.detail::text, entry.source_ip)::text
$$;

CREATE FUNCTION chain_audit_entry() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  newest audit_log;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('audit_log:' || NEW.scope, 0));
  SELECT * INTO newest FROM audit_log WHERE scope = NEW.scope ORDER BY number DESC LIMIT 1;
  NEW.number := coalesce(newest.number, 0) + 1;
  NEW.previous_hash := coalesce(newest.hash, '\x'::bytea);
  NEW.hash := sha256(NEW.previous_hash || convert_to(audit_entry_text(NEW), 'UTF8'));
  RETURN NEW;
END $$;
CREATE TRIGGER audit_log_chain BEFORE INSERT ON "audit_log" FOR EACH ROW EXECUTE FUNCTION chain_audit_entry();

CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'permission denied for table audit_log: entries are only ever added' USING ERRCODE = '42501';
END $$;
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_log"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

-- The first entry of an account whose number, hash or text does not follow from the one before; no row: the chain is whole.
CREATE FUNCTION audit_chain_breaks() RETURNS TABLE (scope text, number bigint) LANGUAGE sql STABLE AS $$
  SELECT DISTINCT ON (c.scope) c.scope, c.number
    FROM (SELECT e.scope, e.number, e.hash, e.previous_hash, audit_entry_text(e) AS said,
                 lag(e.hash) OVER w AS before_hash, lag(e.number) OVER w AS before_number
            FROM audit_log e WINDOW w AS (PARTITION BY e.scope ORDER BY e.number)) c
   WHERE c.number <> coalesce(c.before_number, 0) + 1
      OR c.previous_hash <> coalesce(c.before_hash, '\x'::bytea)
      OR c.hash <> sha256(c.previous_hash || convert_to(c.said, 'UTF8'))
   ORDER BY c.scope, c.number
$$;

-- What the schema's language cannot say (INCLUDE) stands here alone; by a condition that always holds, the tool that compares
-- schema and database leaves an index to us.
-- Each terminal, source and status of an account has a stretch of its own, ordered by time.
CREATE INDEX "payments_listed" ON "payment"("partner_id", "terminal_id", "source", "status", "created_at", "id")
  INCLUDE ("amount") WHERE partner_id IS NOT NULL;
-- Payments that money went back of, or is on its way back, with what lists of them are narrowed by.
CREATE INDEX "payments_refunded" ON "payment"("partner_id", "created_at", "id")
  INCLUDE ("status", "source", "terminal_id", "amount", "refunded_amount", "refund_pending_amount")
  WHERE refunded_amount > 0 OR refund_pending_amount > 0;
-- Compared byte by byte, so that the indexes of the codes find beginnings, too, whatever the database's language.
ALTER TABLE "payment" ALTER COLUMN "partner_tx_code" TYPE text COLLATE "C";

-- Who made an API key.
ALTER TABLE "api_key" ADD COLUMN "created_by" TEXT;

-- What a finished day brought an account.
CREATE TABLE "account_day" (
    "partner_id" TEXT NOT NULL,
    "day" TIMESTAMPTZ(3) NOT NULL,
    "captured_count" INTEGER NOT NULL,
    "captured_amount" BIGINT NOT NULL,
    "not_captured_count" INTEGER NOT NULL,
    "refunded_count" INTEGER NOT NULL,
    "refunded_amount" BIGINT NOT NULL,
    "commission_amount" BIGINT NOT NULL,
    "net_amount" BIGINT NOT NULL,
    "late" INTEGER NOT NULL,

    CONSTRAINT "account_day_pkey" PRIMARY KEY ("partner_id","day")
);
CREATE TABLE "late_ending" (
    "payment_id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "day" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "late_ending_pkey" PRIMARY KEY ("payment_id")
);
CREATE INDEX "late_ending_partner_id_day_idx" ON "late_ending"("partner_id", "day");
ALTER TABLE "account_day" ADD CONSTRAINT "account_day_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partner"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "late_ending" ADD CONSTRAINT "late_ending_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "payment"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE FUNCTION istanbul_day(at timestamptz) RETURNS timestamptz LANGUAGE sql IMMUTABLE AS $$
  SELECT date_bin('24 hours', at, timestamptz '2000-01-01 21:00:00+00')
$$;
CREATE FUNCTION note_late_ending() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO late_ending (payment_id, partner_id, day)
  VALUES (NEW.id, NEW.partner_id, istanbul_day(coalesce(NEW.captured_at, NEW.failed_at, NEW.expired_at)));
  RETURN NULL;
END $$;
CREATE TRIGGER payment_ends_late AFTER UPDATE OF "status" ON "payment" FOR EACH ROW
  WHEN (OLD.status = 'initiated' AND NEW.status <> 'initiated'
        AND istanbul_day(coalesce(NEW.captured_at, NEW.failed_at, NEW.expired_at)) <> istanbul_day(NEW.updated_at))
  EXECUTE FUNCTION note_late_ending();

CREATE INDEX "payment_not_captured" ON "payment"("partner_id", (coalesce("failed_at", "expired_at")))
  WHERE status IN ('failed', 'expired');
CREATE INDEX "settlement_booked" ON "settlement"("partner_id", "created_at") INCLUDE ("amount")
  WHERE partner_id IS NOT NULL;
-- What is due, day by day.
DROP INDEX "settlement_due";
CREATE INDEX "settlement_due" ON "settlement"("partner_id", "due_at", "id") INCLUDE ("amount") WHERE "status" = 'pending';

-- Whoever was removed from an account has left the address free.
DROP INDEX "panel_user_email_key";
CREATE UNIQUE INDEX "panel_user_email" ON "panel_user"("email") WHERE removed_at IS NULL;
DROP INDEX "staff_user_email_key";
CREATE UNIQUE INDEX "staff_user_email" ON "staff_user"("email") WHERE removed_at IS NULL;
