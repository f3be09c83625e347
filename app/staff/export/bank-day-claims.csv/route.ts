import { answerBankDayClaims } from "@/server/entry/staff/procedures/bank-day-claims";
import { readStaffDoor } from "@/server/entry/staff/session";

export const dynamic = "force-dynamic";

export const GET = async (request: Request): Promise<Response> =>
  answerBankDayClaims(request, await readStaffDoor(request.headers));
