-- What was agreed of a payment link never changes. The trigger named the columns that stay and forgot description, items
-- and payer_name. It now names the columns that may change, so that a column which is added later stays by default.
DROP TRIGGER "payment_link_as_agreed" ON "payment_link";
CREATE TRIGGER "payment_link_as_agreed" BEFORE UPDATE ON "payment_link" FOR EACH ROW
  WHEN ((to_jsonb(OLD) - ARRAY['status', 'last_attempt_no', 'first_opened_at', 'last_opened_at', 'updated_at', 'token_cipher'])
        IS DISTINCT FROM
        (to_jsonb(NEW) - ARRAY['status', 'last_attempt_no', 'first_opened_at', 'last_opened_at', 'updated_at', 'token_cipher']))
  EXECUTE FUNCTION link_stays_as_agreed();
