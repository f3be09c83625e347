import type { QueryClientConfig } from "@tanstack/react-query";
import superjson from "superjson";
import { queryKeyText } from "@/server/domain/query-key";

/** How answers are written into a page for the browser's cache: amounts stay bigint, instants stay dates. */
export const cacheSettings: QueryClientConfig = {
  defaultOptions: {
    queries: { retry: false, queryKeyHashFn: queryKeyText },
    dehydrate: { serializeData: superjson.serialize },
  },
};
