-- When a removed person's name, address and means to sign in were erased (D-281).
ALTER TABLE "panel_user" ADD COLUMN "erased_at" TIMESTAMPTZ(3);
ALTER TABLE "staff_user" ADD COLUMN "erased_at" TIMESTAMPTZ(3);

-- What the sweep looks for each minute: each index holds only the rows that are not erased yet.
CREATE INDEX "payment_link_with_payer" ON "payment_link"("expires_at") WHERE "payer_name" IS NOT NULL;
CREATE INDEX "attempt_with_address" ON "attempt"("created_at") WHERE "buyer_ip" <> '';
CREATE INDEX "staff_alert_of_network" ON "staff_alert"("closed_at")
  WHERE kind = 'card_testing' AND closed_at IS NOT NULL AND subject !~ '^(prt|pl|erased)_';
CREATE INDEX "panel_user_to_erase" ON "panel_user"("removed_at") WHERE removed_at IS NOT NULL AND erased_at IS NULL;
CREATE INDEX "staff_user_to_erase" ON "staff_user"("removed_at") WHERE removed_at IS NOT NULL AND erased_at IS NULL;
ALTER TABLE "panel_user" ADD CONSTRAINT "panel_user_erased_after_removal" CHECK (erased_at IS NULL OR removed_at IS NOT NULL);
ALTER TABLE "staff_user" ADD CONSTRAINT "staff_user_erased_after_removal" CHECK (erased_at IS NULL OR removed_at IS NOT NULL);

-- What was agreed of a payment link never changes, except that the payer's name may be erased.
DROP TRIGGER "payment_link_as_agreed" ON "payment_link";
CREATE TRIGGER "payment_link_as_agreed" BEFORE UPDATE ON "payment_link" FOR EACH ROW
  WHEN ((to_jsonb(OLD) - ARRAY['status', 'last_attempt_no', 'first_opened_at', 'last_opened_at', 'updated_at', 'token_cipher',
                               'payer_name'])
        IS DISTINCT FROM
        (to_jsonb(NEW) - ARRAY['status', 'last_attempt_no', 'first_opened_at', 'last_opened_at', 'updated_at', 'token_cipher',
                               'payer_name'])
        OR (NEW."payer_name" IS NOT NULL AND NEW."payer_name" IS DISTINCT FROM OLD."payer_name"))
  EXECUTE FUNCTION link_stays_as_agreed();
