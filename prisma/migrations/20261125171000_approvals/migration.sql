-- Whether signing in asks for the code, when the address was proved, and who invited the person (D-67).
ALTER TABLE "panel_user"
ADD COLUMN     "code_at_sign_in" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "email_proved_at" TIMESTAMPTZ(3),
ADD COLUMN     "invited_by" TEXT;
ALTER TABLE "staff_user"
ADD COLUMN     "code_at_sign_in" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "email_proved_at" TIMESTAMPTZ(3),
ADD COLUMN     "invited_by" TEXT;

-- An auditor reads everything and changes nothing.
ALTER TABLE "staff_user" DROP CONSTRAINT "staff_user_role";
ALTER TABLE "staff_user" ADD CONSTRAINT "staff_user_role" CHECK ("role" IN ('admin', 'operations', 'support', 'auditor'));

-- A change that one member of staff proposes and another one approves.
CREATE TYPE "StaffChangeStatus" AS ENUM ('waiting', 'approved', 'rejected', 'withdrawn');
CREATE TABLE "staff_change" (
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "partner_id" TEXT,
    "subject" TEXT NOT NULL,
    "payload" JSON NOT NULL,
    "fields" JSON NOT NULL,
    "sealed" BYTEA,
    "reason" TEXT NOT NULL,
    "evidence" TEXT,
    "status" "StaffChangeStatus" NOT NULL DEFAULT 'waiting',
    "proposed_by" TEXT NOT NULL,
    "proposed_at" TIMESTAMPTZ(3) NOT NULL,
    "decided_by" TEXT,
    "decided_at" TIMESTAMPTZ(3),
    "decision_note" TEXT,
    "performed_at" TIMESTAMPTZ(3),
    "failure_code" TEXT,

    CONSTRAINT "staff_change_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "staff_change_status_proposed_at_id_idx" ON "staff_change"("status", "proposed_at", "id");
CREATE INDEX "staff_change_proposed_at_id_idx" ON "staff_change"("proposed_at", "id");
CREATE INDEX "staff_change_partner_id_status_idx" ON "staff_change"("partner_id", "status");
ALTER TABLE "staff_change" ADD CONSTRAINT "staff_change_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partner"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "staff_change" ADD CONSTRAINT "staff_change_proposed_by_fkey" FOREIGN KEY ("proposed_by") REFERENCES "staff_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "staff_change" ADD CONSTRAINT "staff_change_decided_by_fkey" FOREIGN KEY ("decided_by") REFERENCES "staff_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Of one kind and subject one change waits at a time.
CREATE UNIQUE INDEX "staff_change_waiting" ON "staff_change"("kind", "subject") WHERE "status" = 'waiting';

-- Two different people decide. Only the operator of the host leaves no person, and only by an approval; the proposer
-- alone withdraws. A reason is always given.
ALTER TABLE "staff_change" ADD CONSTRAINT "staff_change_by_two_people" CHECK (
  "status" IN ('waiting', 'withdrawn') OR "decided_by" IS DISTINCT FROM "proposed_by");
ALTER TABLE "staff_change" ADD CONSTRAINT "staff_change_withdrawn_by_proposer" CHECK (
  "status" <> 'withdrawn' OR "decided_by" = "proposed_by");
ALTER TABLE "staff_change" ADD CONSTRAINT "staff_change_is_decided" CHECK (
  ("status" = 'waiting') = ("decided_at" IS NULL) AND ("status" <> 'waiting' OR "decided_by" IS NULL)
  AND ("status" <> 'rejected' OR "decided_by" IS NOT NULL));
ALTER TABLE "staff_change" ADD CONSTRAINT "staff_change_says_why" CHECK (
  btrim("reason") <> '' AND ("decided_by" IS NOT NULL OR "status" = 'waiting' OR btrim("decision_note") <> ''));
ALTER TABLE "staff_change" ADD CONSTRAINT "staff_change_erases_secrets" CHECK (
  "status" = 'waiting' OR "sealed" IS NULL);

-- What was proposed stays, a decision is final, and nothing is ever taken out. The secret may be sealed again.
CREATE TRIGGER staff_change_as_proposed BEFORE UPDATE ON "staff_change" FOR EACH ROW
  WHEN ((OLD."id", OLD."kind", OLD."partner_id", OLD."subject", OLD."payload"::text, OLD."fields"::text, OLD."reason",
         OLD."evidence", OLD."proposed_by", OLD."proposed_at")
        IS DISTINCT FROM
        (NEW."id", NEW."kind", NEW."partner_id", NEW."subject", NEW."payload"::text, NEW."fields"::text, NEW."reason",
         NEW."evidence", NEW."proposed_by", NEW."proposed_at")
        OR (OLD."status" <> 'waiting'
            AND ((OLD."status", OLD."decided_by", OLD."decided_at", OLD."decision_note", OLD."sealed")
                 IS DISTINCT FROM
                 (NEW."status", NEW."decided_by", NEW."decided_at", NEW."decision_note", NEW."sealed")
                 OR OLD."performed_at" IS NOT NULL)))
  EXECUTE FUNCTION refuse_change();
CREATE TRIGGER staff_change_is_kept BEFORE DELETE ON "staff_change" FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER staff_change_is_not_emptied BEFORE TRUNCATE ON "staff_change" EXECUTE FUNCTION refuse_change();
