-- Which process began an attempt, and when it was handed out (D-340). Rows from before have neither: they are never
-- taken over, and the check does not concern them.
ALTER TABLE "attempt" ADD COLUMN "started_by" INTEGER, ADD COLUMN "handed_out_at" TIMESTAMPTZ(3);

-- Nothing can come of an attempt of which nothing has left: no answer of the bank, and no capture (D-341).
-- contract: safe, the former release leaves started_by empty
ALTER TABLE "attempt" ADD CONSTRAINT "attempt_handed_out" CHECK (
  "started_by" IS NULL OR "handed_out_at" IS NOT NULL OR "status" IN ('preparing', 'started', 'abandoned'));
