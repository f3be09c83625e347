import { MutationCache, QueryCache, type QueryClientConfig } from "@tanstack/react-query";
import superjson from "superjson";
import { queryKeyText } from "@/server/domain/query-key";
import { failureOf } from "./failure-of";

/**
 * How the pages of a door keep what they read. Whoever is no longer signed in is sent to the door, and from there back
 * to where they were; a reading is tried once more where the connection, not the answer, was at fault; a change never is.
 */
export function clientSettings(signInPath: string): QueryClientConfig {
  const onError = (error: unknown): void => {
    if (failureOf(error).code !== "unauthorized") return;
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
        retry: (count, error) => failureOf(error).code === null && count < 2,
      },
      // Without a line a change fails at once: it would wait, and be made whenever the line is back, seen by nobody.
      mutations: { retry: false, networkMode: "always" },
      hydrate: { deserializeData: superjson.deserialize },
    },
  };
}
