-- CreateEnum
CREATE TYPE "RefundMethod" AS ENUM ('void', 'credit');

-- CreateEnum
CREATE TYPE "RefundStatus" AS ENUM ('pending', 'approved', 'declined');

-- CreateEnum
CREATE TYPE "RefundFailure" AS ENUM ('declined_by_bank', 'day_closed', 'day_not_closed', 'nothing_to_void', 'exceeds_remaining_at_bank', 'not_processed');

-- CreateEnum
CREATE TYPE "SettlementStatus" AS ENUM ('pending', 'in_payout', 'paid_out', 'failed');

-- AlterTable
ALTER TABLE "payment" ADD COLUMN     "refund_pending_amount" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "refunded_amount" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "voided_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "refund" (
    "id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "payment_id" TEXT NOT NULL,
    "attempt_id" TEXT NOT NULL,
    "partner_refund_code" TEXT NOT NULL,
    "method" "RefundMethod" NOT NULL,
    "status" "RefundStatus" NOT NULL,
    "amount" BIGINT NOT NULL,
    "bank_key" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "resolved_at" TIMESTAMPTZ(3),
    "unknown_since" TIMESTAMPTZ(3),
    "next_inquiry_at" TIMESTAMPTZ(3),
    "inquiries" INTEGER NOT NULL DEFAULT 0,
    "not_found_seen" INTEGER NOT NULL DEFAULT 0,
    "alert_at" TIMESTAMPTZ(3),
    "recheck_at" TIMESTAMPTZ(3),
    "failure_code" "RefundFailure",
    "bank_code" TEXT,
    "auth_code" TEXT,
    "rrn" TEXT,
    "transaction_id" TEXT,

    CONSTRAINT "refund_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "settlement" (
    "id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "payment_id" TEXT NOT NULL,
    "refund_id" TEXT,
    "amount" BIGINT NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "status" "SettlementStatus" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "settlement_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "refund_bank_key_key" ON "refund"("bank_key");

-- CreateIndex
CREATE INDEX "refund_payment_id_created_at_idx" ON "refund"("payment_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "refund_partner_id_partner_refund_code_key" ON "refund"("partner_id", "partner_refund_code");

-- CreateIndex
CREATE UNIQUE INDEX "settlement_refund_id_key" ON "settlement"("refund_id");

-- CreateIndex
CREATE INDEX "settlement_payment_id_idx" ON "settlement"("payment_id");

-- AddForeignKey
ALTER TABLE "refund" ADD CONSTRAINT "refund_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partner"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "refund" ADD CONSTRAINT "refund_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "payment"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "refund" ADD CONSTRAINT "refund_attempt_id_fkey" FOREIGN KEY ("attempt_id") REFERENCES "attempt"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "settlement" ADD CONSTRAINT "settlement_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partner"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "settlement" ADD CONSTRAINT "settlement_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "payment"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "settlement" ADD CONSTRAINT "settlement_refund_id_fkey" FOREIGN KEY ("refund_id") REFERENCES "refund"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- One refund at a time (§3.3), and one settlement for a capture.
CREATE UNIQUE INDEX "refund_pending" ON "refund"("payment_id") WHERE "status" = 'pending';
CREATE UNIQUE INDEX "settlement_of_capture" ON "settlement"("payment_id") WHERE "refund_id" IS NULL;

-- What is due (D-48, D-39).
CREATE INDEX "refund_inquiry_due" ON "refund"("next_inquiry_at") WHERE "next_inquiry_at" IS NOT NULL;
CREATE INDEX "refund_alert_due" ON "refund"("alert_at") WHERE "alert_at" IS NOT NULL;
CREATE INDEX "refund_recheck_due" ON "refund"("recheck_at") WHERE "recheck_at" IS NOT NULL;
CREATE INDEX "settlement_due" ON "settlement"("partner_id", "due_at") WHERE "status" = 'pending';

ALTER TABLE "refund" ADD CONSTRAINT "refund_of_money" CHECK ("amount" > 0);
ALTER TABLE "refund" ADD CONSTRAINT "refund_is_resolved" CHECK (("status" = 'pending') = ("resolved_at" IS NULL));
ALTER TABLE "refund" ADD CONSTRAINT "refund_says_why" CHECK (("status" = 'declined') = ("failure_code" IS NOT NULL));

-- The last line: whatever is approved or pending of a payment's refunds is never more than was captured.
ALTER TABLE "payment" ADD CONSTRAINT "payment_refunds" CHECK (
  "refunded_amount" >= 0 AND "refund_pending_amount" >= 0 AND "refunded_amount" + "refund_pending_amount" <= "amount");

-- Begins a refund: of its account's captured payment, on the order that was captured; a void is of the whole payment,
-- before any credit. The payment's row is the lock, and its check bounds the sum.
CREATE FUNCTION refund_begins() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE payment SET refund_pending_amount = refund_pending_amount + NEW.amount, updated_at = NEW.updated_at
   WHERE id = NEW.payment_id AND partner_id = NEW.partner_id AND status = 'captured'
     AND (NEW.method = 'credit' OR (amount = NEW.amount AND refunded_amount = 0))
     AND EXISTS (SELECT 1 FROM attempt
                  WHERE id = NEW.attempt_id AND payment_id = NEW.payment_id AND status = 'captured');
  IF NOT FOUND OR NEW.status <> 'pending' THEN
    RAISE EXCEPTION 'Payment % cannot be refunded by %', NEW.payment_id, NEW.id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER refund_counts AFTER INSERT ON "refund" FOR EACH ROW EXECUTE FUNCTION refund_begins();

CREATE FUNCTION refund_ends() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE payment
     SET refund_pending_amount = refund_pending_amount - OLD.amount,
         refunded_amount = refunded_amount + CASE WHEN NEW.status = 'approved' THEN NEW.amount ELSE 0 END,
         voided_at = CASE WHEN NEW.status = 'approved' AND NEW.method = 'void' THEN NEW.resolved_at ELSE voided_at END,
         updated_at = NEW.updated_at
   WHERE id = NEW.payment_id;
  RETURN NULL;
END $$;
CREATE TRIGGER refund_counts_anew AFTER UPDATE OF "status" ON "refund" FOR EACH ROW
  WHEN (OLD."status" = 'pending' AND NEW."status" <> 'pending') EXECUTE FUNCTION refund_ends();

-- Nobody else changes the sums: a statement that is no trigger's is refused.
CREATE TRIGGER payment_sums_follow_refunds BEFORE UPDATE OF "refunded_amount", "refund_pending_amount", "voided_at"
  ON "payment" FOR EACH ROW
  WHEN (pg_trigger_depth() = 0
        AND (OLD."refunded_amount", OLD."refund_pending_amount", OLD."voided_at")
            IS DISTINCT FROM (NEW."refunded_amount", NEW."refund_pending_amount", NEW."voided_at"))
  EXECUTE FUNCTION refuse_change();

-- What was agreed of a refund stays, and a final state is final, whoever writes.
CREATE FUNCTION refund_keeps_its_word() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'A refund is never deleted, its state % is final, and what was agreed of it stays', OLD.status;
END $$;
CREATE TRIGGER refund_stays BEFORE DELETE ON "refund" FOR EACH ROW EXECUTE FUNCTION refund_keeps_its_word();
CREATE TRIGGER refund_is_final BEFORE UPDATE ON "refund" FOR EACH ROW
  WHEN ((OLD."status" <> 'pending'
         AND (NEW."status", NEW."resolved_at", NEW."failure_code")
             IS DISTINCT FROM (OLD."status", OLD."resolved_at", OLD."failure_code"))
        OR (OLD."id", OLD."partner_id", OLD."payment_id", OLD."attempt_id", OLD."partner_refund_code", OLD."method",
            OLD."amount", OLD."bank_key", OLD."created_at")
           IS DISTINCT FROM
           (NEW."id", NEW."partner_id", NEW."payment_id", NEW."attempt_id", NEW."partner_refund_code", NEW."method",
            NEW."amount", NEW."bank_key", NEW."created_at"))
  EXECUTE FUNCTION refund_keeps_its_word();
CREATE TRIGGER refund_is_not_emptied BEFORE TRUNCATE ON "refund" EXECUTE FUNCTION refuse_change();

-- A settlement is the net of its payment's capture, or what its approved refund takes back of it.
CREATE FUNCTION settlement_adds_up() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (
    SELECT 1 FROM payment p LEFT JOIN refund r ON r.id = NEW.refund_id AND r.payment_id = p.id AND r.status = 'approved'
     WHERE p.id = NEW.payment_id AND p.partner_id = NEW.partner_id AND p.status = 'captured'
       AND NEW.amount = CASE WHEN NEW.refund_id IS NULL THEN p.amount - p.commission_amount
                             WHEN r.method = 'void' THEN p.commission_amount - r.amount
                             ELSE - r.amount END)
  THEN
    RAISE EXCEPTION 'Settlement % is not what payment % comes to', NEW.id, NEW.payment_id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER settlement_is_right AFTER INSERT ON "settlement" FOR EACH ROW EXECUTE FUNCTION settlement_adds_up();

CREATE TRIGGER settlement_is_kept BEFORE DELETE ON "settlement" FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER settlement_is_not_emptied BEFORE TRUNCATE ON "settlement" EXECUTE FUNCTION refuse_change();
CREATE TRIGGER settlement_as_booked BEFORE UPDATE ON "settlement" FOR EACH ROW
  WHEN ((OLD."id", OLD."partner_id", OLD."payment_id", OLD."refund_id", OLD."amount", OLD."due_at", OLD."created_at")
        IS DISTINCT FROM
        (NEW."id", NEW."partner_id", NEW."payment_id", NEW."refund_id", NEW."amount", NEW."due_at", NEW."created_at"))
  EXECUTE FUNCTION refuse_change();

-- A bank connection no longer counts what was voided (D-41).
CREATE OR REPLACE FUNCTION count_payment() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_lock text;
BEGIN
  v_lock := pg_advisory_xact_lock_shared('connection_total'::regclass::oid::int, hashtext(NEW.terminal_id));
  IF NOT (SELECT has_limits_over_time(t) FROM terminal t WHERE id = NEW.terminal_id) THEN
    RETURN NULL;
  END IF;
  IF TG_OP = 'UPDATE' AND OLD.status IN ('initiated', 'captured') AND OLD.voided_at IS NULL THEN
    PERFORM add_to_connection(OLD.terminal_id, OLD.counted_at, -OLD.amount);
  END IF;
  IF NEW.status IN ('initiated', 'captured') AND NEW.voided_at IS NULL THEN
    PERFORM add_to_connection(NEW.terminal_id, NEW.counted_at, NEW.amount);
  END IF;
  RETURN NULL;
END $$;
DROP TRIGGER payment_counts_anew ON "payment";
CREATE TRIGGER payment_counts_anew AFTER UPDATE OF "status", "counted_at", "amount", "voided_at" ON "payment" FOR EACH ROW
  WHEN (OLD.counted_at <> NEW.counted_at OR OLD.amount <> NEW.amount
        OR (OLD.status IN ('initiated', 'captured') AND OLD.voided_at IS NULL)
           <> (NEW.status IN ('initiated', 'captured') AND NEW.voided_at IS NULL))
  EXECUTE FUNCTION count_payment();

CREATE OR REPLACE FUNCTION count_connection(p_terminal text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock('connection_total'::regclass::oid::int, hashtext(p_terminal));
  DELETE FROM connection_total WHERE terminal_id = p_terminal;
  INSERT INTO connection_total (terminal_id, span, starts_at, amount)
  SELECT p_terminal, kept.span, span_start(kept.span, counted_at), sum(amount)
    FROM (VALUES ('day'::"TotalSpan", interval '38 days'), ('minute', interval '2 days')) AS kept(span, length)
    JOIN payment ON counted_at > (SELECT max(counted_at) FROM payment WHERE terminal_id = p_terminal) - kept.length
   WHERE terminal_id = p_terminal AND status IN ('initiated', 'captured') AND voided_at IS NULL
   GROUP BY kept.span, span_start(kept.span, counted_at);
END $$;

-- The same of the payment that asks.
CREATE OR REPLACE FUNCTION connection_usage(
  p_terminal text, p_now timestamptz, p_except text, p_spans "TotalSpan"[], p_since timestamptz[]
) RETURNS bigint[] LANGUAGE plpgsql VOLATILE SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  PERFORM 1 FROM terminal WHERE id = p_terminal FOR NO KEY UPDATE;
  RETURN (
    WITH free AS MATERIALIZED (
      SELECT id, counted_at, amount FROM payment
       WHERE status = 'initiated' AND capture_started_at IS NULL AND expires_at <= p_now AND terminal_id = p_terminal
       UNION
      SELECT id, counted_at, amount FROM payment
       WHERE id = p_except AND status IN ('initiated', 'captured') AND voided_at IS NULL AND terminal_id = p_terminal
    )
    SELECT array_agg(
             (SELECT coalesce(sum(amount), 0)::bigint FROM connection_total
               WHERE terminal_id = p_terminal AND span = spans.span AND starts_at >= spans.since)
             - (SELECT coalesce(sum(amount), 0)::bigint FROM free WHERE counted_at >= spans.since)
             ORDER BY spans.position)
      FROM unnest(p_spans, p_since) WITH ORDINALITY AS spans(span, since, position));
END $$;

-- What was captured before there were settlements. The business day is the one that most of the time between two day-ends
-- lies in; due on the next one that is neither a weekend nor a holiday (server/domain/holidays.ts).
INSERT INTO settlement (id, partner_id, payment_id, amount, due_at, status, created_at, updated_at)
SELECT 'stl_' || substr(p.id, 5), p.partner_id, p.id, p.amount - p.commission_amount,
       (SELECT min(d) FROM generate_series(bank_day.starts + interval '1 day', bank_day.starts + interval '20 days',
                                           interval '1 day') AS d
         WHERE extract(isodow FROM d) < 6
           AND to_char(d, 'MM-DD') NOT IN ('01-01', '04-23', '05-01', '05-19', '07-15', '08-30', '10-29')
           AND to_char(d, 'YYYY-MM-DD') NOT IN (
             '2026-03-20', '2026-05-27', '2026-05-28', '2026-05-29', '2027-03-09', '2027-03-10', '2027-03-11',
             '2027-05-17', '2027-05-18', '2028-02-28', '2028-05-05', '2028-05-08', '2029-02-14', '2029-02-15',
             '2029-02-16', '2029-04-24', '2029-04-25', '2029-04-26', '2029-04-27', '2030-02-04', '2030-02-05',
             '2030-02-06', '2030-04-15', '2030-04-16'))
         AT TIME ZONE 'Europe/Istanbul',
       'pending', p.captured_at, p.captured_at
  FROM payment p
  JOIN terminal t ON t.id = p.terminal_id AND t.mode = 'standard'
 CROSS JOIN LATERAL (
   SELECT date_trunc('day', date_trunc('day', (p.captured_at AT TIME ZONE 'Europe/Istanbul') - t.day_end_local::interval)
                            + t.day_end_local::interval + interval '12 hours') AS starts) AS bank_day
 WHERE p.status = 'captured';
