-- The queue of open questions (D-256) finds money of payments that were given up without reading all attempts.
CREATE INDEX "attempt_money_kept" ON "attempt"("created_at") WHERE "status" = 'declined' AND "approved_at" IS NOT NULL;
