-- A bank connection is live once the doctor has passed or somebody with the right has said why (D-246). Every connection
-- until now takes payments, so it is live.
ALTER TABLE "bank_connection" ADD COLUMN "live" BOOLEAN NOT NULL DEFAULT true;

-- A proposed connection is kept beside the one in use while a second person decides, so that it can be diagnosed. Its
-- row never comes into use: the approval adds a copy that does. It begins replaced, so it is not in use.
ALTER TABLE "bank_connection" ADD COLUMN "proposed" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "bank_connection" ADD CONSTRAINT "proposed_is_not_in_use"
  CHECK (NOT "proposed" OR ("replaced_at" IS NOT NULL AND NOT "live"));

CREATE TRIGGER connection_stays_proposed BEFORE UPDATE OF "proposed" ON "bank_connection" FOR EACH ROW
  WHEN (OLD."proposed" IS DISTINCT FROM NEW."proposed") EXECUTE FUNCTION refuse_change();

CREATE TRIGGER connection_stays_live BEFORE UPDATE OF "live" ON "bank_connection" FOR EACH ROW
  WHEN (OLD."live" AND NOT NEW."live") EXECUTE FUNCTION refuse_change();

-- Counts the changes of a terminal, so that of two people who edit it at once the second one is told.
ALTER TABLE "terminal" ADD COLUMN "version" INTEGER NOT NULL DEFAULT 0;

-- The list of the terminals of all merchants.
CREATE INDEX "terminal_created_at_id_idx" ON "terminal"("created_at", "id");
CREATE INDEX "terminal_bank_created_at_id_idx" ON "terminal"("bank", "created_at", "id");
CREATE INDEX "terminal_not_active" ON "terminal"("created_at", "id") WHERE NOT "active";

-- The connections of a terminal, with those that were replaced.
CREATE INDEX "bank_connection_terminal_id_created_at_idx" ON "bank_connection"("terminal_id", "created_at");

-- At commit a terminal that is active has a live connection in use, and the bank of a terminal is that of its connection
-- in use. Only a terminal that has never had a connection may have none, and it is not active.
CREATE OR REPLACE FUNCTION check_connection_in_use() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_terminal terminal;
  v_connection bank_connection;
BEGIN
  SELECT * INTO v_terminal FROM terminal WHERE id = to_jsonb(NEW) ->> TG_ARGV[0];
  SELECT * INTO v_connection FROM bank_connection WHERE terminal_id = v_terminal.id AND replaced_at IS NULL;
  IF v_connection.id IS NULL AND NOT v_terminal.active
     AND NOT EXISTS (SELECT 1 FROM bank_connection WHERE terminal_id = v_terminal.id AND NOT proposed) THEN
    RETURN NULL;
  END IF;
  IF v_connection.bank IS DISTINCT FROM v_terminal.bank THEN
    RAISE EXCEPTION 'Terminal % has no bank connection in use with its bank', v_terminal.id;
  END IF;
  IF v_terminal.active AND NOT v_connection.live THEN
    RAISE EXCEPTION 'Terminal % is active before its bank connection is live', v_terminal.id;
  END IF;
  RETURN NULL;
END $$;

DROP TRIGGER terminal_has_its_bank ON "terminal";
CREATE CONSTRAINT TRIGGER terminal_has_its_bank AFTER INSERT OR UPDATE OF "bank", "active" ON "terminal"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_connection_in_use('id');
