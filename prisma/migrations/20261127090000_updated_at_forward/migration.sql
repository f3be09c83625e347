-- The clocks of two processes may differ, so a change can have an earlier time than the one before it, or than the
-- creation. Merchants read what has changed by this time, so it never goes back (D-387).
CREATE FUNCTION keep_updated_at() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.updated_at := OLD.updated_at;
  RETURN NEW;
END $$;

-- contract: safe, no statement of the former release depends on an earlier time
CREATE TRIGGER payment_updated_at BEFORE UPDATE OF "updated_at" ON "payment" FOR EACH ROW
  WHEN (NEW.updated_at < OLD.updated_at) EXECUTE FUNCTION keep_updated_at();
-- contract: safe, no statement of the former release depends on an earlier time
CREATE TRIGGER payment_link_updated_at BEFORE UPDATE OF "updated_at" ON "payment_link" FOR EACH ROW
  WHEN (NEW.updated_at < OLD.updated_at) EXECUTE FUNCTION keep_updated_at();
-- contract: safe, no statement of the former release depends on an earlier time
CREATE TRIGGER refund_updated_at BEFORE UPDATE OF "updated_at" ON "refund" FOR EACH ROW
  WHEN (NEW.updated_at < OLD.updated_at) EXECUTE FUNCTION keep_updated_at();
