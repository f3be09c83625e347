import { MutationCache, QueryCache, type QueryClientConfig } from "@tanstack/react-query";
import superjson from "superjson";
import { queryKeyText } from "@/server/domain/query-key";
import { failureOf } from "./failure-of";

/**
 * How the pages of a door keep what they read. Whoever is no longer signed in is sent to the door; a reading is tried once
 * more where the connection, not the answer, was at fault; a change never is.
 */
export function clientSettings(signInPath: string): QueryClientConfig {
  const onError = (error: unknown): void => {
    if (failureOf(error).code === "unauthorized") window.location.assign(signInPath);
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
      mutations: { retry: false },
      hydrate: { deserializeData: superjson.deserialize },
    },
  };
}
