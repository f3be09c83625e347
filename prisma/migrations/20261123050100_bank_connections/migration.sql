-- CreateTable
CREATE TABLE "bank_connection" (
    "id" TEXT NOT NULL,
    "terminal_id" TEXT NOT NULL,
    "bank" TEXT NOT NULL,
    "account" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "replaced_at" TIMESTAMPTZ(3),

    CONSTRAINT "bank_connection_pkey" PRIMARY KEY ("id")
);

-- AddForeignKey
ALTER TABLE "bank_connection" ADD CONSTRAINT "bank_connection_terminal_id_fkey" FOREIGN KEY ("terminal_id") REFERENCES "terminal"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- One connection of a terminal is in use.
CREATE UNIQUE INDEX "connection_in_use" ON "bank_connection"("terminal_id") WHERE "replaced_at" IS NULL;

-- What every terminal had until now is its connection in use. The bytes are moved as they are: they are bound to the
-- terminal's id, and so they open as before.
INSERT INTO "bank_connection" ("id", "terminal_id", "bank", "account", "created_at")
SELECT 'bcn_' || "id", "id", "bank", "account", "created_at" FROM "terminal";

-- AlterTable
ALTER TABLE "terminal" DROP COLUMN "account";

-- AlterTable: no account was exchanged before there were connections, so every attempt used its terminal's.
ALTER TABLE "attempt" ADD COLUMN     "connection_id" TEXT;
UPDATE "attempt" SET "connection_id" = c."id"
  FROM "payment" p JOIN "bank_connection" c ON c."terminal_id" = p."terminal_id" WHERE p."id" = "attempt"."payment_id";
ALTER TABLE "attempt" ALTER COLUMN "connection_id" SET NOT NULL;

-- AddForeignKey
ALTER TABLE "attempt" ADD CONSTRAINT "attempt_connection_id_fkey" FOREIGN KEY ("connection_id") REFERENCES "bank_connection"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- A connection is kept as long as the attempts that used it: its account may be encrypted under another key, and it is
-- replaced once. (refuse_change is of the installments' migration.)
CREATE TRIGGER connection_is_kept BEFORE DELETE ON "bank_connection" FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER connection_is_not_emptied BEFORE TRUNCATE ON "bank_connection" EXECUTE FUNCTION refuse_change();
CREATE TRIGGER connection_stays_as_agreed BEFORE UPDATE ON "bank_connection" FOR EACH ROW
  WHEN ((OLD.id, OLD.terminal_id, OLD.bank, OLD.created_at) IS DISTINCT FROM (NEW.id, NEW.terminal_id, NEW.bank, NEW.created_at)
        OR (OLD.replaced_at IS NOT NULL AND NEW.replaced_at IS DISTINCT FROM OLD.replaced_at))
  EXECUTE FUNCTION refuse_change();

-- An attempt begins with a connection of its payment's terminal, and keeps it. The terminal of a payment stays, too.
CREATE FUNCTION check_attempt_connection() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM payment p JOIN bank_connection c ON c.terminal_id = p.terminal_id
                  WHERE p.id = NEW.payment_id AND c.id = NEW.connection_id) THEN
    RAISE EXCEPTION 'Bank connection % does not belong to the terminal of payment %', NEW.connection_id, NEW.payment_id;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER attempt_has_its_connection BEFORE INSERT ON "attempt" FOR EACH ROW EXECUTE FUNCTION check_attempt_connection();
CREATE TRIGGER attempt_keeps_its_connection BEFORE UPDATE OF "payment_id", "connection_id" ON "attempt" FOR EACH ROW
  WHEN ((OLD.payment_id, OLD.connection_id) IS DISTINCT FROM (NEW.payment_id, NEW.connection_id))
  EXECUTE FUNCTION refuse_change();
CREATE TRIGGER payment_stays_at_its_terminal BEFORE UPDATE OF "terminal_id" ON "payment" FOR EACH ROW
  WHEN (OLD.terminal_id <> NEW.terminal_id) EXECUTE FUNCTION refuse_change();

-- At commit every terminal has a connection in use, and its bank is that connection's. The argument names the column
-- that holds the terminal's id.
CREATE FUNCTION check_connection_in_use() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_terminal text := to_jsonb(NEW) ->> TG_ARGV[0];
BEGIN
  IF NOT EXISTS (SELECT 1 FROM terminal t JOIN bank_connection c ON c.terminal_id = t.id AND c.bank = t.bank
                  WHERE t.id = v_terminal AND c.replaced_at IS NULL) THEN
    RAISE EXCEPTION 'Terminal % has no bank connection in use with its bank', v_terminal;
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER terminal_has_its_bank AFTER INSERT OR UPDATE OF "bank" ON "terminal"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_connection_in_use('id');
CREATE CONSTRAINT TRIGGER connection_has_its_bank AFTER INSERT OR UPDATE OF "replaced_at" ON "bank_connection"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_connection_in_use('terminal_id');

-- A terminal's connection is kept in memory with its terms: what changes there changes the account's version.
CREATE FUNCTION note_connection_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE partner SET terms_version = terms_version + 1
   WHERE id = (SELECT partner_id FROM terminal WHERE id = NEW.terminal_id);
  RETURN NULL;
END $$;
CREATE TRIGGER connection_version_changes AFTER INSERT OR UPDATE ON "bank_connection"
  FOR EACH ROW EXECUTE FUNCTION note_connection_change();
