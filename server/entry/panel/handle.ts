import { answerTrpc } from "../trpc/trpc-request";
import { panelRouter } from "./router";
import { readPanelDoor } from "./session";

/**
 * Answers the panel's procedures over HTTP. A GET is no use of the session, because an open page repeats its queries by
 * itself.
 */
export async function handlePanel(request: Request): Promise<Response> {
  const door = await readPanelDoor(request.headers, request.method !== "GET");
  return answerTrpc(request, {
    endpoint: "/api/trpc",
    router: panelRouter,
    origin: door.ctx.origins.panel,
    door,
  });
}
