-- The settlements of a payout and of a due day are listed in the order of booking.
DROP INDEX "settlement_payout_item_id_idx";
CREATE INDEX "settlement_payout_item_id_created_at_id_idx" ON "settlement"("payout_item_id", "created_at", "id");

DROP INDEX "settlement_due";
CREATE INDEX "settlement_due" ON "settlement"("partner_id", "due_at", "created_at", "id") INCLUDE ("amount")
  WHERE "status" = 'pending';
