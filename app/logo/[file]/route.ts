import { answerLogo } from "@/server/entry/link/logo";

export const dynamic = "force-dynamic";

const handle = async (request: Request, { params }: { params: Promise<{ file: string }> }) =>
  answerLogo(request, (await params).file);

export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
};
