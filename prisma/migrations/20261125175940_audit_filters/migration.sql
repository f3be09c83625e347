-- The audit logs of all merchants and of the staff as one list, the newest first: identifiers of entries sort by time.
CREATE INDEX "audit_log_scope_id_idx" ON "audit_log"("scope", "id");
CREATE INDEX "audit_log_actor_id_id_idx" ON "audit_log"("actor_id", "id");
CREATE INDEX "audit_log_subject_id_idx" ON "audit_log"("subject", "id");

-- The area of an action is its part before the dot.
CREATE INDEX audit_log_area ON "audit_log" (split_part("action", '.', 1), "id");
CREATE INDEX audit_log_system ON "audit_log" ("actor_name", "id") WHERE "actor_id" IS NULL;
CREATE INDEX audit_log_refused ON "audit_log" ("id") WHERE "outcome" = 'refused';
