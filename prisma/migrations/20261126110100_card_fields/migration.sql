-- The fields of a merchant's request in which a card number was sent (D-284).
ALTER TABLE "api_request" ADD COLUMN "card_fields" TEXT;
