import { pageScripts } from "@/components/pay/page-assets";
import { AppError } from "@/server/domain/errors";
import { errorResponse } from "@/server/entry/http/json-answer";
import { readCallerFacts } from "@/server/entry/http/request-facts";

export const dynamic = "force-dynamic";

/** Answers the scripts of pages that take a card. Their names contain their hash, so caches may keep them for ever. */
export async function GET(_request: Request, { params }: { params: Promise<{ file: string }> }) {
  const { file } = await params;
  const script = pageScripts.find(({ src }) => src === `/assets/${file}`);
  if (!script) return errorResponse(new AppError("not_found"), readCallerFacts().traceId, "en");
  return new Response(script.text, {
    headers: {
      "Content-Type": "text/javascript; charset=utf-8",
      "Cache-Control": "public, max-age=31536000, immutable",
      "X-Content-Type-Options": "nosniff",
    },
  });
}
