import { answerAuditExport } from "@/server/entry/staff/procedures/audit-export";
import { readStaffDoor } from "@/server/entry/staff/session";

export const dynamic = "force-dynamic";

export const GET = async (request: Request): Promise<Response> =>
  answerAuditExport(request, await readStaffDoor(request.headers));
