-- CreateEnum
CREATE TYPE "ChargebackStatus" AS ENUM ('open', 'contested', 'accepted', 'won', 'lost');

-- AlterTable
ALTER TABLE "ledger_entry" ADD COLUMN     "chargeback_id" TEXT;

-- AlterTable
ALTER TABLE "payment" ADD COLUMN     "charged_back_amount" BIGINT NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "settlement" ADD COLUMN     "chargeback_id" TEXT;

-- CreateTable
CREATE TABLE "chargeback" (
    "id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "payment_id" TEXT NOT NULL,
    "terminal_id" TEXT NOT NULL,
    "case_number" TEXT NOT NULL,
    "reason_code" TEXT,
    "status" "ChargebackStatus" NOT NULL,
    "amount" BIGINT NOT NULL,
    "bank_at" TIMESTAMPTZ(3) NOT NULL,
    "respond_by" DATE NOT NULL,
    "statement" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "answered_at" TIMESTAMPTZ(3),
    "answered_by" TEXT,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "chargeback_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "chargeback_partner_id_created_at_id_idx" ON "chargeback"("partner_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "chargeback_created_at_id_idx" ON "chargeback"("created_at", "id");

-- CreateIndex
CREATE INDEX "chargeback_payment_id_idx" ON "chargeback"("payment_id");

-- CreateIndex
CREATE UNIQUE INDEX "chargeback_terminal_id_case_number_key" ON "chargeback"("terminal_id", "case_number");

-- AddForeignKey
ALTER TABLE "chargeback" ADD CONSTRAINT "chargeback_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partner"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "chargeback" ADD CONSTRAINT "chargeback_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "payment"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "chargeback" ADD CONSTRAINT "chargeback_terminal_id_fkey" FOREIGN KEY ("terminal_id") REFERENCES "terminal"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ledger_entry" ADD CONSTRAINT "ledger_entry_chargeback_id_fkey" FOREIGN KEY ("chargeback_id") REFERENCES "chargeback"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
-- contract: safe, 0.1.0 leaves the column empty
ALTER TABLE "settlement" ADD CONSTRAINT "settlement_chargeback_id_fkey" FOREIGN KEY ("chargeback_id") REFERENCES "chargeback"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- One settlement for a capture: those of chargebacks are none of it. A chargeback is booked once, and booked back once.
-- contract: safe, 0.1.0 books no chargebacks
DROP INDEX "settlement_of_capture";
-- contract: safe, 0.1.0 books one settlement of each capture
CREATE UNIQUE INDEX "settlement_of_capture" ON "settlement"("payment_id")
  WHERE "refund_id" IS NULL AND "correction_id" IS NULL AND "chargeback_id" IS NULL;
-- contract: safe, 0.1.0 leaves the column empty
CREATE UNIQUE INDEX "settlement_of_chargeback" ON "settlement"("chargeback_id", ("amount" > 0)) WHERE "chargeback_id" IS NOT NULL;

ALTER TABLE "chargeback" ADD CONSTRAINT "chargeback_of_money" CHECK ("amount" > 0);
ALTER TABLE "chargeback" ADD CONSTRAINT "chargeback_is_answered" CHECK (
  ("answered_at" IS NULL) = ("answered_by" IS NULL) AND ("status" NOT IN ('contested', 'accepted') OR "answered_at" IS NOT NULL)
  AND ("status" IN ('won', 'lost')) = ("ended_at" IS NOT NULL));
-- Nothing else than chargebacks changes what banks took back of a payment.
-- contract: safe, 0.1.0 leaves the column alone
ALTER TABLE "payment" ADD CONSTRAINT "payment_charged_back" CHECK ("charged_back_amount" BETWEEN 0 AND "amount") NOT VALID;
ALTER TABLE "payment" VALIDATE CONSTRAINT "payment_charged_back";
-- contract: safe, 0.1.0 leaves the column alone
CREATE TRIGGER payment_charged_back_follows BEFORE UPDATE OF "charged_back_amount" ON "payment" FOR EACH ROW
  WHEN (pg_trigger_depth() = 0 AND OLD."charged_back_amount" IS DISTINCT FROM NEW."charged_back_amount")
  EXECUTE FUNCTION refuse_change();

-- A chargeback begins open, of a captured payment of its account and terminal, and at most of what was not charged back yet.
-- The bank may take back what was refunded too.
CREATE FUNCTION chargeback_begins() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE payment SET charged_back_amount = charged_back_amount + NEW.amount, updated_at = NEW.created_at
   WHERE id = NEW.payment_id AND partner_id = NEW.partner_id AND terminal_id = NEW.terminal_id AND status = 'captured';
  IF NOT FOUND OR NEW.status <> 'open' THEN
    RAISE EXCEPTION 'Payment % cannot be charged back by %', NEW.payment_id, NEW.id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER chargeback_counts AFTER INSERT ON "chargeback" FOR EACH ROW EXECUTE FUNCTION chargeback_begins();

-- A chargeback moves by the rows of chargebackTable in server/domain/chargebacks/chargeback-states.ts and keeps what the bank said. One that is won
-- gives the money back.
CREATE FUNCTION chargeback_moves() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.id, OLD.partner_id, OLD.payment_id, OLD.terminal_id, OLD.case_number, OLD.reason_code, OLD.amount, OLD.bank_at,
      OLD.created_at)
       IS DISTINCT FROM
     (NEW.id, NEW.partner_id, NEW.payment_id, NEW.terminal_id, NEW.case_number, NEW.reason_code, NEW.amount, NEW.bank_at,
      NEW.created_at)
     OR (OLD.answered_at IS NOT NULL AND (OLD.answered_at, OLD.answered_by) IS DISTINCT FROM (NEW.answered_at, NEW.answered_by))
  THEN
    RAISE EXCEPTION 'Chargeback % stays as the bank said', OLD.id;
  END IF;
  IF NEW.status = OLD.status THEN
    RETURN NEW;
  END IF;
  IF (OLD.status::text, NEW.status::text) NOT IN (
       ('open', 'contested'), ('open', 'accepted'), ('open', 'won'), ('open', 'lost'), ('contested', 'won'),
       ('contested', 'lost'), ('accepted', 'won'), ('lost', 'won'))
  THEN
    RAISE EXCEPTION 'Chargeback % does not move from % to %', OLD.id, OLD.status, NEW.status;
  END IF;
  IF NEW.status = 'won' THEN
    UPDATE payment SET charged_back_amount = charged_back_amount - OLD.amount, updated_at = NEW.updated_at
     WHERE id = OLD.payment_id;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER chargeback_is_moved BEFORE UPDATE ON "chargeback" FOR EACH ROW EXECUTE FUNCTION chargeback_moves();
CREATE TRIGGER chargeback_is_kept BEFORE DELETE ON "chargeback" FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER chargeback_is_not_emptied BEFORE TRUNCATE ON "chargeback" EXECUTE FUNCTION refuse_change();

-- Enters the money of a chargeback, or its way back: it moves between the bank and the merchant without commission.
CREATE FUNCTION enter_chargeback(p_book "LedgerBook", p_id text, p_chargeback text, p_is_back boolean, p_day date, p_now timestamptz)
RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  c record;
  v_moved bigint;
BEGIN
  SELECT * INTO STRICT c FROM chargeback WHERE id = p_chargeback;
  v_moved := CASE WHEN p_is_back THEN c.amount ELSE - c.amount END;
  INSERT INTO ledger_entry (id, book, kind, partner_id, terminal_id, payment_id, chargeback_id, amount, occurred_at, day, created_at)
  VALUES (p_id, p_book, CASE WHEN p_is_back THEN 'chargeback_reversal' ELSE 'chargeback' END::"LedgerKind", c.partner_id,
          c.terminal_id, c.payment_id, c.id, v_moved, CASE WHEN p_is_back THEN c.ended_at ELSE c.bank_at END, p_day, p_now);
  PERFORM post(p_id, 1, 'bank', 'merchant', v_moved);
END $$;
REVOKE EXECUTE ON FUNCTION enter_chargeback FROM PUBLIC;

-- contract: safe, what 0.1.0 books is entered as before
CREATE OR REPLACE FUNCTION enter_settlement() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NEW.chargeback_id IS NULL THEN
    PERFORM enter_movement('collected', 'txn_' || substr(NEW.id, 5), NEW.payment_id, NEW.refund_id, NEW.correction_id,
                           NEW.bank_day, NEW.created_at);
  ELSE
    PERFORM enter_chargeback('collected', 'txn_' || substr(NEW.id, 5), NEW.chargeback_id, NEW.amount > 0, NEW.bank_day,
                             NEW.created_at);
  END IF;
  RETURN NULL;
END $$;

-- When a transaction commits: a chargeback is booked exactly where its capture is, and entered into the book of its capture.
CREATE FUNCTION chargeback_is_booked() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_is_back boolean := TG_OP = 'UPDATE';
  v_day date;
BEGIN
  IF EXISTS (SELECT 1 FROM settlement WHERE payment_id = NEW.payment_id AND refund_id IS NULL AND correction_id IS NULL
                                        AND chargeback_id IS NULL)
     <> EXISTS (SELECT 1 FROM settlement WHERE chargeback_id = NEW.id AND (amount > 0) = v_is_back)
  THEN
    RAISE EXCEPTION 'Chargeback % is not booked as the capture of % is', NEW.id, NEW.payment_id;
  END IF;
  IF EXISTS (SELECT 1 FROM ledger_entry WHERE payment_id = NEW.payment_id AND kind = 'capture' AND book = 'direct') THEN
    SELECT bank_day(CASE WHEN v_is_back THEN NEW.ended_at ELSE NEW.bank_at END, t.day_end_local) INTO v_day
      FROM terminal t WHERE t.id = NEW.terminal_id;
    -- Of the two entries the one that gives the money back ends with another letter.
    PERFORM enter_chargeback('direct', 'txn_' || CASE WHEN v_is_back THEN substr(NEW.id, 5, 25) || 'R' ELSE substr(NEW.id, 5) END,
                             NEW.id, v_is_back, v_day, NEW.updated_at);
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER chargeback_has_settlement AFTER INSERT ON "chargeback" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION chargeback_is_booked();
CREATE CONSTRAINT TRIGGER won_chargeback_has_settlement AFTER UPDATE OF "status" ON "chargeback" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (OLD."status" <> 'won' AND NEW."status" = 'won') EXECUTE FUNCTION chargeback_is_booked();

-- A settlement is also what a chargeback takes, or gives back once it is won.
CREATE OR REPLACE FUNCTION settlement_adds_up() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status <> 'pending' OR num_nonnulls(NEW.refund_id, NEW.correction_id, NEW.chargeback_id) > 1 OR NOT EXISTS (
    SELECT 1 FROM payment p
      LEFT JOIN refund r ON r.id = NEW.refund_id AND r.payment_id = p.id AND r.status = 'approved'
      LEFT JOIN correction c ON c.id = NEW.correction_id AND c.payment_id = p.id AND c.status = 'approved'
      LEFT JOIN chargeback b ON b.id = NEW.chargeback_id AND b.payment_id = p.id
     WHERE p.id = NEW.payment_id AND p.partner_id = NEW.partner_id AND p.status = 'captured'
       AND NEW.amount = CASE WHEN NEW.chargeback_id IS NOT NULL
                             THEN CASE b.status WHEN 'won' THEN b.amount ELSE - b.amount END
                             WHEN NEW.correction_id IS NOT NULL
                             THEN CASE c.kind WHEN 'credit_done' THEN - c.amount
                                              WHEN 'credit_not_done' THEN c.amount
                                              WHEN 'void_done' THEN p.commission_amount - c.amount
                                              WHEN 'void_not_done' THEN c.amount - p.commission_amount END
                             WHEN NEW.refund_id IS NULL THEN p.amount - p.commission_amount
                             WHEN r.method = 'void' THEN p.commission_amount - r.amount
                             ELSE - r.amount END)
  THEN
    RAISE EXCEPTION 'Settlement % is not what payment % comes to', NEW.id, NEW.payment_id;
  END IF;
  IF NEW.due_at <= (NEW.bank_day - interval '3 hours') AT TIME ZONE 'UTC'
     OR NEW.due_at > (NEW.bank_day + interval '20 days' - interval '3 hours') AT TIME ZONE 'UTC'
     OR (num_nonnulls(NEW.refund_id, NEW.correction_id, NEW.chargeback_id) = 0 AND NOT EXISTS (
           SELECT 1 FROM payment p JOIN terminal t ON t.id = p.terminal_id
            WHERE p.id = NEW.payment_id AND NEW.bank_day = bank_day(p.captured_at, t.day_end_local)))
  THEN
    RAISE EXCEPTION 'Settlement % is not of the day of payment %', NEW.id, NEW.payment_id;
  END IF;
  RETURN NULL;
END $$;
-- contract: safe, 0.1.0 never changes what a settlement books
DROP TRIGGER settlement_as_booked ON "settlement";
-- contract: safe, 0.1.0 never changes what a settlement books
CREATE TRIGGER settlement_as_booked BEFORE UPDATE ON "settlement" FOR EACH ROW
  WHEN ((OLD."id", OLD."partner_id", OLD."payment_id", OLD."refund_id", OLD."correction_id", OLD."chargeback_id", OLD."amount",
         OLD."bank_day", OLD."due_at", OLD."created_at")
        IS DISTINCT FROM
        (NEW."id", NEW."partner_id", NEW."payment_id", NEW."refund_id", NEW."correction_id", NEW."chargeback_id", NEW."amount",
         NEW."bank_day", NEW."due_at", NEW."created_at"))
  EXECUTE FUNCTION refuse_change();

-- What a bank took back by a chargeback cannot be refunded as well.
CREATE OR REPLACE FUNCTION refund_begins() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE payment SET refund_pending_amount = refund_pending_amount + NEW.amount, updated_at = NEW.updated_at
   WHERE id = NEW.payment_id AND partner_id = NEW.partner_id AND status = 'captured' AND held_since IS NULL
     AND (NEW.method = 'credit' OR (amount = NEW.amount AND refunded_amount + corrected_amount = 0))
     AND (charged_back_amount = 0
          OR refunded_amount + corrected_amount + refund_pending_amount + charged_back_amount + NEW.amount <= amount)
     AND EXISTS (SELECT 1 FROM attempt
                  WHERE id = NEW.attempt_id AND payment_id = NEW.payment_id AND status = 'captured');
  IF NOT FOUND OR NEW.status <> 'pending' THEN
    RAISE EXCEPTION 'Payment % cannot be refunded by %', NEW.payment_id, NEW.id;
  END IF;
  RETURN NULL;
END $$;
