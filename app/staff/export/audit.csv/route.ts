import { handleAuditExport } from "@/server/entry/staff/procedures/audit-export";

export const dynamic = "force-dynamic";

export { handleAuditExport as GET };
