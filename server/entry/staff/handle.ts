import { answerTrpc } from "../trpc-request";
import { staffRouter } from "./router";
import { staffDoorOf } from "./session";

/** The procedures over HTTP. */
export async function handleStaff(request: Request): Promise<Response> {
  const door = await staffDoorOf(request.headers);
  return answerTrpc(request, {
    endpoint: "/api/staff/trpc",
    router: staffRouter,
    origin: door.ctx.origins.panel,
    door,
  });
}
