import { cardFormScript } from "@/components/pay/page-assets";
import { AppError } from "@/server/domain/errors";
import { errorResponse, requestFacts } from "@/server/entry/http/http";

export const dynamic = "force-dynamic";

/** The one script of the pages that take a card. Its name holds its hash, so it never changes. */
export async function GET(_request: Request, { params }: { params: Promise<{ file: string }> }) {
  if (`/assets/${(await params).file}` !== cardFormScript.src) {
    return errorResponse(new AppError("not_found"), requestFacts().traceId, "en");
  }
  return new Response(cardFormScript.text, {
    headers: {
      "Content-Type": "text/javascript; charset=utf-8",
      "Cache-Control": "public, max-age=31536000, immutable",
      "X-Content-Type-Options": "nosniff",
    },
  });
}
