-- The list of failing receivers (D-258) reads what did not arrive in the last days, of all accounts.
CREATE INDEX "delivery_failed" ON "webhook_delivery"("created_at", "partner_id")
  WHERE "status" IN ('rejected', 'exhausted', 'dropped');
