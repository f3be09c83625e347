import type { AuditActor } from "@/server/store/audit/audit-log";

/**
 * Returns the actor of an entry that staff cause in a merchant's own audit log. The merchant reads the name "Vezne";
 * the audit log of the staff names the person.
 */
export const staffActor = (staffId: string): AuditActor => ({ kind: "staff", id: staffId, name: "Vezne" });
