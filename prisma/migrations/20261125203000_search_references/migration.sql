-- Staff find a payment also by the bank's references of its refunds and money returns (D-270). A bank gives them with
-- its answer, so the creation of a payment writes none of these indexes.
CREATE INDEX "refund_of_auth_code" ON "refund"("auth_code", "payment_id") WHERE "auth_code" IS NOT NULL;
CREATE INDEX "refund_of_rrn" ON "refund"("rrn", "payment_id") WHERE "rrn" IS NOT NULL;
CREATE INDEX "money_return_of_rrn" ON "money_return"("rrn", "payment_id") WHERE "rrn" IS NOT NULL;

-- Words of the names of terminals and accounts, for a search by the beginnings of words that reads no other rows
-- (D-271). A trigger writes the words beside the name, because an index on an expression that calls our own function
-- could not be restored from a dump.
ALTER TABLE "terminal" ADD COLUMN "search_words" tsvector;
ALTER TABLE "partner" ADD COLUMN "search_words" tsvector;
CREATE FUNCTION name_words(name text) RETURNS tsvector LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(array_to_tsvector(array_remove(regexp_split_to_array(fold_name(name), '[^[:alnum:]]+'), '')), '')
$$;
CREATE FUNCTION split_name() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.search_words := name_words(NEW.name);
  RETURN NEW;
END $$;
CREATE TRIGGER terminal_search_words BEFORE INSERT OR UPDATE OF name, search_words ON "terminal"
  FOR EACH ROW EXECUTE FUNCTION split_name();
CREATE TRIGGER partner_search_words BEFORE INSERT OR UPDATE OF name, search_words ON "partner"
  FOR EACH ROW EXECUTE FUNCTION split_name();
UPDATE "terminal" SET "search_words" = name_words("name");
UPDATE "partner" SET "search_words" = name_words("name");
CREATE INDEX "terminal_search_words_idx" ON "terminal" USING GIN ("search_words");
CREATE INDEX "partner_search_words_idx" ON "partner" USING GIN ("search_words");
