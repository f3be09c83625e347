import { MutationCache, QueryCache, type QueryClientConfig } from "@tanstack/react-query";
import superjson from "superjson";
import { queryKeyText } from "@/server/domain/query-key";
import { readFailure } from "./read-failure";

/**
 * Returns the query client settings of the panel or the back-office. A user whose session has ended is sent to the
 * sign-in page, and from there back to the current page. A query is retried (at most twice) only when the connection
 * failed and there was no answer; a mutation is never retried.
 */
export function createQueryClientConfig(signInPath: string): QueryClientConfig {
  const onError = (error: unknown): void => {
    if (readFailure(error).code !== "unauthorized") return;
    const { pathname, search } = window.location;
    window.location.assign(`${signInPath}?${new URLSearchParams({ next: pathname + search })}`);
  };
  return {
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        queryKeyHashFn: queryKeyText,
        retry: (count, error) => readFailure(error).code === null && count < 2,
      },
      // Without a connection a mutation fails at once. By default it would be paused and then sent when the connection
      // returns, possibly without the user noticing.
      mutations: { retry: false, networkMode: "always" },
      hydrate: { deserializeData: superjson.deserialize },
    },
  };
}
