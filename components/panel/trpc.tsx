"use client";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createTRPCClient, httpBatchLink } from "@trpc/client";
import { createTRPCContext } from "@trpc/tanstack-react-query";
import { type ReactNode, useState } from "react";
import superjson from "superjson";
import type { PanelRouter } from "@/server/entry/panel/router-type";
import { createQueryClientConfig } from "../ui/query-client";
import { ConfirmProvider } from "./confirm-context";

export const { TRPCProvider, useTRPC, useTRPCClient } = createTRPCContext<PanelRouter>();

/** Provides the panel's procedures to the pages below. */
export function PanelProcedures({ children }: { children: ReactNode }) {
  const [queryClient] = useState(() => new QueryClient(createQueryClientConfig("/panel/sign-in")));
  const [trpcClient] = useState(() =>
    createTRPCClient<PanelRouter>({
      links: [httpBatchLink({ url: "/api/trpc", transformer: superjson, headers: { "x-vezne-page": "1" } })],
    }),
  );
  return (
    <QueryClientProvider client={queryClient}>
      <TRPCProvider trpcClient={trpcClient} queryClient={queryClient}>
        <ConfirmProvider confirm={(given) => trpcClient.self.confirm.mutate(given)}>{children}</ConfirmProvider>
      </TRPCProvider>
    </QueryClientProvider>
  );
}
