import { answerTrpc } from "../trpc-request";
import { panelRouter } from "./router";
import { panelDoorOf } from "./session";

/** The procedures over HTTP. */
export async function handlePanel(request: Request): Promise<Response> {
  const door = await panelDoorOf(request.headers);
  return answerTrpc(request, {
    endpoint: "/api/trpc",
    router: panelRouter,
    origin: door.ctx.origins.panel,
    door,
  });
}
