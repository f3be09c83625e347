import type { QueryClientConfig } from "@tanstack/react-query";
import superjson from "superjson";
import { queryKeyText } from "@/server/domain/query-key";

/**
 * The settings for answers that are serialised into a page for the browser's cache: amounts stay bigint, instants Date.
 */
export const cacheSettings: QueryClientConfig = {
  defaultOptions: {
    queries: { retry: false, queryKeyHashFn: queryKeyText },
    dehydrate: { serializeData: superjson.serialize },
  },
};
