import { answerTrpc } from "../trpc/trpc-request";
import { panelRouter } from "./router";
import { panelDoorOf } from "./session";

/** The procedures over HTTP. What only reads may be a page that looks again by itself: that is nobody's being there. */
export async function handlePanel(request: Request): Promise<Response> {
  const door = await panelDoorOf(request.headers, request.method !== "GET");
  return answerTrpc(request, {
    endpoint: "/api/trpc",
    router: panelRouter,
    origin: door.ctx.origins.panel,
    door,
  });
}
