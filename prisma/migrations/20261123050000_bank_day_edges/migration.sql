-- CreateEnum
CREATE TYPE "CaptureVerdict" AS ENUM ('captured', 'not_taken', 'give_back', 'returned');

-- AlterTable
ALTER TABLE "attempt" ADD COLUMN     "approved_at" TIMESTAMPTZ(3),
ADD COLUMN     "bank_at" TIMESTAMPTZ(3),
ADD COLUMN     "looks_wanted" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "payment" ADD COLUMN     "returned_amount" BIGINT NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "money_return" (
    "id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "payment_id" TEXT NOT NULL,
    "attempt_id" TEXT NOT NULL,
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
    "baseline" JSON,
    "decline_reason" TEXT,
    "bank_code" TEXT,
    "auth_code" TEXT,
    "rrn" TEXT,
    "transaction_id" TEXT,

    CONSTRAINT "money_return_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "capture_decision" (
    "id" TEXT NOT NULL,
    "payment_id" TEXT NOT NULL,
    "attempt_id" TEXT NOT NULL,
    "verdict" "CaptureVerdict" NOT NULL,
    "reason" TEXT NOT NULL,
    "evidence" TEXT NOT NULL,
    "decided_by" TEXT NOT NULL,
    "decided_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "capture_decision_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "money_return_bank_key_key" ON "money_return"("bank_key");

-- CreateIndex
CREATE INDEX "money_return_payment_id_created_at_idx" ON "money_return"("payment_id", "created_at");

-- CreateIndex
CREATE INDEX "money_return_attempt_id_idx" ON "money_return"("attempt_id");

-- CreateIndex
CREATE INDEX "capture_decision_payment_id_idx" ON "capture_decision"("payment_id");

-- CreateIndex
CREATE INDEX "capture_decision_attempt_id_idx" ON "capture_decision"("attempt_id");

-- AddForeignKey
ALTER TABLE "money_return" ADD CONSTRAINT "money_return_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partner"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "money_return" ADD CONSTRAINT "money_return_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "payment"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "money_return" ADD CONSTRAINT "money_return_attempt_id_fkey" FOREIGN KEY ("attempt_id") REFERENCES "attempt"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "capture_decision" ADD CONSTRAINT "capture_decision_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "payment"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "capture_decision" ADD CONSTRAINT "capture_decision_attempt_id_fkey" FOREIGN KEY ("attempt_id") REFERENCES "attempt"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
-- One return of an attempt is under way or done, and one void of it is ever sent (D-72).
CREATE UNIQUE INDEX "money_return_under_way" ON "money_return"("attempt_id") WHERE "status" IN ('pending', 'approved');
CREATE UNIQUE INDEX "money_return_void" ON "money_return"("attempt_id") WHERE "method" = 'void';

-- What is due (D-48).
CREATE INDEX "money_return_inquiry_due" ON "money_return"("next_inquiry_at") WHERE "next_inquiry_at" IS NOT NULL;
CREATE INDEX "money_return_alert_due" ON "money_return"("alert_at") WHERE "alert_at" IS NOT NULL;

ALTER TABLE "money_return"
  ADD CONSTRAINT "money_return_of_money" CHECK ("amount" > 0),
  ADD CONSTRAINT "money_return_is_resolved" CHECK (("status" = 'pending') = ("resolved_at" IS NULL));
ALTER TABLE "payment"
  ADD CONSTRAINT "payment_returned" CHECK ("returned_amount" = 0 OR ("returned_amount" > 0 AND "status" IN ('failed', 'expired')));
ALTER TABLE "attempt"
  ADD CONSTRAINT "attempt_bank_time" CHECK ("bank_at" >= "capture_sent_at"),
  ADD CONSTRAINT "attempt_looks" CHECK ("looks_wanted" >= 0);
ALTER TABLE "capture_decision"
  ADD CONSTRAINT "capture_decision_says_why" CHECK (length("reason") > 0 AND length("evidence") > 0);

-- Money is returned of an attempt that ended without it, for a payment that did the same.
CREATE FUNCTION money_return_begins() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status <> 'pending' OR NOT EXISTS (
    SELECT 1 FROM attempt a JOIN payment p ON p.id = a.payment_id
     WHERE a.id = NEW.attempt_id AND a.status = 'declined' AND p.id = NEW.payment_id
       AND p.partner_id = NEW.partner_id AND p.status IN ('failed', 'expired'))
  THEN
    RAISE EXCEPTION 'No money can be returned for attempt % of payment %', NEW.attempt_id, NEW.payment_id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER money_return_has_a_reason AFTER INSERT ON "money_return" FOR EACH ROW EXECUTE FUNCTION money_return_begins();

-- The payment shows what was returned; nothing else changes that column.
CREATE FUNCTION money_return_ends() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE payment SET returned_amount = NEW.amount, updated_at = NEW.updated_at WHERE id = NEW.payment_id;
  RETURN NULL;
END $$;
CREATE TRIGGER money_return_counts AFTER UPDATE OF "status" ON "money_return" FOR EACH ROW
  WHEN (OLD."status" = 'pending' AND NEW."status" = 'approved') EXECUTE FUNCTION money_return_ends();
CREATE TRIGGER payment_returned_follows BEFORE UPDATE OF "returned_amount" ON "payment" FOR EACH ROW
  WHEN (pg_trigger_depth() = 0 AND OLD."returned_amount" IS DISTINCT FROM NEW."returned_amount")
  EXECUTE FUNCTION refuse_change();

-- What was agreed of a return stays, and a final state is final.
CREATE TRIGGER money_return_stays BEFORE DELETE ON "money_return" FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER money_return_is_not_emptied BEFORE TRUNCATE ON "money_return" EXECUTE FUNCTION refuse_change();
CREATE TRIGGER money_return_is_final BEFORE UPDATE ON "money_return" FOR EACH ROW
  WHEN ((OLD."status" <> 'pending' AND (NEW."status", NEW."resolved_at") IS DISTINCT FROM (OLD."status", OLD."resolved_at"))
        OR (OLD."id", OLD."partner_id", OLD."payment_id", OLD."attempt_id", OLD."method", OLD."amount", OLD."bank_key",
            OLD."created_at")
           IS DISTINCT FROM
           (NEW."id", NEW."partner_id", NEW."payment_id", NEW."attempt_id", NEW."method", NEW."amount", NEW."bank_key",
            NEW."created_at"))
  EXECUTE FUNCTION refuse_change();

CREATE TRIGGER capture_decision_stays BEFORE UPDATE OR DELETE ON "capture_decision"
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER capture_decision_is_not_emptied BEFORE TRUNCATE ON "capture_decision" EXECUTE FUNCTION refuse_change();

-- Payments that were captured over a day-end were dated by the bank's answer instead of by the request, so by the wrong
-- day (D-74). Their time is mended, and so is the day on which a settlement that nobody collected yet is due; staff are
-- told of each. The days of the account that are added up already are added up again at the next look.
CREATE TEMPORARY TABLE dated_wrongly AS
SELECT p.id, p.partner_id, p.captured_at AS told_at, a.capture_sent_at AS sent_at,
       (SELECT min(d) FROM generate_series(bank_day.starts + interval '1 day', bank_day.starts + interval '20 days',
                                           interval '1 day') AS d
         WHERE extract(isodow FROM d) < 6
           AND to_char(d, 'MM-DD') NOT IN ('01-01', '04-23', '05-01', '05-19', '07-15', '08-30', '10-29')
           AND to_char(d, 'YYYY-MM-DD') NOT IN (
             '2026-03-20', '2026-05-27', '2026-05-28', '2026-05-29', '2027-03-09', '2027-03-10', '2027-03-11',
             '2027-05-17', '2027-05-18', '2028-02-28', '2028-05-05', '2028-05-08', '2029-02-14', '2029-02-15',
             '2029-02-16', '2029-04-24', '2029-04-25', '2029-04-26', '2029-04-27', '2030-02-04', '2030-02-05',
             '2030-02-06', '2030-04-15', '2030-04-16'))
         AT TIME ZONE 'Europe/Istanbul' AS due_at
  FROM payment p
  JOIN terminal t ON t.id = p.terminal_id
  JOIN attempt a ON a.payment_id = p.id AND a.status = 'captured'
 CROSS JOIN LATERAL (
   SELECT date_trunc('day', (p.captured_at AT TIME ZONE 'Europe/Istanbul') - t.day_end_local::interval) AS told,
          date_trunc('day', (a.capture_sent_at AT TIME ZONE 'Europe/Istanbul') - t.day_end_local::interval) AS sent) AS days
 CROSS JOIN LATERAL (
   SELECT date_trunc('day', days.sent + t.day_end_local::interval + interval '12 hours') AS starts) AS bank_day
 WHERE p.status = 'captured' AND a.capture_sent_at < p.captured_at AND days.told <> days.sent;

UPDATE payment p SET captured_at = w.sent_at FROM dated_wrongly w WHERE p.id = w.id;
ALTER TABLE "settlement" DISABLE TRIGGER "settlement_as_booked";
UPDATE settlement s SET due_at = w.due_at FROM dated_wrongly w
 WHERE s.payment_id = w.id AND s.refund_id IS NULL AND s.status = 'pending';
ALTER TABLE "settlement" ENABLE TRIGGER "settlement_as_booked";
DELETE FROM account_day d USING dated_wrongly w
 WHERE d.partner_id = w.partner_id AND d.day IN (istanbul_day(w.told_at), istanbul_day(w.sent_at));
INSERT INTO staff_alert (id, kind, subject, detail, created_at)
SELECT 'alr_' || substr(w.id, 5), 'booked_on_wrong_day', w.id,
       'The capture was dated ' || to_char(w.told_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') || ' by its answer; it was sent '
       || to_char(w.sent_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') || ' and is dated by that now'
       || CASE WHEN EXISTS (SELECT 1 FROM settlement s WHERE s.payment_id = w.id AND s.refund_id IS NULL AND s.status <> 'pending')
               THEN '; its settlement was collected by then and stays as it was' ELSE '' END,
       w.told_at
  FROM dated_wrongly w
    ON CONFLICT DO NOTHING;
DROP TABLE dated_wrongly;

-- A capture that is under way is alerted like one that begins from now on.
UPDATE attempt SET alert_at = capture_sent_at + interval '15 minutes' WHERE status = 'capturing' AND alert_at IS NULL;

-- Money that a bank had of payments which were given up, and that one void did not give back: nobody could end these, so each
-- is from now on among the captures that a person is to settle. Nothing is sent of itself, as staff may have returned it.
UPDATE attempt a SET approved_at = told.at
  FROM (SELECT subject, min(created_at) AS at FROM staff_alert
         WHERE kind IN ('money_without_payment', 'late_approval')
         GROUP BY subject HAVING NOT bool_or(detail LIKE '%; void approved' OR detail LIKE '%; it was voided')) AS told
 WHERE a.payment_id = told.subject AND a.status = 'declined' AND a.capture_sent_at IS NOT NULL;

-- A payment that has ended stays as it ended: a captured one leaves that state never, and keeps its time, its amount and the
-- commission that its settlement was booked on (D-77).
CREATE FUNCTION payment_keeps_its_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'Payment % has ended as %, and stays as it ended', OLD.id, OLD.status;
END $$;
CREATE TRIGGER payment_is_final BEFORE UPDATE ON "payment" FOR EACH ROW
  WHEN (OLD."status" <> 'initiated'
        AND (OLD."id", OLD."partner_id", OLD."terminal_id", OLD."status", OLD."amount", OLD."installment", OLD."captured_at",
             OLD."failed_at", OLD."expired_at", OLD."failure_code", OLD."card_bin", OLD."card_last4", OLD."commission_basis",
             OLD."commission_rate_bps", OLD."commission_fixed_fee", OLD."commission_amount", OLD."customer_share_bps",
             OLD."customer_share_amount")
            IS DISTINCT FROM
            (NEW."id", NEW."partner_id", NEW."terminal_id", NEW."status", NEW."amount", NEW."installment", NEW."captured_at",
             NEW."failed_at", NEW."expired_at", NEW."failure_code", NEW."card_bin", NEW."card_last4", NEW."commission_basis",
             NEW."commission_rate_bps", NEW."commission_fixed_fee", NEW."commission_amount", NEW."customer_share_bps",
             NEW."customer_share_amount"))
  EXECUTE FUNCTION payment_keeps_its_end();
CREATE FUNCTION payment_is_never_deleted_once_captured() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'Payment % was captured, and is never deleted', OLD.id;
END $$;
CREATE TRIGGER payment_stays BEFORE DELETE ON "payment" FOR EACH ROW
  WHEN (OLD."status" = 'captured') EXECUTE FUNCTION payment_is_never_deleted_once_captured();

-- Our business day is the bank's: a payment is captured at the time that the bank named, or at which the capture was sent (D-74).
CREATE FUNCTION capture_time_is_the_banks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM attempt
                  WHERE payment_id = NEW.id AND status = 'captured' AND coalesce(bank_at, capture_sent_at) = NEW.captured_at)
  THEN
    RAISE EXCEPTION 'Payment % is not dated by the capture of its attempt', NEW.id;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER payment_captured_when BEFORE UPDATE OF "status" ON "payment" FOR EACH ROW
  WHEN (OLD."status" = 'initiated' AND NEW."status" = 'captured') EXECUTE FUNCTION capture_time_is_the_banks();

-- An attempt that has ended stays as it ended, and what the bank has said of it is never forgotten (D-73).
CREATE FUNCTION attempt_keeps_its_word() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'Attempt % is %: its end, its times at the bank and the bank''s approval stay', OLD.id, OLD.status;
END $$;
CREATE TRIGGER attempt_is_final BEFORE UPDATE ON "attempt" FOR EACH ROW
  WHEN ((OLD."status" NOT IN ('preparing', 'started', 'capturing', 'unknown')
         AND (OLD."status", OLD."bank_order_id", OLD."capture_sent_at", OLD."bank_at")
             IS DISTINCT FROM (NEW."status", NEW."bank_order_id", NEW."capture_sent_at", NEW."bank_at"))
        OR (OLD."approved_at" IS NOT NULL AND OLD."approved_at" IS DISTINCT FROM NEW."approved_at"))
  EXECUTE FUNCTION attempt_keeps_its_word();

-- What a bank has approved ends captured, or given back, or by a person, or as an alert that somebody sees (D-73, D-75).
CREATE FUNCTION approval_needs_an_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM capture_decision WHERE attempt_id = NEW.id)
     AND NOT EXISTS (SELECT 1 FROM staff_alert WHERE subject = NEW.payment_id
                      AND kind IN ('voided_at_bank', 'late_approval', 'money_without_payment'))
  THEN
    RAISE EXCEPTION 'Attempt % was approved by its bank: neither "not found" nor "declined" ends it', NEW.id;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER attempt_approval_is_kept BEFORE UPDATE OF "status", "approved_at" ON "attempt" FOR EACH ROW
  WHEN (NEW."approved_at" IS NOT NULL AND NEW."status" NOT IN ('capturing', 'unknown', 'captured')
        AND (OLD."approved_at" IS NULL OR OLD."status" IN ('capturing', 'unknown')))
  EXECUTE FUNCTION approval_needs_an_end();
