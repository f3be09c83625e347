import type { Inngest, InngestFunction } from "inngest";
import { serve } from "inngest/edge";
import type { Log } from "@/server/usecases/ctx";

export type Handler = (request: Request) => Promise<Response>;

/** Where functions are called. */
export const servePath = "/api/inngest";

export interface ServeSettings {
  readonly client: Inngest;
  readonly functions: readonly InngestFunction.Any[];
  /** Public address of the API, which an Inngest server calls. */
  readonly origin: string;
  readonly log: Log;
}

/**
 * Answers whoever runs the functions. Without a valid signature everything is 401 and says nothing (D-54); only the
 * client of a development server asks for none.
 */
export function createHandler({ client, functions, origin, log }: ServeSettings): Handler {
  const answer = serve({
    client,
    functions,
    serveOrigin: origin,
    servePath,
    enableUnauthedSync: false,
    streaming: false,
  });
  return async (request) => {
    if (client.mode === "cloud" && !request.headers.has("x-inngest-signature")) return unauthorized();
    // The SDK reads addresses against the Host, which a request that was made in this process lacks.
    if (!request.headers.has("host")) request.headers.set("host", new URL(origin).host);
    try {
      const response = await answer(request);
      return response.status === 401 ? unauthorized() : response;
    } catch (error) {
      // The SDK reads the body before the signature: one that is no JSON cannot have a valid one.
      log.warn({ err: error }, "A call of a function could not be read");
      return unauthorized();
    }
  };
}

export const unauthorized = (): Response => Response.json({ message: "Unauthorized" }, { status: 401 });
