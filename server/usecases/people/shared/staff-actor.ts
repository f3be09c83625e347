import type { AuditActor } from "@/server/store/audit/audit-log";

/** How a merchant reads the name of every member of staff. */
export const staffName = "Vezne";

/**
 * Returns the actor of an entry that staff cause in a merchant's own audit log. The merchant reads the name "Vezne";
 * the audit log of the staff names the person.
 * @param staffId the member of staff; null for the operator of the host
 */
export const staffActor = (staffId: string | null): AuditActor => ({ kind: "staff", id: staffId, name: staffName });
