import { answerTrpc } from "../trpc/trpc-request";
import { staffRouter } from "./router";
import { readStaffDoor } from "./session";

/**
 * Answers the back-office's procedures over HTTP. A GET is no use of the session, because an open page repeats its
 * queries by itself.
 */
export async function handleStaff(request: Request): Promise<Response> {
  const door = await readStaffDoor(request.headers, request.method !== "GET");
  return answerTrpc(request, {
    endpoint: "/api/staff/trpc",
    router: staffRouter,
    origin: door.ctx.origins.panel,
    door,
  });
}
