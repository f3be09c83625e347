import { renderBuyerDocument, renderLinkDocument } from "@/components/pay/render";
import { handleCallback } from "@/server/entry/handoff/callback";

export const dynamic = "force-dynamic";

const handle = async (request: Request, { params }: { params: Promise<{ token: string }> }) =>
  handleCallback(request, (await params).token, {
    render: renderBuyerDocument,
    renderLink: renderLinkDocument,
  });

export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
};
