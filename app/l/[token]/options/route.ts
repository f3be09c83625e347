import { renderLinkDocument, renderOffer } from "@/components/pay/render";
import { handleOptions } from "@/server/entry/link/options";

export const dynamic = "force-dynamic";

const handle = async (request: Request, { params }: { params: Promise<{ token: string }> }) =>
  handleOptions(request, (await params).token, renderLinkDocument, renderOffer);

export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
};
