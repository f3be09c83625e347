import { renderBuyerDocument } from "@/components/pay/render";
import { handleHandoff } from "@/server/entry/handoff/handoff";

export const dynamic = "force-dynamic";

const handle = (request: Request): Promise<Response> => handleHandoff(request, renderBuyerDocument);

export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
};
