import { handleStatus } from "@/server/entry/link/status";

export const dynamic = "force-dynamic";

const handle = async (request: Request, { params }: { params: Promise<{ token: string }> }) =>
  handleStatus(request, (await params).token);

export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
};
