-- The chain of the audit log is keyed (D-300): the product computes each hash as an HMAC with a key that is never in the
-- database, so its owner cannot compute the chain again. Entries from before keep their hashes without a key; the seal, an
-- entry with a key, ends them in each log (D-301).
ALTER TABLE "audit_log" ADD COLUMN "key_id" TEXT;
CREATE INDEX audit_log_without_key ON "audit_log" ("scope", "number") WHERE "key_id" IS NULL;

-- Locks a log until the transaction ends and returns its newest entry. The second statement of the function sees what
-- others have committed while the first one waited, which one statement would not.
CREATE FUNCTION lock_audit_log(wanted text) RETURNS TABLE (number bigint, hash bytea) LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('audit_log:' || wanted, 0));
  RETURN QUERY SELECT l.number, l.hash FROM audit_log l WHERE l.scope = wanted ORDER BY l.number DESC LIMIT 1;
END $$;

-- The number and the chain are given now. The database still refuses a gap, a branch, and an entry without a key.
CREATE OR REPLACE FUNCTION chain_audit_entry() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  newest record;
BEGIN
  SELECT * INTO newest FROM lock_audit_log(NEW.scope);
  IF NEW.key_id IS NULL OR octet_length(NEW.hash) <> 32
     OR NEW.number <> coalesce(newest.number, 0) + 1
     OR NEW.previous_hash <> coalesce(newest.hash, '\x'::bytea) THEN
    RAISE EXCEPTION 'audit_log: an entry is signed with a key and follows the newest entry of its log';
  END IF;
  RETURN NEW;
END $$;

-- The product computes the chain, because only it has the keys. audit_entry_text remains for the entries without a key.
DROP FUNCTION audit_chain_breaks();
