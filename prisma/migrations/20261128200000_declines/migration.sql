-- The bank's own text of a refusal (D-396): without what may be a card number, and bounded.
ALTER TABLE "attempt" ADD COLUMN     "bank_message" TEXT;
-- contract: safe, the former release does not write the column
ALTER TABLE "attempt" ADD CONSTRAINT "attempt_bank_message" CHECK (
  char_length("bank_message") BETWEEN 1 AND 200 AND "bank_message" !~ '[0-9]{7}');
