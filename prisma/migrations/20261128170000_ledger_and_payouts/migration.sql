-- CreateEnum
CREATE TYPE "LedgerBook" AS ENUM ('collected', 'direct');

-- CreateEnum
CREATE TYPE "LedgerKind" AS ENUM ('capture', 'void', 'credit', 'chargeback', 'chargeback_reversal', 'correction', 'carry_over', 'payout', 'payout_paid', 'payout_return');

-- CreateEnum
CREATE TYPE "LedgerAccount" AS ENUM ('bank', 'merchant', 'carried', 'in_payout', 'returned', 'house', 'commission', 'fixed_fees');

-- CreateEnum
CREATE TYPE "LedgerPart" AS ENUM ('principal', 'buyer_share', 'commission', 'fixed_fees');

-- CreateEnum
CREATE TYPE "PayoutStatus" AS ENUM ('prepared', 'approved', 'sent', 'paid_out', 'failed', 'withdrawn');

-- CreateEnum
CREATE TYPE "PayoutFailure" AS ENUM ('account_closed', 'iban_invalid', 'name_mismatch', 'rejected_by_bank', 'returned_by_bank');

-- contract: safe, 0.1.0 adds up what is due without an index while it still runs
DROP INDEX "settlement_partner_id_status_due_at_idx";
-- contract: safe, 0.1.0 lists what is due without an index while it still runs
DROP INDEX "settlement_due";
-- contract: safe, the settlements of an example payout, of which there are none
DROP INDEX "settlement_payout_item_id_created_at_id_idx";

-- AlterTable
ALTER TABLE "settlement" ADD COLUMN     "carry_over_id" TEXT,
ADD COLUMN     "collect_at" TIMESTAMPTZ(3),
ADD COLUMN     "payout_id" TEXT,
ALTER COLUMN "status" SET DEFAULT 'pending';

-- CreateTable
CREATE TABLE "ledger_entry" (
    "id" TEXT NOT NULL,
    "book" "LedgerBook" NOT NULL,
    "kind" "LedgerKind" NOT NULL,
    "partner_id" TEXT NOT NULL,
    "terminal_id" TEXT,
    "payment_id" TEXT,
    "refund_id" TEXT,
    "correction_id" TEXT,
    "payout_id" TEXT,
    "carry_over_id" TEXT,
    "amount" BIGINT NOT NULL,
    "commission_amount" BIGINT NOT NULL DEFAULT 0,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "day" DATE NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "written_by" BIGINT NOT NULL DEFAULT ((pg_current_xact_id())::text)::bigint,

    CONSTRAINT "ledger_entry_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ledger_posting" (
    "entry_id" TEXT NOT NULL,
    "position" SMALLINT NOT NULL,
    "debit" "LedgerAccount" NOT NULL,
    "credit" "LedgerAccount" NOT NULL,
    "part" "LedgerPart" NOT NULL,
    "amount" BIGINT NOT NULL,

    CONSTRAINT "ledger_posting_pkey" PRIMARY KEY ("entry_id","position")
);

-- CreateTable
CREATE TABLE "payout" (
    "id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "status" "PayoutStatus" NOT NULL,
    "amount" BIGINT NOT NULL,
    "carried_amount" BIGINT NOT NULL,
    "line_count" INTEGER NOT NULL,
    "value_date" DATE NOT NULL,
    "root_id" TEXT NOT NULL,
    "reissue_of" TEXT,
    "iban" BYTEA,
    "iban_masked" TEXT,
    "beneficiary" TEXT,
    "change_id" TEXT,
    "file_id" TEXT,
    "bank_reference" TEXT,
    "failure" "PayoutFailure",
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "approved_at" TIMESTAMPTZ(3),
    "sent_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "auto_at" TIMESTAMPTZ(3),

    CONSTRAINT "payout_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "payout_file" (
    "id" TEXT NOT NULL,
    "format" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "amount" BIGINT NOT NULL,
    "value_date" DATE NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "created_by" TEXT NOT NULL,

    CONSTRAINT "payout_file_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "carry_over" (
    "id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "amount" BIGINT NOT NULL,
    "count" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "carry_over_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "payout_terms" (
    "partner_id" TEXT NOT NULL,
    "minimum_amount" BIGINT NOT NULL DEFAULT 1,
    "held_since" TIMESTAMPTZ(3),
    "hold_reason" TEXT,
    "is_automatic" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "payout_terms_pkey" PRIMARY KEY ("partner_id")
);

-- CreateIndex
CREATE INDEX "ledger_entry_partner_id_occurred_at_id_idx" ON "ledger_entry"("partner_id", "occurred_at", "id");

-- CreateIndex
CREATE INDEX "ledger_entry_payment_id_idx" ON "ledger_entry"("payment_id");

-- CreateIndex
CREATE INDEX "payout_partner_id_created_at_id_idx" ON "payout"("partner_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "payout_root_id_created_at_idx" ON "payout"("root_id", "created_at");

-- CreateIndex
CREATE INDEX "payout_file_id_idx" ON "payout"("file_id");

-- CreateIndex
CREATE INDEX "payout_created_at_id_idx" ON "payout"("created_at", "id");

-- CreateIndex
CREATE INDEX "payout_file_created_at_id_idx" ON "payout_file"("created_at", "id");

-- CreateIndex
CREATE INDEX "carry_over_partner_id_day_idx" ON "carry_over"("partner_id", "day");

-- CreateIndex
CREATE INDEX "settlement_payout_id_created_at_id_idx" ON "settlement"("payout_id", "created_at", "id");

-- AddForeignKey
ALTER TABLE "ledger_entry" ADD CONSTRAINT "ledger_entry_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partner"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ledger_entry" ADD CONSTRAINT "ledger_entry_terminal_id_fkey" FOREIGN KEY ("terminal_id") REFERENCES "terminal"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ledger_entry" ADD CONSTRAINT "ledger_entry_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "payment"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ledger_entry" ADD CONSTRAINT "ledger_entry_refund_id_fkey" FOREIGN KEY ("refund_id") REFERENCES "refund"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ledger_entry" ADD CONSTRAINT "ledger_entry_correction_id_fkey" FOREIGN KEY ("correction_id") REFERENCES "correction"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ledger_entry" ADD CONSTRAINT "ledger_entry_payout_id_fkey" FOREIGN KEY ("payout_id") REFERENCES "payout"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ledger_entry" ADD CONSTRAINT "ledger_entry_carry_over_id_fkey" FOREIGN KEY ("carry_over_id") REFERENCES "carry_over"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ledger_posting" ADD CONSTRAINT "ledger_posting_entry_id_fkey" FOREIGN KEY ("entry_id") REFERENCES "ledger_entry"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payout" ADD CONSTRAINT "payout_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partner"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payout" ADD CONSTRAINT "payout_root_id_fkey" FOREIGN KEY ("root_id") REFERENCES "payout"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payout" ADD CONSTRAINT "payout_reissue_of_fkey" FOREIGN KEY ("reissue_of") REFERENCES "payout"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payout" ADD CONSTRAINT "payout_change_id_fkey" FOREIGN KEY ("change_id") REFERENCES "staff_change"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payout" ADD CONSTRAINT "payout_file_id_fkey" FOREIGN KEY ("file_id") REFERENCES "payout_file"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payout_file" ADD CONSTRAINT "payout_file_created_by_fkey" FOREIGN KEY ("created_by") REFERENCES "staff_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "carry_over" ADD CONSTRAINT "carry_over_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partner"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payout_terms" ADD CONSTRAINT "payout_terms_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partner"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
-- contract: safe, 0.1.0 leaves the column empty
ALTER TABLE "settlement" ADD CONSTRAINT "settlement_payout_id_fkey" FOREIGN KEY ("payout_id") REFERENCES "payout"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
-- contract: safe, 0.1.0 leaves the column empty
ALTER TABLE "settlement" ADD CONSTRAINT "settlement_carry_over_id_fkey" FOREIGN KEY ("carry_over_id") REFERENCES "carry_over"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
-- The settlements that no payout has collected: by when they are collected, and by their due day.
CREATE INDEX "settlement_to_collect" ON "settlement"("partner_id", "collect_at")
  WHERE "payout_id" IS NULL AND "carry_over_id" IS NULL;
CREATE INDEX "settlement_unpaid" ON "settlement"("partner_id", "due_at", "created_at", "id") INCLUDE ("amount", "carry_over_id", "collect_at", "payment_id")
  WHERE "payout_id" IS NULL;
CREATE INDEX "settlement_carried" ON "settlement"("carry_over_id") WHERE "carry_over_id" IS NOT NULL;
CREATE UNIQUE INDEX "payout_reissued" ON "payout"("reissue_of") WHERE "reissue_of" IS NOT NULL AND "status" <> 'withdrawn';
CREATE INDEX "payout_automatic" ON "payout"("auto_at") WHERE "auto_at" IS NOT NULL;
CREATE UNIQUE INDEX "ledger_of_payout" ON "ledger_entry"("payout_id", "kind") WHERE "payout_id" IS NOT NULL;

-- Ledger: what is entered stays, and every posting moves money between two accounts.
ALTER TABLE "ledger_posting" ADD CONSTRAINT "ledger_posting_of_money" CHECK ("amount" > 0 AND "debit" <> "credit");
CREATE TRIGGER ledger_entry_is_kept BEFORE UPDATE OR DELETE ON "ledger_entry" FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_entry_is_not_emptied BEFORE TRUNCATE ON "ledger_entry" EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_posting_is_kept BEFORE UPDATE OR DELETE ON "ledger_posting" FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_posting_is_not_emptied BEFORE TRUNCATE ON "ledger_posting" EXECUTE FUNCTION refuse_change();

-- Enters the capture of a payment, or its refund, or its correction. The money that moves with its commission (a capture, a
-- void, and the correction of a void) has up to four postings; a credit has one, because the commission stays (D-28).
CREATE FUNCTION enter_movement(
  p_book "LedgerBook", p_id text, p_payment text, p_refund text, p_correction text, p_day date, p_now timestamptz
) RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  m record;
BEGIN
  SELECT p.partner_id, p.terminal_id, p.amount, p.commission_amount, p.customer_share_amount AS share,
         least(coalesce(p.commission_fixed_fee, 0), p.commission_amount) AS fee,
         CASE WHEN c.id IS NOT NULL THEN 'correction' WHEN r.id IS NOT NULL THEN r.method::text ELSE 'capture' END AS kind,
         CASE WHEN c.id IS NOT NULL THEN CASE WHEN c.kind IN ('credit_done', 'void_done') THEN - c.amount ELSE c.amount END
              WHEN r.id IS NOT NULL THEN - r.amount
              ELSE p.amount END AS moved,
         CASE WHEN c.id IS NOT NULL THEN c.kind IN ('void_done', 'void_not_done')
              WHEN r.id IS NOT NULL THEN r.method = 'void'
              ELSE true END AS has_commission,
         CASE WHEN c.id IS NOT NULL THEN c.decided_at WHEN r.id IS NOT NULL THEN r.done_at ELSE p.captured_at END AS at
    INTO STRICT m
    FROM payment p
    LEFT JOIN refund r ON r.id = p_refund
    LEFT JOIN correction c ON c.id = p_correction
   WHERE p.id = p_payment;
  INSERT INTO ledger_entry (id, book, kind, partner_id, terminal_id, payment_id, refund_id, correction_id, amount,
                            commission_amount, occurred_at, day, created_at)
  VALUES (p_id, p_book, m.kind::"LedgerKind", m.partner_id, m.terminal_id, p_payment, p_refund, p_correction, m.moved,
          CASE WHEN m.has_commission THEN - sign(m.moved)::bigint * m.commission_amount ELSE 0 END,
          coalesce(m.at, p_now), p_day, p_now);
  IF m.has_commission THEN
    INSERT INTO ledger_posting (entry_id, position, debit, credit, part, amount)
    SELECT p_id, position, CASE WHEN m.moved > 0 THEN debit ELSE credit END, CASE WHEN m.moved > 0 THEN credit ELSE debit END,
           part, posted
      FROM (VALUES (1, 'bank'::"LedgerAccount", 'merchant'::"LedgerAccount", 'principal'::"LedgerPart", m.amount - m.share),
                   (2, 'bank', 'merchant', 'buyer_share', m.share),
                   (3, 'merchant', 'commission', 'commission', m.commission_amount - m.fee),
                   (4, 'merchant', 'fixed_fees', 'fixed_fees', m.fee)) AS line(position, debit, credit, part, posted)
     WHERE posted > 0;
  ELSE
    PERFORM post(p_id, 1, 'bank', 'merchant', m.moved);
  END IF;
END $$;

-- Posts an amount from one account to another; one below 0 goes the other way, and 0 is no posting.
CREATE FUNCTION post(p_entry text, p_position int, p_debit "LedgerAccount", p_credit "LedgerAccount", p_amount bigint)
RETURNS void LANGUAGE sql SET search_path = public, pg_temp AS $$
  INSERT INTO ledger_posting (entry_id, position, debit, credit, part, amount)
  SELECT p_entry, p_position, CASE WHEN p_amount > 0 THEN p_debit ELSE p_credit END,
         CASE WHEN p_amount > 0 THEN p_credit ELSE p_debit END, 'principal', abs(p_amount)
   WHERE p_amount <> 0
$$;
-- Only triggers enter anything: they run with the rights of their owner, and nobody else may call these.
REVOKE EXECUTE ON FUNCTION enter_movement FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION post FROM PUBLIC;

CREATE FUNCTION enter_settlement() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM enter_movement('collected', 'txn_' || substr(NEW.id, 5), NEW.payment_id, NEW.refund_id, NEW.correction_id,
                         NEW.bank_day, NEW.created_at);
  RETURN NULL;
END $$;

-- The ledger of what was booked before. Of direct collection nothing was booked: its captures, refunds and corrections are
-- entered where the terminal still collects directly.
SELECT enter_movement('collected', 'txn_' || substr(id, 5), payment_id, refund_id, correction_id, bank_day, created_at)
  FROM settlement;
SELECT enter_movement('direct', 'txn_' || substr(p.id, 5), p.id, NULL, NULL, bank_day(p.captured_at, t.day_end_local), p.captured_at)
  FROM payment p JOIN terminal t ON t.id = p.terminal_id AND t.mode = 'direct_collection'
 WHERE p.status = 'captured' AND NOT EXISTS (SELECT 1 FROM settlement WHERE payment_id = p.id);
SELECT enter_movement('direct', 'txn_' || substr(r.id, 4), r.payment_id, r.id, NULL,
                      bank_day(coalesce(r.done_at, r.resolved_at), t.day_end_local), r.resolved_at)
  FROM refund r JOIN payment p ON p.id = r.payment_id JOIN terminal t ON t.id = p.terminal_id
 WHERE r.status = 'approved'
   AND EXISTS (SELECT 1 FROM ledger_entry WHERE payment_id = p.id AND kind = 'capture' AND book = 'direct');
SELECT enter_movement('direct', 'txn_' || substr(c.id, 5), c.payment_id, NULL, c.id, bank_day(c.decided_at, t.day_end_local),
                      c.decided_at)
  FROM correction c JOIN payment p ON p.id = c.payment_id JOIN terminal t ON t.id = p.terminal_id
 WHERE c.status = 'approved' AND c.kind <> 'none'
   AND EXISTS (SELECT 1 FROM ledger_entry WHERE payment_id = p.id AND kind = 'capture' AND book = 'direct');

-- contract: safe, what 0.1.0 books is entered like the rest
CREATE TRIGGER settlement_on_ledger AFTER INSERT ON "settlement" FOR EACH ROW EXECUTE FUNCTION enter_settlement();

-- When a transaction commits: a captured payment has the settlement of its capture. Where its terminal collects directly it has
-- none, and its capture is entered into the other book.
CREATE OR REPLACE FUNCTION capture_is_booked() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_terminal record;
BEGIN
  IF EXISTS (SELECT 1 FROM settlement WHERE payment_id = NEW.id AND refund_id IS NULL AND correction_id IS NULL) THEN
    RETURN NULL;
  END IF;
  SELECT mode, day_end_local INTO v_terminal FROM terminal WHERE id = NEW.terminal_id;
  IF v_terminal.mode = 'standard' THEN
    RAISE EXCEPTION 'Payment % is captured and has no settlement', NEW.id;
  END IF;
  IF NOT EXISTS (SELECT 1 FROM ledger_entry WHERE payment_id = NEW.id AND kind = 'capture') THEN
    PERFORM enter_movement('direct', 'txn_' || substr(NEW.id, 5), NEW.id, NULL, NULL,
                           bank_day(NEW.captured_at, v_terminal.day_end_local), NEW.updated_at);
  END IF;
  RETURN NULL;
END $$;

-- An approved refund, and an approved correction, has a settlement exactly where its capture has one, and is entered into the
-- book of its capture. The refund of a payment from before D-161 whose capture was never booked is recorded all the same, in
-- no book: the money comes first.
CREATE FUNCTION follow_capture(p_payment text, p_refund text, p_correction text, p_id text, p_at timestamptz, p_now timestamptz)
RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM settlement WHERE payment_id = p_payment AND refund_id IS NULL AND correction_id IS NULL)
     <> EXISTS (SELECT 1 FROM settlement WHERE refund_id = p_refund OR correction_id = p_correction)
  THEN
    RAISE EXCEPTION '% is approved and not booked as the capture of % is', coalesce(p_refund, p_correction), p_payment;
  END IF;
  IF EXISTS (SELECT 1 FROM ledger_entry WHERE payment_id = p_payment AND kind = 'capture' AND book = 'direct') THEN
    PERFORM enter_movement('direct', p_id, p_payment, p_refund, p_correction,
                           (SELECT bank_day(p_at, t.day_end_local)
                              FROM payment p JOIN terminal t ON t.id = p.terminal_id WHERE p.id = p_payment), p_now);
  END IF;
END $$;
REVOKE EXECUTE ON FUNCTION follow_capture FROM PUBLIC;
CREATE OR REPLACE FUNCTION refund_is_booked() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM follow_capture(NEW.payment_id, NEW.id, NULL, 'txn_' || substr(NEW.id, 4), coalesce(NEW.done_at, NEW.resolved_at),
                         NEW.updated_at);
  RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION correction_is_booked() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NEW.kind <> 'none' THEN
    PERFORM follow_capture(NEW.payment_id, NULL, NEW.id, 'txn_' || substr(NEW.id, 5), NEW.decided_at, NEW.decided_at);
  ELSIF EXISTS (SELECT 1 FROM settlement WHERE correction_id = NEW.id) THEN
    RAISE EXCEPTION 'Correction % found the books right and has a settlement', NEW.id;
  END IF;
  RETURN NULL;
END $$;

-- Collection. What is due was due at the start of its day, and is collected from 09:00 on.
UPDATE settlement SET collect_at = due_at + interval '9 hours';
CREATE FUNCTION settlement_waits() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.collect_at := NEW.due_at + interval '9 hours';
  RETURN NEW;
END $$;
-- contract: safe, it fills what 0.1.0 leaves empty
CREATE TRIGGER settlement_collected_when BEFORE INSERT ON "settlement" FOR EACH ROW
  WHEN (NEW."collect_at" IS NULL) EXECUTE FUNCTION settlement_waits();

-- A settlement is collected once, by a payout or a carry-over that begins with it, and one of a payment that is held is not;
-- a hold that comes later stands against the approval of the payout. A payout that is withdrawn before its approval gives it back.
CREATE FUNCTION settlement_is_collected() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.carry_over_id IS DISTINCT FROM NEW.carry_over_id
     AND (OLD.carry_over_id IS NOT NULL OR OLD.payout_id IS NOT NULL
          OR EXISTS (SELECT 1 FROM carry_over WHERE id = NEW.carry_over_id))
  THEN
    RAISE EXCEPTION 'Settlement % is not carried over by %', OLD.id, NEW.carry_over_id;
  END IF;
  IF OLD.payout_id IS DISTINCT FROM NEW.payout_id THEN
    IF OLD.payout_id IS NULL THEN
      IF EXISTS (SELECT 1 FROM payout WHERE id = NEW.payout_id) THEN
        RAISE EXCEPTION 'Settlement % comes too late for payout %', OLD.id, NEW.payout_id;
      END IF;
      IF EXISTS (SELECT 1 FROM payment WHERE id = NEW.payment_id AND held_since IS NOT NULL) THEN
        RAISE EXCEPTION 'Settlement % waits: payment % is held', OLD.id, OLD.payment_id;
      END IF;
    ELSIF NEW.payout_id IS NOT NULL OR NOT EXISTS (SELECT 1 FROM payout WHERE id = OLD.payout_id AND status = 'prepared') THEN
      RAISE EXCEPTION 'Settlement % stays in its payout', OLD.id;
    END IF;
  END IF;
  RETURN NEW;
END $$;
-- contract: safe, 0.1.0 collects nothing
CREATE TRIGGER settlement_is_collected BEFORE UPDATE OF "payout_id", "carry_over_id" ON "settlement" FOR EACH ROW
  EXECUTE FUNCTION settlement_is_collected();

-- A carry-over is the sum of its settlements.
CREATE FUNCTION carry_over_begins() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_id text := 'txn_' || substr(NEW.id, 5);
BEGIN
  IF NOT EXISTS (
       SELECT 1 FROM settlement WHERE carry_over_id = NEW.id AND partner_id = NEW.partner_id
       HAVING sum(amount) = NEW.amount AND count(*) = NEW.count)
  THEN
    RAISE EXCEPTION 'Carry-over % is not the sum of its settlements', NEW.id;
  END IF;
  INSERT INTO ledger_entry (id, book, kind, partner_id, carry_over_id, amount, occurred_at, day, created_at)
  VALUES (v_id, 'collected', 'carry_over', NEW.partner_id, NEW.id, NEW.amount, NEW.created_at, NEW.day, NEW.created_at);
  PERFORM post(v_id, 1, 'merchant', 'carried', NEW.amount);
  RETURN NULL;
END $$;
CREATE TRIGGER carry_over_on_ledger AFTER INSERT ON "carry_over" FOR EACH ROW EXECUTE FUNCTION carry_over_begins();
CREATE TRIGGER carry_over_is_kept BEFORE UPDATE OR DELETE ON "carry_over" FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER carry_over_is_not_emptied BEFORE TRUNCATE ON "carry_over" EXECUTE FUNCTION refuse_change();

-- A payout begins prepared, as the sum of the settlements that it collected, or as a failed one that is issued again.
ALTER TABLE "payout" ADD CONSTRAINT "payout_of_money" CHECK ("amount" > 0);
ALTER TABLE "payout" ADD CONSTRAINT "payout_is_approved" CHECK (
  ("status" IN ('prepared', 'withdrawn')) = ("approved_at" IS NULL)
  AND ("approved_at" IS NULL) = ("iban" IS NULL) AND ("approved_at" IS NULL) = ("iban_masked" IS NULL)
  AND ("approved_at" IS NULL) = ("beneficiary" IS NULL));
ALTER TABLE "payout" ADD CONSTRAINT "payout_is_sent" CHECK (
  CASE "status" WHEN 'sent' THEN "sent_at" IS NOT NULL WHEN 'paid_out' THEN "sent_at" IS NOT NULL
                WHEN 'failed' THEN true ELSE "sent_at" IS NULL END);
ALTER TABLE "payout" ADD CONSTRAINT "payout_has_ended" CHECK (
  ("status" IN ('paid_out', 'failed', 'withdrawn')) = ("ended_at" IS NOT NULL)
  AND ("status" = 'paid_out') = ("bank_reference" IS NOT NULL) AND ("status" = 'failed') = ("failure" IS NOT NULL));
CREATE FUNCTION payout_begins() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status <> 'prepared' OR (NEW.reissue_of IS NULL) <> (NEW.root_id = NEW.id) THEN
    RAISE EXCEPTION 'Payout % does not begin so', NEW.id;
  END IF;
  IF NEW.reissue_of IS NOT NULL THEN
    PERFORM 1 FROM payout
      WHERE id = NEW.reissue_of AND status = 'failed' AND partner_id = NEW.partner_id AND root_id = NEW.root_id
        AND (amount, carried_amount, line_count) = (NEW.amount, NEW.carried_amount, NEW.line_count);
    IF NOT FOUND THEN
      RAISE EXCEPTION 'Payout % does not issue % again', NEW.id, NEW.reissue_of;
    END IF;
  ELSIF NOT EXISTS (
           SELECT 1 FROM settlement WHERE payout_id = NEW.id AND partner_id = NEW.partner_id
           HAVING sum(amount) = NEW.amount
              AND coalesce(sum(amount) FILTER (WHERE carry_over_id IS NOT NULL), 0) = NEW.carried_amount
              AND count(*) FILTER (WHERE carry_over_id IS NULL) = NEW.line_count)
  THEN
    RAISE EXCEPTION 'Payout % is not the sum of its settlements', NEW.id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER payout_is_prepared AFTER INSERT ON "payout" FOR EACH ROW EXECUTE FUNCTION payout_begins();

-- A payout moves by the rows of payoutTable in server/domain/states.ts, keeps what was prepared, and what was approved, and is
-- approved by two members of staff, or by the sandbox. One that gave its settlements back is withdrawn.
CREATE FUNCTION payout_moves() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.id, OLD.partner_id, OLD.amount, OLD.carried_amount, OLD.line_count, OLD.root_id, OLD.reissue_of, OLD.created_at)
       IS DISTINCT FROM
     (NEW.id, NEW.partner_id, NEW.amount, NEW.carried_amount, NEW.line_count, NEW.root_id, NEW.reissue_of, NEW.created_at)
     OR (OLD.status <> 'prepared'
         AND (OLD.iban_masked, OLD.beneficiary, OLD.change_id, OLD.approved_at, OLD.value_date)
             IS DISTINCT FROM (NEW.iban_masked, NEW.beneficiary, NEW.change_id, NEW.approved_at, NEW.value_date))
     OR (OLD.file_id IS NOT NULL AND OLD.file_id IS DISTINCT FROM NEW.file_id)
     OR (OLD.ended_at IS NOT NULL
         AND (OLD.bank_reference, OLD.failure, OLD.ended_at) IS DISTINCT FROM (NEW.bank_reference, NEW.failure, NEW.ended_at))
  THEN
    RAISE EXCEPTION 'Payout % stays as it was prepared and approved', OLD.id;
  END IF;
  IF NEW.status = OLD.status THEN
    RETURN NEW;
  END IF;
  IF (OLD.status::text, NEW.status::text) NOT IN (
       ('prepared', 'approved'), ('prepared', 'withdrawn'), ('approved', 'sent'), ('approved', 'failed'), ('sent', 'paid_out'),
       ('sent', 'failed'))
  THEN
    RAISE EXCEPTION 'Payout % does not move from % to %', OLD.id, OLD.status, NEW.status;
  END IF;
  IF NEW.status = 'approved' AND NEW.auto_at IS NULL AND NOT EXISTS (
       SELECT 1 FROM staff_change WHERE id = NEW.change_id AND kind = 'payouts' AND status = 'approved')
  THEN
    RAISE EXCEPTION 'Payout % is not approved by two people', OLD.id;
  END IF;
  -- The bank may carry out a file that it has, so what is in one ends by what the bank did with it.
  IF OLD.status = 'approved' AND NEW.status = 'failed' AND OLD.file_id IS NOT NULL THEN
    RAISE EXCEPTION 'Payout % is in a file and has not been sent', OLD.id;
  END IF;
  IF NEW.status = 'withdrawn' AND EXISTS (SELECT 1 FROM settlement WHERE payout_id = NEW.id) THEN
    RAISE EXCEPTION 'Payout % has settlements and is not withdrawn', OLD.id;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER payout_is_moved BEFORE UPDATE ON "payout" FOR EACH ROW EXECUTE FUNCTION payout_moves();
CREATE TRIGGER payout_is_kept BEFORE DELETE ON "payout" FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER payout_is_not_emptied BEFORE TRUNCATE ON "payout" EXECUTE FUNCTION refuse_change();
CREATE TRIGGER payout_file_is_kept BEFORE UPDATE OR DELETE ON "payout_file" FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER payout_file_is_not_emptied BEFORE TRUNCATE ON "payout_file" EXECUTE FUNCTION refuse_change();

-- The ledger of a payout: the approval takes its money from what the merchant is owed, or from what came back; then it reaches
-- the merchant, or comes back. The identifiers end with a letter of the kind, because a payout has up to three entries.
CREATE FUNCTION enter_payout() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_kind "LedgerKind" := CASE NEW.status WHEN 'approved' THEN 'payout' WHEN 'paid_out' THEN 'payout_paid' ELSE 'payout_return' END;
  v_id text := 'txn_' || substr(NEW.id, 5, 25)
               || CASE NEW.status WHEN 'approved' THEN 'P' WHEN 'paid_out' THEN 'Q' ELSE 'R' END;
  v_at timestamptz := CASE NEW.status WHEN 'approved' THEN NEW.approved_at ELSE NEW.ended_at END;
BEGIN
  INSERT INTO ledger_entry (id, book, kind, partner_id, payout_id, amount, occurred_at, day, created_at)
  VALUES (v_id, 'collected', v_kind, NEW.partner_id, NEW.id,
          CASE NEW.status WHEN 'failed' THEN NEW.amount ELSE - NEW.amount END, v_at,
          (v_at AT TIME ZONE 'UTC' + interval '3 hours')::date, v_at);
  IF NEW.status = 'paid_out' THEN
    PERFORM post(v_id, 1, 'in_payout', 'house', NEW.amount);
  ELSIF NEW.status = 'failed' THEN
    PERFORM post(v_id, 1, 'in_payout', 'returned', NEW.amount);
  ELSIF NEW.reissue_of IS NOT NULL THEN
    PERFORM post(v_id, 1, 'returned', 'in_payout', NEW.amount);
  ELSE
    PERFORM post(v_id, 1, 'merchant', 'in_payout', NEW.amount - NEW.carried_amount);
    PERFORM post(v_id, 2, 'carried', 'in_payout', NEW.carried_amount);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER payout_on_ledger AFTER UPDATE OF "status" ON "payout" FOR EACH ROW
  WHEN (OLD."status" <> NEW."status" AND NEW."status" IN ('approved', 'paid_out', 'failed')) EXECUTE FUNCTION enter_payout();
