import { answerEvidenceExport } from "@/server/entry/staff/procedures/evidence-export";
import { readStaffDoor } from "@/server/entry/staff/session";

export const dynamic = "force-dynamic";

export const GET = async (request: Request): Promise<Response> =>
  answerEvidenceExport(request, await readStaffDoor(request.headers));
