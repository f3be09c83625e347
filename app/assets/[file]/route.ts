import { cardFormScript } from "@/components/pay/page-assets";
import { AppError } from "@/server/domain/errors";
import { errorResponse } from "@/server/entry/http/json-answer";
import { readCallerFacts } from "@/server/entry/http/request-facts";

export const dynamic = "force-dynamic";

/** Answers the one script of pages that take a card. Its name contains its hash, so caches may keep it for ever. */
export async function GET(_request: Request, { params }: { params: Promise<{ file: string }> }) {
  if (`/assets/${(await params).file}` !== cardFormScript.src) {
    return errorResponse(new AppError("not_found"), readCallerFacts().traceId, "en");
  }
  return new Response(cardFormScript.text, {
    headers: {
      "Content-Type": "text/javascript; charset=utf-8",
      "Cache-Control": "public, max-age=31536000, immutable",
      "X-Content-Type-Options": "nosniff",
    },
  });
}
