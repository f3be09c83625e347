import { renderLinkDocument } from "@/components/pay/render";
import { handleResult } from "@/server/entry/link/result";

export const dynamic = "force-dynamic";

const handle = async (request: Request, { params }: { params: Promise<{ token: string }> }) =>
  handleResult(request, (await params).token, renderLinkDocument);

export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
};
