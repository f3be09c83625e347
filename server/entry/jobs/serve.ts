import type { Inngest, InngestFunction } from "inngest";
import { serve } from "inngest/edge";
import type { Log } from "@/server/usecases/ctx";

export type Handler = (request: Request) => Promise<Response>;

/** The path at which functions are called. */
export const servePath = "/api/inngest";

export interface ServeSettings {
  readonly client: Inngest;
  readonly functions: readonly InngestFunction.Any[];
  /** The public address of the API, which an Inngest server calls. */
  readonly origin: string;
  readonly log: Log;
}

/**
 * Creates the handler of calls that run functions. Without a valid signature every call is 401 and reveals nothing
 * (D-54); only with a development server are calls unsigned.
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
    if (client.mode === "cloud" && !request.headers.has("x-inngest-signature")) return unauthorizedResponse();
    // The SDK resolves addresses against the Host header, which a request made in this process does not have.
    if (!request.headers.has("host")) request.headers.set("host", new URL(origin).host);
    try {
      const response = await answer(request);
      return response.status === 401 ? unauthorizedResponse() : response;
    } catch (error) {
      // The SDK parses the body before it checks the signature. A body that is not JSON cannot have a valid signature.
      log.warn({ err: error }, "A call of a function could not be read");
      return unauthorizedResponse();
    }
  };
}

export const unauthorizedResponse = (): Response => Response.json({ message: "Unauthorized" }, { status: 401 });
