import { answerTrpc } from "../trpc/trpc-request";
import { staffRouter } from "./router";
import { staffDoorOf } from "./session";

/** The procedures over HTTP. What only reads may be a page that looks again by itself: that is nobody's being there. */
export async function handleStaff(request: Request): Promise<Response> {
  const door = await staffDoorOf(request.headers, request.method !== "GET");
  return answerTrpc(request, {
    endpoint: "/api/staff/trpc",
    router: staffRouter,
    origin: door.ctx.origins.panel,
    door,
  });
}
