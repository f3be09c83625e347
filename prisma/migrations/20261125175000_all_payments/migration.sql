-- Staff search the payments of all accounts (D-255). The search must not cost the creation of a payment anything, so
-- `payment` gets no index that a creation has to write: the unique index of its codes changes the order of its columns,
-- which keeps its rule, and finds a code also without the account.
DROP INDEX "payment_active_code";
CREATE UNIQUE INDEX "payment_active_code" ON "payment"("partner_tx_code", "partner_id")
  WHERE "status" IN ('initiated', 'captured');

-- Written when a payment fails or expires.
CREATE INDEX "payment_ended_code" ON "payment"("partner_tx_code") WHERE "status" IN ('failed', 'expired');

-- Written when a card is tried, and when its capture has an answer. A payment's code sorts by time.
CREATE INDEX "attempt_card_last4_payment_id_idx" ON "attempt"("card_last4", "payment_id");
CREATE INDEX "attempt_of_auth_code" ON "attempt"("auth_code", "payment_id") WHERE "auth_code" IS NOT NULL;
CREATE INDEX "attempt_of_rrn" ON "attempt"("rrn", "payment_id") WHERE "rrn" IS NOT NULL;
