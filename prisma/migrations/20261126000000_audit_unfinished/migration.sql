-- The actions that have begun and have no outcome (D-277). Comparing the audit log with itself takes longer the longer
-- the log is, so a trigger keeps these few beside it.
CREATE TABLE "audit_unfinished" (
    "action_id" TEXT NOT NULL,
    "scope" TEXT NOT NULL,
    "entry_id" TEXT NOT NULL,

    CONSTRAINT "audit_unfinished_pkey" PRIMARY KEY ("action_id", "scope")
);
CREATE FUNCTION follow_audit_action() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.outcome = 'begun' THEN
    INSERT INTO audit_unfinished (action_id, scope, entry_id) VALUES (NEW.action_id, NEW.scope, NEW.id)
    ON CONFLICT DO NOTHING;
  ELSE
    DELETE FROM audit_unfinished WHERE action_id = NEW.action_id AND scope = NEW.scope;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER audit_log_unfinished AFTER INSERT ON "audit_log" FOR EACH ROW EXECUTE FUNCTION follow_audit_action();
INSERT INTO "audit_unfinished" ("action_id", "scope", "entry_id")
SELECT e.action_id, e.scope, min(e.id) FROM "audit_log" e
 GROUP BY e.action_id, e.scope HAVING bool_and(e.outcome = 'begun');
