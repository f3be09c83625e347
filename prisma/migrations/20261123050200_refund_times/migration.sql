-- CreateEnum
CREATE TYPE "RefundWay" AS ENUM ('automatic', 'void', 'credit');

-- AlterTable
ALTER TABLE "refund" ADD COLUMN     "baseline" JSONB,
ADD COLUMN     "done_at" TIMESTAMPTZ(3),
ADD COLUMN     "sent_at" TIMESTAMPTZ(3),
ADD COLUMN     "way" "RefundWay";

-- How an older refund was asked for is not on record; as its method it can never go on as another. A credit that is open now
-- was sent without a reading of the bank's history, so no line can be recognised as it.
UPDATE "refund" SET
  "sent_at" = "created_at",
  "done_at" = CASE WHEN "status" = 'approved' THEN "created_at" END,
  "way" = "method"::text::"RefundWay",
  "baseline" = CASE WHEN "method" = 'credit' THEN '"unreadable"'::jsonb END;
ALTER TABLE "refund" ALTER COLUMN "sent_at" SET NOT NULL,
ALTER COLUMN "way" SET NOT NULL;

-- The bank has moved the money of an approved refund and of no other, at an instant that is known.
ALTER TABLE "refund" ADD CONSTRAINT "refund_is_done" CHECK (("status" = 'approved') = ("done_at" IS NOT NULL));
ALTER TABLE "refund" ADD CONSTRAINT "refund_way" CHECK ("way" = 'automatic' OR "way"::text = "method"::text);
ALTER TABLE "refund" ADD CONSTRAINT "refund_baseline_of_credit" CHECK ("method" = 'credit' OR "baseline" IS NULL);

-- What was agreed of a refund stays, and a final state is final. Only a pending void that was asked for as automatic may go on
-- as a credit; a baseline is written once.
DROP TRIGGER refund_is_final ON "refund";
CREATE TRIGGER refund_is_final BEFORE UPDATE ON "refund" FOR EACH ROW
  WHEN ((OLD."status" <> 'pending'
         AND (NEW."status", NEW."resolved_at", NEW."failure_code", NEW."sent_at", NEW."done_at", NEW."baseline")
             IS DISTINCT FROM
             (OLD."status", OLD."resolved_at", OLD."failure_code", OLD."sent_at", OLD."done_at", OLD."baseline"))
        OR (OLD."baseline" IS NOT NULL AND NEW."baseline" IS DISTINCT FROM OLD."baseline")
        OR (NEW."method" <> OLD."method"
            AND (OLD."status", NEW."status", OLD."method", NEW."method", OLD."way")
                IS DISTINCT FROM
                ('pending'::"RefundStatus", 'pending'::"RefundStatus", 'void'::"RefundMethod", 'credit'::"RefundMethod",
                 'automatic'::"RefundWay"))
        OR (OLD."id", OLD."partner_id", OLD."payment_id", OLD."attempt_id", OLD."partner_refund_code", OLD."way",
            OLD."amount", OLD."bank_key", OLD."created_at")
           IS DISTINCT FROM
           (NEW."id", NEW."partner_id", NEW."payment_id", NEW."attempt_id", NEW."partner_refund_code", NEW."way",
            NEW."amount", NEW."bank_key", NEW."created_at"))
  EXECUTE FUNCTION refund_keeps_its_word();
